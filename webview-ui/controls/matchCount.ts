import * as l10n from '@vscode/l10n';
import { formatCount } from '../../src/text/l10n';
import type { FindCountAnswer } from '../../src/table/tableTypes';
import { element, setAttribute, setText } from './dom';

/** The number of the match that was found last; `Place` is where a match is. */
export interface MatchCount<Place> {
  /** Says which of all matches of the text the one at this place is. */
  show(text: string, at: Place): void;
  /** More arrived than was counted. */
  outdate(): void;
  /** Says that there is no match. */
  showNone(): void;
  clear(): void;
}

interface CountTraits<Place> {
  ask(text: string, at: Place): Promise<FindCountAnswer>;
  /** The number of the match in words, empty where it has none; another one follows if it is not final. */
  onSay(text: string, isFinal: boolean): void;
}

/** The number of a match: `3 of 128`, and `3 of 128+` while rows are left to be counted. */
export function createMatchCount<Place>(traits: CountTraits<Place>): MatchCount<Place> {
  let last: FindCountAnswer | undefined;
  let counts = 0;

  function say({ number, total, isComplete }: FindCountAnswer): void {
    const all = isComplete ? formatCount(total) : `${formatCount(total)}+`;
    traits.onSay(l10n.t('{0} of {1}', number === null ? '?' : formatCount(number), all), isComplete);
  }

  function clear(): void {
    counts += 1; // a count still on its way belongs to another match
    last = undefined;
    traits.onSay('', true);
  }

  async function count(text: string, at: Place): Promise<void> {
    const mine = (counts += 1);
    do {
      const answer = await traits.ask(text, at);
      if (mine !== counts) return;
      last = answer;
      say(answer);
    } while (!last.isComplete);
  }

  return {
    show(text, at) {
      const mine = counts + 1;
      count(text, at).catch(() => {
        // The host gives the count of one match up for the next; a match without a number is found, too.
        if (mine === counts) clear();
      });
    },
    outdate() {
      counts += 1; // while rows arrive, the thread has better to do
      if (last) say({ ...last, isComplete: false });
    },
    showNone() {
      clear();
      traits.onSay(l10n.t('No matches'), true);
    },
    clear,
  };
}

/** Says the number of the match at the end of a search field. */
export function createMatchNumber(field: HTMLElement): (text: string, isFinal: boolean) => void {
  const number = element('span', { class: 'match-count', slot: 'end', 'aria-live': 'polite' });
  field.append(number);
  return (text, isFinal) => {
    // Only the final count is announced.
    setAttribute(number, 'aria-busy', String(!isFinal));
    setText(number, text);
  };
}
