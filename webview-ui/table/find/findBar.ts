import * as l10n from '@vscode/l10n';
import type { FindCountAnswer, CellPosition } from '#src/protocol/tableTypes';
import { textField } from '../../controls/controlLibrary';
import { plainButton } from '../../controls/controls';
import { debounced, element } from '../../controls/dom';
import { icon } from '../../controls/icons';
import { createMatchCount, createMatchNumber } from '../../controls/matchCount';
import { reveal } from '../../controls/popover';
import { createTextSearch, type SearchTraits } from './textSearch';

/** How long there must be no typing before the text is searched for, in milliseconds. */
const typedMs = 250;
/** How long there must be no new rows before matches are counted again, in milliseconds. */
const settledMs = 600;

interface FindTraits extends Omit<SearchTraits, 'onNone'> {
  count(text: string, at: CellPosition): Promise<FindCountAnswer>;
  /** Called when the match is no longer valid. */
  onForget(): void;
  /** Called on Escape, to return to the rows. */
  onLeave(): void;
}

/** A field that searches all cells of the shown rows while a person types, and numbers the matches. */
export function createFindBar(traits: FindTraits) {
  let found: { position: CellPosition; text: string; about: string; rows: number } | null = null;
  /** The last text that was searched for. Both Enter and a pause in typing start a search. */
  let sought = '';
  const field = textField({
    label: l10n.t('Find in table'),
    placeholder: l10n.t('Find (Enter for next)'),
    onEnter: (_, back) => go(back),
  });
  const count = createMatchCount<CellPosition>({
    ask: (text, at) => traits.count(text, at),
    onSay: createMatchNumber(field.element),
  });
  const search = createTextSearch({
    ...traits,
    onFound(position, text) {
      found = { position, text, about: traits.about(), rows: traits.size().rows };
      traits.onFound(position, text);
      count.show(text, position);
    },
    onNone() {
      forget();
      count.showNone();
    },
  });

  function forget(): void {
    count.clear();
    if (!found) return;
    found = null;
    traits.onForget();
  }

  const text = () => field.value().trim();

  function open(): void {
    reveal(field.element);
    field.focus();
  }

  function go(back: boolean): void {
    sought = text();
    if (sought === '') open();
    else search(sought, back);
  }

  const searchSoon = debounced(typedMs, () => {
    if (text() !== '' && text() !== sought) go(false);
  });

  const countSoon = debounced(settledMs, () => {
    if (found) count.show(found.text, found.position);
  });
  const step = (back: boolean, label: string) => {
    const kind = back ? 'find-step previous' : 'find-step';
    return plainButton({ class: kind, 'aria-label': label, title: label }, () => go(back), icon('chevron'));
  };

  field.element.addEventListener('input', () => {
    forget();
    sought = '';
    searchSoon();
  });
  field.element.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    forget();
    sought = text();
    traits.onLeave();
  });

  return {
    element: element(
      'div',
      { class: 'find-bar line', role: 'search' },
      field.element,
      step(true, l10n.t('Previous Match (Shift+Enter)')),
      step(false, l10n.t('Next Match (Enter)')),
    ),
    open,
    /** Goes to the next cell that contains the text, or with `back` to the previous one. */
    go,
    /** The cell that was found last; `null` once it may have moved. */
    match: () => found?.position ?? null,
    /** Call when rows have arrived or the shown rows have changed. */
    refresh() {
      if (!found) return;
      const { rows } = traits.size();
      if (traits.about() !== found.about) forget();
      else if (rows !== found.rows) {
        found.rows = rows;
        count.outdate();
        countSoon();
      }
    },
  };
}
