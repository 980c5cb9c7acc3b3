import type { ButtonControl } from './controls';
import { button } from './controls';
import { element } from './dom';
import type { IconName } from './icons';

export interface MenuItem {
  label: string;
  /** A word or two on what the choice gives. */
  hint?: string;
  onChoose: () => void;
}

export interface MenuButton extends ButtonControl {
  open(): void;
}

/** A toolbar button and its menu: arrows, Home and End move, Escape and Tab close. */
export function menuButton(traits: {
  label: string;
  icon: IconName;
  items: readonly MenuItem[];
}): MenuButton {
  const items = traits.items.map(({ label, hint, onChoose }) => {
    const item = element('div', { class: 'menu-item', role: 'menuitem', tabindex: '-1' }, label);
    if (hint !== undefined) item.append(element('span', { class: 'menu-hint' }, hint));
    item.addEventListener('click', () => {
      close(true);
      onChoose();
    });
    return item;
  });
  const menu = element(
    'div',
    { class: 'menu', role: 'menu', 'aria-label': traits.label },
    ...items,
  );
  menu.hidden = true;
  const trigger = button({
    label: traits.label,
    look: 'toolbar',
    icon: traits.icon,
    opensMenu: true,
    onClick: () => (menu.hidden ? open() : close(true)),
  });
  const box = element('div', { class: 'menu-box' }, trigger.element, menu);

  function open(): void {
    menu.hidden = false;
    trigger.setExpanded(true);
    // A menu near the right edge opens towards the left.
    menu.classList.remove('to-left');
    const right = menu.getBoundingClientRect().right;
    menu.classList.toggle('to-left', right > document.documentElement.clientWidth);
    items[0]?.focus();
  }

  function close(keepFocus: boolean): void {
    menu.hidden = true;
    trigger.setExpanded(false);
    if (keepFocus) trigger.element.focus();
  }

  menu.addEventListener('keydown', (event) => {
    const at = items.findIndex((item) => item === document.activeElement);
    const last = items.length - 1;
    const moves: Record<string, number> = {
      ArrowDown: at === last ? 0 : at + 1,
      ArrowUp: at <= 0 ? last : at - 1,
      Home: 0,
      End: last,
    };
    const to = moves[event.key];
    if (to !== undefined) items[to]?.focus();
    else if (event.key === 'Escape') close(true);
    else if (event.key === 'Enter' || event.key === ' ') items[at]?.click();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  box.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown' && menu.hidden) {
      event.preventDefault();
      open();
    }
  });
  box.addEventListener('focusout', ({ relatedTarget }) => {
    const inside = relatedTarget instanceof Node && box.contains(relatedTarget);
    if (!inside && !menu.hidden) close(false);
  });
  return { ...trigger, element: box, open };
}
