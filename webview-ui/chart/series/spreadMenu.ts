import * as l10n from '@vscode/l10n';
import type { SeriesFacts } from '#src/protocol/chartTypes';
import { button, select } from '../../controls/controls';
import { element } from '../../controls/dom';
import { popover } from '../../controls/popover';
import type { ChartOptions, Choose } from '../model/chartOptions';

/** Series that can be subtracted: those that share their unit with another one. */
const spreadable = ({ lines }: SeriesFacts) =>
  lines.filter(({ unit, label }) => lines.some((other) => other.unit === unit && other.label !== label));

/** A menu that chooses two series of the same unit, whose difference is shown. */
export function createSpreadMenu(choose: Choose) {
  let second = '';
  let first = '';
  let units = new Map<string, string>();
  const seconds = select({
    label: l10n.t('Series to subtract from'),
    onChange(value) {
      second = value;
      offerFirsts();
    },
  });
  const firsts = select({ label: l10n.t('Series to subtract'), onChange: (value) => (first = value) });
  const show = button({
    label: l10n.t('Show Spread'),
    look: 'primary',
    onClick() {
      choose({ spread: { first, second }, heated: null, hidden: [] });
      spread.close(true);
    },
  });
  const remove = button({
    label: l10n.t('Remove Spread'),
    look: 'secondary',
    onClick() {
      choose({ spread: null, heated: null, hidden: [] });
      spread.close(true);
    },
  });
  const spread = popover({
    label: l10n.t('Spread…'),
    icon: 'spread',
    content: element(
      'div',
      { class: 'menu chart-spread', role: 'dialog', 'aria-label': l10n.t('Spread') },
      seconds.element,
      element('span', {}, l10n.t('minus')),
      firsts.element,
      element('div', { class: 'chart-spread-buttons' }, show.element, remove.element),
    ),
    first: () => seconds.element,
    onOpen() {
      seconds.show([...units.keys()], second);
      offerFirsts();
    },
  });

  /** Offers the series that have the same unit as the one to subtract from. */
  function offerFirsts(): void {
    const offered = [...units.keys()].filter(
      (label) => label !== second && units.get(label) === units.get(second),
    );
    if (!offered.includes(first)) first = offered[0] ?? '';
    firsts.show(offered, first);
  }

  return {
    element: spread.element,
    /** Offers the series. What is being chosen in the menu stays. */
    show(facts: SeriesFacts, { spread: chosen }: ChartOptions) {
      units = new Map(spreadable(facts).map(({ label, unit }) => [label, unit]));
      spread.element.hidden = units.size === 0;
      remove.element.hidden = chosen === null;
      if (spread.element.contains(document.activeElement)) return;
      second = chosen?.second ?? [...units.keys()][1] ?? '';
      first = chosen?.first ?? [...units.keys()][0] ?? '';
    },
  };
}
