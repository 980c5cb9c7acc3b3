import * as l10n from '@vscode/l10n';
import { element } from '../../controls/dom';

/** Chooses which quantities of many series are shown. */
export function createQuantityTools(onChoice: (shown: string[]) => void): {
  readonly element: HTMLElement;
  /** Hidden where there is nothing to choose from. */
  show(quantities: readonly string[], shown: readonly string[]): void;
} {
  const group = element('div', {
    class: 'chart-tools',
    role: 'group',
    'aria-label': l10n.t('Quantities'),
  });
  let drawn = '';
  return {
    element: group,
    show(quantities, shown) {
      group.hidden = quantities.length === 0;
      const key = JSON.stringify(quantities);
      if (key !== drawn) {
        drawn = key;
        group.replaceChildren(
          ...quantities.map((name) => element('button', { class: 'chart-toggle', type: 'button' }, name)),
        );
      }
      quantities.forEach((name, place) => {
        const button = group.children[place];
        if (!(button instanceof HTMLButtonElement)) return;
        const isShown = shown.includes(name);
        button.setAttribute('aria-pressed', String(isShown));
        button.onclick = () => onChoice(isShown ? shown.filter((other) => other !== name) : [...shown, name]);
      });
    },
  };
}
