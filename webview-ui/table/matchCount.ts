import { formatCount, t } from '../../src/market/words';
import type { FindCountAnswer, Place } from '../../src/table/tableTypes';
import { element, setAttribute, setText } from '../dom';

export interface MatchCount {
  readonly element: HTMLElement;
  /** Says which of all matches of the text the one at the place is. */
  show(text: string, at: Place): void;
  /** More rows came than were counted. */
  outdate(): void;
  clear(): void;
}

/** The number of a match: `3 of 128`, and `3 of 128+` while rows are left to be counted. */
export function createMatchCount(
  ask: (text: string, at: Place) => Promise<FindCountAnswer>,
): MatchCount {
  const label = element('span', { class: 'match-count', 'aria-live': 'polite' });
  let last: FindCountAnswer | undefined;
  let counts = 0;

  function say({ number, total, isComplete }: FindCountAnswer): void {
    const all = isComplete ? formatCount(total) : `${formatCount(total)}+`;
    // Only what is final is announced.
    setAttribute(label, 'aria-busy', String(!isComplete));
    setText(label, t('{0} of {1}', number === null ? '?' : formatCount(number), all));
  }

  function clear(): void {
    counts += 1; // what is on its way is of another match
    last = undefined;
    setText(label, '');
  }

  async function count(text: string, at: Place): Promise<void> {
    const mine = (counts += 1);
    do {
      const answer = await ask(text, at);
      if (mine !== counts) return;
      last = answer;
      say(answer);
    } while (!last.isComplete);
  }

  return {
    element: label,
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
    clear,
  };
}
