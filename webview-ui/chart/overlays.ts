import * as l10n from '@vscode/l10n';
import type { ResultState } from '#src/protocol/messages';
import { iconButton } from '../controls/controls';
import { element } from '../controls/dom';
import type { Host } from '../host/pane';

/** A chip for each result that is overlaid on this result's chart, with a button that removes it. */
export function createOverlays(host: Host) {
  const named = { class: 'chips overlaid-results lines', 'aria-label': l10n.t('Added results') };
  const chips = element('ul', named);
  let shown = '';

  function chip({ result, label }: ResultState['overlays'][number]): HTMLElement {
    const remove = iconButton(l10n.t('Remove {0} from Chart', label), 'cancel', () =>
      host.act({ kind: 'removeFromChart', result }),
    );
    return element('li', { class: 'chip cut', title: label }, label, remove.element);
  }

  return {
    element: chips,
    show({ overlays }: ResultState) {
      chips.hidden = overlays.length === 0;
      const key = JSON.stringify(overlays);
      if (key === shown) return;
      shown = key;
      chips.replaceChildren(...overlays.map(chip));
    },
  };
}
