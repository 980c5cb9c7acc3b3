/**
 * Handles the search keys while the pane is shown, wherever the focus is: often it's still on the tab. `find` focuses
 * the search field, and goes to the next match.
 */
export function listenToFindKeys(
  pane: HTMLElement,
  find: { open: () => void; go: (back: boolean) => void },
): void {
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
