import { setAttribute } from './dom';
import { placeByKey } from './placeByKey';

/**
 * What the arrow keys move between: no text fields and sliders, which need these keys themselves, and nothing in an
 * open menu or dialog.
 */
const usable =
  ':is(button, select):not(:disabled, [hidden], :scope [hidden] *, :scope :is([role="menu"], [role="dialog"]) *)';

/**
 * Makes an element a toolbar: Tab reaches one of its controls, and the arrow keys, Home, and End move between those
 * that are visible and enabled. Controls may be added, hidden, and disabled at any time.
 */
export function toolbar<Made extends HTMLElement>(made: Made, label: string): Made {
  setAttribute(made, 'role', 'toolbar');
  setAttribute(made, 'aria-label', label);
  /** The control that Tab reaches. */
  let current: HTMLElement | undefined;

  const controls = () => [...made.querySelectorAll<HTMLElement>(usable)];

  function update(): void {
    const all = controls();
    if (!current || !all.includes(current)) [current] = all;
    for (const control of all) control.tabIndex = control === current ? 0 : -1;
  }

  made.addEventListener('focusin', ({ target }) => {
    current = controls().find((control) => control === target) ?? current;
    update();
  });
  made.addEventListener('keydown', (event) => {
    const all = controls();
    const at = all.findIndex((control) => control === event.target);
    if (at < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    const to = placeByKey(event.key, at, all.length, ['ArrowLeft', 'ArrowRight']);
    if (to === undefined) return;
    event.preventDefault();
    all[to]?.focus();
  });
  new MutationObserver(update).observe(made, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['hidden', 'disabled'],
  });
  return made;
}
