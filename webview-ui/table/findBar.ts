import { t } from '../../src/market/words';
import { textField } from '../controls';
import { createTextSearch } from './textSearch';
import type { SearchTraits } from './textSearch';

export interface FindBar {
  readonly element: HTMLElement;
  /** Takes the focus: the person wants to look for something. */
  open(): void;
  /** On to the next cell that contains the text, or back to the one before. */
  go(back: boolean): void;
}

export interface FindTraits extends SearchTraits {
  /** Escape: back to the rows. */
  onLeave(): void;
}

/** A field that looks through all cells of the shown rows. */
export function createFindBar(traits: FindTraits): FindBar {
  const search = createTextSearch(traits);
  const field = textField({
    label: t('Find in table'),
    placeholder: t('Find'),
    onEnter: (_, back) => go(back),
  });

  function go(back: boolean): void {
    const text = field.value().trim();
    if (text === '') field.focus();
    else search(text, back);
  }

  field.element.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    traits.onLeave();
  });
  return { element: field.element, open: () => field.focus(), go };
}

/** The keys of the whole table view that search; whatever has the focus in it. */
export function listenToFindKeys(pane: HTMLElement, find: FindBar): void {
  pane.addEventListener('keydown', (event) => {
    const control = event.ctrlKey || event.metaKey;
    if (control && !event.shiftKey && event.key.toLowerCase() === 'f') find.open();
    else if (event.key === 'F3' && !control) find.go(event.shiftKey);
    else return;
    // The editor would take the same keys for its own search.
    event.preventDefault();
    event.stopPropagation();
  });
}
