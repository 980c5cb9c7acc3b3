import { element } from './dom';
import type { IconName } from './icons';
import type { Popover } from './popover';
import { popover } from './popover';

export interface MenuItem {
  label: string;
  hint?: string;
  /** `null` for an item that can't be chosen and only informs. */
  onChoose: (() => void) | null;
}

/**
 * A button and its menu. The arrow keys, Home, and End move; Escape and Tab close it. `items` is called when
 * the menu opens.
 */
export function menuButton(traits: {
  label: string;
  /** The visible text; without it, the icon is all that is visible. */
  text?: string;
  icon: IconName;
  items: () => readonly MenuItem[];
}): Popover {
  const menu = element('div', { class: 'menu', role: 'menu', 'aria-label': traits.label });
  let shown: HTMLElement[] = [];

  function itemOf({ label, hint, onChoose }: MenuItem): HTMLElement {
    const item = element('div', { class: 'menu-item', role: 'menuitem', tabindex: '-1' }, label);
    if (hint !== undefined) item.append(element('span', { class: 'menu-hint' }, hint));
    if (onChoose === null) item.setAttribute('aria-disabled', 'true');
    item.addEventListener('click', () => {
      if (onChoose === null) return;
      opened.close(true);
      onChoose();
    });
    return item;
  }

  const opened = popover({
    ...traits,
    content: menu,
    onOpen() {
      shown = traits.items().map(itemOf);
      menu.replaceChildren(...shown);
    },
    first: () => shown[0],
  });

  menu.addEventListener('keydown', (event) => {
    const at = shown.findIndex((item) => item === document.activeElement);
    const last = shown.length - 1;
    const moves: Record<string, number> = {
      ArrowDown: at === last ? 0 : at + 1,
      ArrowUp: at <= 0 ? last : at - 1,
      Home: 0,
      End: last,
    };
    const to = moves[event.key];
    if (to !== undefined) shown[to]?.focus();
    else if (event.key === 'Enter' || event.key === ' ') shown[at]?.click();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  return opened;
}
