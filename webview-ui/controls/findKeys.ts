/** A field to search with. */
interface Find {
  /** Puts the focus into it. */
  open(): void;
  /** Searches on for what stands in it. */
  go(back: boolean): void;
}

/** The keys that search while the pane is shown, whatever has the focus: often it is still the tab. */
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
