import { element } from './dom';
import type { IconName } from './icons';
import { placeByKey } from './placeByKey';
import { popover, popoverBelow } from './popover';

export interface MenuItem {
  label: string;
  /** For one of several that exclude each other. The menu stays open, and offers what there is after the choice. */
  isChosen?: boolean;
  onChoose: () => void;
}

interface MenuTraits {
  label: string;
  items: () => readonly MenuItem[];
}

/** The content of a popover with a menu. The arrow keys, Home, and End move; Escape and Tab close it. */
function menuContent(traits: MenuTraits, close: () => void) {
  const menu = element('div', { class: 'menu', role: 'menu', 'aria-label': traits.label });
  let shown: HTMLElement[] = [];

  function itemOf({ label, isChosen, onChoose }: MenuItem, at: number): HTMLElement {
    const role = isChosen === undefined ? 'menuitem' : 'menuitemradio';
    const item = element('div', { class: 'menu-item', role, tabindex: '-1' }, label);
    if (isChosen !== undefined) item.setAttribute('aria-checked', String(isChosen));
    item.addEventListener('click', () => {
      if (isChosen === undefined) close();
      onChoose();
      if (isChosen !== undefined) draw(at);
    });
    return item;
  }

  /** Replaces the items. The focus goes from one to the next, because the menu closes when it's elsewhere. */
  function draw(focused = 0): void {
    const before = shown;
    shown = traits.items().map(itemOf);
    menu.append(...shown);
    if (menu.contains(document.activeElement)) shown[focused]?.focus();
    for (const item of before) item.remove();
  }

  menu.addEventListener('keydown', (event) => {
    const at = shown.findIndex((item) => item === document.activeElement);
    const to = placeByKey(event.key, at, shown.length, ['ArrowUp', 'ArrowDown']);
    if (to !== undefined) shown[to]?.focus();
    else if (event.key === 'Enter' || event.key === ' ') shown[at]?.click();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  return { content: menu, onOpen: () => draw(), first: () => shown[0] };
}

/** A button and its menu. */
export function menuButton(
  traits: MenuTraits & {
    /** The visible text; without it, the icon is all that is visible. */
    text?: string;
    icon: IconName;
  },
) {
  const close = (): void => opened.close(true);
  const opened = popover({ ...traits, ...menuContent(traits, close) });
  return opened;
}

/** The element, below which a right-click, Shift+F10, and the down arrow key open a menu. */
export function withContextMenu(trigger: HTMLElement, traits: MenuTraits): HTMLElement {
  const close = (): void => opened.close(true);
  trigger.ariaHasPopup = 'menu';
  const opened = popoverBelow(trigger, { ...menuContent(traits, close), opensOn: 'contextmenu' });
  return opened.element;
}
