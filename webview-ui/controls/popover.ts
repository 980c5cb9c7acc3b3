import type { ButtonControl } from './controls';
import { button } from './controls';
import { element } from './dom';
import type { IconName } from './icons';

export interface Popover extends ButtonControl {
  open(): void;
  /** With `keepFocus`, the focus returns to the button. */
  close(keepFocus: boolean): void;
}

/** Pixels between a popover and the edge of the view. */
const edge = 4;

/** A toolbar button with a popover below it, which closes on Escape and when it loses the focus. */
export function popover(traits: {
  label: string;
  /** The visible text; without it, the icon is all that is visible. */
  text?: string;
  icon: IconName;
  content: HTMLElement;
  /** The element to focus when the popover opens. */
  first: () => HTMLElement | null | undefined;
  /** Called before the popover opens. */
  onOpen?: () => void;
}): Popover {
  const { content } = traits;
  content.hidden = true;
  // Without this, clicking something inside that can't be focused, such as a check box's label, would close
  // it.
  content.tabIndex = -1;
  const trigger = button({
    ...traits,
    look: traits.text === undefined ? 'icon' : 'toolbar',
    opens: content.getAttribute('role') === 'menu' ? 'menu' : 'dialog',
    onClick: () => (content.hidden ? open() : close(true)),
  });
  const box = element('div', { class: 'menu-box' }, trigger.element);

  function open(): void {
    // Only now, because most popovers are never opened.
    if (content.parentNode !== box) box.append(content);
    traits.onOpen?.();
    content.hidden = false;
    trigger.setExpanded(true);
    // Near the right edge, it opens to the left.
    content.classList.remove('to-left');
    const right = content.getBoundingClientRect().right;
    const { clientWidth, clientHeight } = document.documentElement;
    content.classList.toggle('to-left', right > clientWidth);
    const room = clientHeight - content.getBoundingClientRect().top - edge;
    content.style.setProperty('max-height', `${room}px`);
    traits.first()?.focus();
  }

  function close(keepFocus: boolean): void {
    content.hidden = true;
    trigger.setExpanded(false);
    if (keepFocus) trigger.element.focus();
  }

  box.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || content.hidden) return;
    event.preventDefault();
    event.stopPropagation();
    close(true);
  });
  box.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown' && content.hidden) {
      event.preventDefault();
      open();
    }
  });
  box.addEventListener('focusout', ({ relatedTarget }) => {
    const inside = relatedTarget instanceof Node && box.contains(relatedTarget);
    if (!inside && !content.hidden) close(false);
  });
  return { ...trigger, element: box, open, close };
}
