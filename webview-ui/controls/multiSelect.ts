import type { OfferedArea } from '#src/protocol/messages';
import { element } from './dom';
import { icon } from './icons';

/** A list from which several values are chosen. Typing in it, and the key ↑ above the first value, lead to `field`. */
export function createMultiSelect(
  label: string,
  field: HTMLElement,
  listener: { isChosen: (value: string) => boolean; onToggle: (value: string) => void },
) {
  const list = element('div', {
    class: 'multi-select',
    role: 'listbox',
    'aria-label': label,
    'aria-multiselectable': 'true',
  });
  let options: HTMLElement[] = [];

  function optionOf({ value, label: hint }: OfferedArea): HTMLElement {
    const option = element(
      'div',
      { class: 'menu-item', role: 'option', tabindex: '-1' },
      element('span', {}, icon('check'), value),
      element('span', { class: 'menu-hint' }, hint),
    );
    const mark = () => (option.ariaSelected = String(listener.isChosen(value)));
    mark();
    option.addEventListener('click', () => {
      listener.onToggle(value);
      mark();
    });
    return option;
  }

  list.addEventListener('keydown', (event) => {
    const { key } = event;
    const at = options.findIndex((option) => option === event.target);
    const last = options.length - 1;
    const moves: Record<string, number> = {
      ArrowDown: Math.min(at + 1, last),
      ArrowUp: at - 1,
      Home: 0,
      End: last,
    };
    const to = moves[key];
    if (to !== undefined) (options[to] ?? field).focus();
    else if (key === 'Enter' || key === ' ') options[at]?.click();
    else {
      if (key.length === 1) field.focus();
      return;
    }
    event.preventDefault();
  });

  return {
    element: list,
    show(offered: readonly OfferedArea[]) {
      // An option that has the focus when it's removed would close the dialog around the list.
      if (list.contains(document.activeElement)) field.focus();
      options = offered.map(optionOf);
      list.replaceChildren(...options);
    },
    first: () => options[0],
  };
}
