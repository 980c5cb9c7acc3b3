import { element } from './dom';
import type { IconName } from './icons';
import type { Popover } from './popover';
import { popover } from './popover';

export interface MenuItem {
  label: string;
  /** A few words about the item. */
  hint?: string;
  onChoose: () => void;
}

export interface Menu extends Popover {
  /** Shows only the items whose label matches. */
  offer(isOffered: (label: string) => boolean): void;
}

/** A toolbar button and its menu: arrows, Home and End move, Escape and Tab close. */
export function menuButton(traits: { label: string; icon: IconName; items: readonly MenuItem[] }): Menu {
  const items = traits.items.map(({ label, hint, onChoose }) => {
    const item = element('div', { class: 'menu-item', role: 'menuitem', tabindex: '-1' }, label);
    if (hint !== undefined) item.append(element('span', { class: 'menu-hint' }, hint));
    item.addEventListener('click', () => {
      opened.close(true);
      onChoose();
    });
    return item;
  });
  const offered = () => items.filter(({ hidden }) => !hidden);
  const menu = element('div', { class: 'menu', role: 'menu', 'aria-label': traits.label }, ...items);
  const opened = popover({ ...traits, content: menu, first: () => offered()[0] });

  menu.addEventListener('keydown', (event) => {
    const shown = offered();
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
  return {
    ...opened,
    offer: (isOffered) =>
      traits.items.forEach(({ label }, index) => {
        const item = items[index];
        if (item) item.hidden = !isOffered(label);
      }),
  };
}
