import { t } from '../../src/market/words';
import type { FindAnswer, Place } from '../../src/table/tableTypes';
import { textField } from '../controls';

export interface FindBar {
  readonly element: HTMLElement;
  /** Takes the focus: the person wants to look for something. */
  open(): void;
  /** On to the next cell that contains the text, or back to the one before. */
  go(back: boolean): void;
}

/** What the search needs of the grid, and what it tells. */
export interface FindTraits {
  ask(text: string, start: Place, backwards: boolean): Promise<FindAnswer>;
  active(): Place;
  size(): { rows: number; columns: number };
  onFound(place: Place): void;
  onSay(sentence: string): void;
  /** Escape: back to the rows. */
  onLeave(): void;
}

/** A field that looks through all cells of the shown rows, one match after the other, around the end. */
export function createFindBar(traits: FindTraits): FindBar {
  const field = textField({
    label: t('Find in table'),
    placeholder: t('Find'),
    onEnter: (_, back) => go(back),
  });
  let searches = 0;
  let found = '';

  async function search(text: string, back: boolean): Promise<void> {
    const { rows, columns } = traits.size();
    const { row, column } = traits.active();
    // The first search of a text may end where the person already is.
    const step = text !== found ? 0 : back ? -1 : 1;
    found = text;
    let { match } = await traits.ask(text, { row, column: column + step }, back);
    const around = match === null;
    if (around) {
      const edge = back ? { row: rows - 1, column: columns - 1 } : { row: 0, column: 0 };
      ({ match } = await traits.ask(text, edge, back));
    }
    if (!match) {
      traits.onSay(t('"{0}" is in no cell of these rows.', text));
      return;
    }
    traits.onFound(match);
    if (around) {
      traits.onSay(back ? t('Found again from the end.') : t('Found again from the beginning.'));
    }
  }

  function go(back: boolean): void {
    const text = field.value().trim();
    if (text === '') field.focus();
    if (text === '' || traits.size().rows === 0) return;
    const mine = (searches += 1);
    traits.onSay(t('Searching…'));
    search(text, back).catch((error: unknown) => {
      // The host gives a search up for the next one.
      if (mine !== searches) return;
      traits.onSay(error instanceof Error ? error.message : t('The search failed. Try again.'));
    });
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
