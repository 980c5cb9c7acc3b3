import * as l10n from '@vscode/l10n';
import type { ResultState } from '#src/protocol/messages';
import { button } from '../controls/controls';
import { element } from '../controls/dom';
import { icon } from '../controls/icons';
import type { Host } from '../host/pane';
import { seriesPlans } from './model/chartOptions';

/** The controls that overlay other results on this result's chart. Only series can share a chart. */
export function createOverlays(host: Host) {
  const add = button({
    label: l10n.t('Add to Chart…'),
    look: 'icon',
    icon: 'add',
    onClick: () => host.act({ kind: 'addToChart' }),
  });
  const chips = element('ul', { class: 'chips overlaid-results', 'aria-label': l10n.t('Added results') });
  let shown = '';

  function chip({ result, label }: ResultState['overlays'][number]): HTMLElement {
    const remove = element(
      'button',
      { type: 'button', 'aria-label': l10n.t('Remove {0} from Chart', label), title: l10n.t('Remove') },
      icon('cancel'),
    );
    remove.addEventListener('click', () => host.act({ kind: 'removeFromChart', result }));
    return element('li', { class: 'chip', title: label }, label, remove);
  }

  return {
    /** The button that adds another result. */
    add: add.element,
    /** A chip for each added result, with a button that removes it. */
    element: chips,
    show({ overlays, dataset, phase, rows }: ResultState) {
      add.element.hidden = !seriesPlans.includes(dataset.chart);
      add.setEnabled(phase.kind === 'ended' && rows > 0);
      chips.hidden = overlays.length === 0;
      const key = JSON.stringify(overlays);
      if (key === shown) return;
      shown = key;
      chips.replaceChildren(...overlays.map(chip));
    },
  };
}
