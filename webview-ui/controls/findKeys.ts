/** A field to search with. */
interface Find {
  /** Puts the focus into it. */
  open(): void;
  /** Finds the next match for its text. */
  go(back: boolean): void;
}

/** The search keys while the pane is shown, wherever the focus is: often it's still on the tab. */
export function listenToFindKeys(pane: HTMLElement, find: Find): void {
  document.addEventListener('keydown', (event) => {
    if (!pane.checkVisibility()) return;
    const control = event.ctrlKey || event.metaKey;
    if (control && !event.shiftKey && event.key.toLowerCase() === 'f') find.open();
    else if (event.key === 'F3' && !control) find.go(event.shiftKey);
    else return;
    // The editor would take the same keys for its own search.
    event.preventDefault();
    event.stopPropagation();
  });
}
