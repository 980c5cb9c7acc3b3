/** A search field. */
interface Find {
  /** Moves the focus to the field. */
  open(): void;
  /** Goes to the next match. */
  go(back: boolean): void;
}

/** Handles the search keys while the pane is shown, wherever the focus is: often it's still on the tab. */
export function listenToFindKeys(pane: HTMLElement, find: Find): void {
  document.addEventListener('keydown', (event) => {
    if (!pane.checkVisibility()) return;
    const control = event.ctrlKey || event.metaKey;
    if (control && !event.shiftKey && event.key.toLowerCase() === 'f') find.open();
    else if (event.key === 'F3' && !control) find.go(event.shiftKey);
    else return;
    // Otherwise, the editor would use these keys for its own search.
    event.preventDefault();
    event.stopPropagation();
  });
}
