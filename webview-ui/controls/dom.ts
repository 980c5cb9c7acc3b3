/** The view's content security policy rejects inline styles, so this type rejects them first. */
export type Attributes = Record<string, string> & { style?: never };

/** A new element with attributes and children. Strings become text, never markup. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/**
 * Inserts the visible children into their parent in this order. A child that is hidden stays where it is,
 * since it may be shown again; one that was never shown isn't inserted, which would only take time.
 */
export function placeShown(parent: Element, children: readonly HTMLElement[]): void {
  let next: Element | null = null;
  for (const child of [...children].reverse()) {
    if (!child.hidden && child.parentNode !== parent) parent.insertBefore(child, next);
    if (child.parentNode === parent) next = child;
  }
}

/** Writes the text only if it differs: screen readers announce a live region whenever it's written. */
export function setText(target: Element, text: string): void {
  if (target.textContent !== text) target.textContent = text;
}

/** Sets the attribute if it differs, or removes it if the value is `null`. */
export function setAttribute(target: Element, name: string, value: string | null): void {
  if (value === null) target.removeAttribute(name);
  else if (target.getAttribute(name) !== value) target.setAttribute(name, value);
}

/** Runs `action` once there has been no call for `delayMs`. */
export function debounced(delayMs: number, action: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(action, delayMs);
  };
}

/** Runs `action` as soon as the caller has finished, and again once there has been no call for `delayMs`. */
export function nowAndSettled(delayMs: number, action: () => void): () => void {
  const settled = debounced(delayMs, action);
  let isDue = false;
  return () => {
    settled();
    if (isDue) return;
    isDue = true;
    setTimeout(() => {
      isDue = false;
      action();
    });
  };
}
