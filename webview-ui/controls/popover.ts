import { button } from './controls';
import { element } from './dom';
import type { IconName } from './icons';

interface PopoverTraits {
  content: HTMLElement;
  /** The element to focus when the popover opens. */
  first: () => HTMLElement | null | undefined;
  onOpen?: () => void;
  onClose?: () => void;
  /** Default: a click. */
  opensOn?: 'contextmenu';
}

/** Opens the popovers that contain the control, which is about to get the focus. */
export const reveal = (control: HTMLElement): void =>
  void control.dispatchEvent(new Event('reveal', { bubbles: true }));

/** Pixels between a popover and the edge of the view. */
const edge = 4;

/** A popover below its trigger, which closes on Escape and when it loses the focus. */
export function popoverBelow(trigger: HTMLElement, traits: PopoverTraits) {
  const { content } = traits;
  content.hidden = true;
  // Without this, clicking something inside that can't be focused, such as a check box's label, would close
  // it.
  content.tabIndex = -1;
  trigger.ariaExpanded = 'false';
  const box = element('div', { class: 'menu-box' }, trigger);

  function open(): void {
    reveal(trigger);
    // Only now, because most popovers are never opened.
    if (content.parentNode !== box) box.append(content);
    traits.onOpen?.();
    content.hidden = false;
    trigger.ariaExpanded = 'true';
    // Near the right edge, it opens to the left, but not beyond the left edge.
    content.classList.remove('to-left');
    content.style.removeProperty('translate');
    const right = content.getBoundingClientRect().right;
    const { clientWidth, clientHeight } = document.documentElement;
    content.classList.toggle('to-left', right > clientWidth);
    const beyond = edge - content.getBoundingClientRect().left;
    if (beyond > 0) content.style.setProperty('translate', `${beyond}px`);
    const room = clientHeight - content.getBoundingClientRect().top - edge;
    content.style.setProperty('max-height', `${room}px`);
    traits.first()?.focus();
  }

  /** With `keepFocus`, the focus returns to the trigger. */
  function close(keepFocus: boolean): void {
    content.hidden = true;
    trigger.ariaExpanded = 'false';
    if (keepFocus) trigger.focus();
    traits.onClose?.();
  }

  content.addEventListener('reveal', () => content.hidden && open());
  trigger.addEventListener(traits.opensOn ?? 'click', (event) => {
    event.preventDefault();
    if (content.hidden) open();
    else close(true);
  });
  box.addEventListener('keydown', (event) => {
    if (event.key !== (content.hidden ? 'ArrowDown' : 'Escape')) return;
    // A style sheet may show the content of a closed popover in the page.
    if (content.hidden && event.target !== trigger) return;
    event.preventDefault();
    if (content.hidden) open();
    else {
      event.stopPropagation();
      close(true);
    }
  });
  box.addEventListener('focusout', ({ relatedTarget }) => {
    const inside = relatedTarget instanceof Node && box.contains(relatedTarget);
    if (!inside && !content.hidden) close(false);
  });
  return {
    /** The trigger and, below it, what it opens. */
    element: box,
    open,
    close,
  };
}

/** A toolbar button with a popover below it. */
export function popover(
  traits: PopoverTraits & {
    label: string;
    /** The visible text; without it, the icon is all that is visible. */
    text?: string;
    icon: IconName;
  },
) {
  const trigger = button({
    ...traits,
    look: traits.text === undefined ? 'icon' : 'toolbar',
    opens: traits.content.getAttribute('role') === 'menu' ? 'menu' : 'dialog',
    onClick: () => undefined,
  });
  return { ...trigger, ...popoverBelow(trigger.element, traits) };
}
