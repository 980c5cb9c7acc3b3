import * as l10n from '@vscode/l10n';
import type { Resolution } from '#src/market/time/resolutions';
import { layouts, type TableForm } from '#src/protocol/rowsQuestion';
import { select } from '../controls/controls';
import { element, setText } from '../controls/dom';
import { resolutionList } from '../frame/resolutionList';
import { computedText, type ShownResolution } from '../frame/shownResolution';
import { toolbar } from '../controls/toolbar';

type Layout = (typeof layouts)[number];

/** The lists of resolutions and layouts next to the tabs, and below them how computed values came about. */
export function createFormTools(
  resolution: Pick<ShownResolution, 'get' | 'set'>,
  onLayout: (layout: Layout) => void,
) {
  const resolutionOf = resolutionList(resolution);
  const layoutOf = select({
    label: l10n.t('Layout'),
    onChange: (value) => onLayout(layouts.find((each) => each === value) ?? 'long'),
  });
  const beside = toolbar(
    element('div', { class: 'table-forms' }, resolutionOf.element, layoutOf.element),
    l10n.t('Resolution and layout'),
  );
  const computed = element('p', { class: 'table-computed', role: 'note' });
  beside.hidden = true;
  computed.hidden = true;
  return {
    beside,
    below: computed,
    /** Shows what can be chosen and what is; `offered` is `null` if the table has only one form. */
    offer(offered: readonly Resolution[] | null, layout: Layout = 'long') {
      beside.hidden = offered === null;
      resolutionOf.show(offered ?? []);
      layoutOf.show(layouts, layout, (each) =>
        each === 'wide' ? l10n.t('One Column per Series') : l10n.t('One Row per Value'),
      );
    },
    /** Says how the values of the table's form are calculated, if they are. */
    explain({ resolution: shown }: TableForm) {
      computed.hidden = shown === undefined;
      const text = shown === undefined ? '' : computedText(shown);
      setText(computed, text);
      // In a narrow view, only its beginning fits.
      computed.title = text;
    },
  };
}
