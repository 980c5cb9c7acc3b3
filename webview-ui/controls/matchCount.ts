import * as l10n from '@vscode/l10n';
import { formatCount } from '#src/text/l10n';
import type { FindCountAnswer } from '#src/protocol/tableTypes';
import { element, setAttribute, setText } from './dom';

interface CountTraits<Place> {
  ask(text: string, at: Place): Promise<FindCountAnswer>;
  /** Gets the number of the match in words, or an empty text; if it isn't final, another one follows. */
  onSay(text: string, isFinal: boolean): void;
}

/**
 * Counts matches: `3 of 128`, or `3 of 128+` while some rows haven't been counted. `Place` is the position of a
 * match.
 */
export function createMatchCount<Place>(traits: CountTraits<Place>) {
  let last: FindCountAnswer | undefined;
  let counts = 0;

  function say({ number, total, isComplete }: FindCountAnswer): void {
    const all = isComplete ? formatCount(total) : `${formatCount(total)}+`;
    traits.onSay(l10n.t('{0} of {1}', number === null ? '?' : formatCount(number), all), isComplete);
  }

  function clear(): void {
    counts += 1; // a count in progress is of another match
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
    /** Shows the number of the match at this place among all matches of the text. */
    show(text: string, at: Place) {
      const mine = counts + 1;
      count(text, at).catch(() => {
        // The host cancels the count for one match when the next is requested. A match without a number is
        // still found.
        if (mine === counts) clear();
      });
    },
    /** Call when more has arrived, so that the total is too low. */
    outdate() {
      counts += 1; // while rows arrive, the thread has more important work
      if (last) say({ ...last, isComplete: false });
    },
    showNone() {
      clear();
      traits.onSay(l10n.t('No matches'), true);
    },
    clear,
  };
}

/** Shows the number of the match at the end of a search field. */
export function createMatchNumber(field: HTMLElement): (text: string, isFinal: boolean) => void {
  const number = element('span', { class: 'match-count', slot: 'end', 'aria-live': 'polite' });
  field.append(number);
  return (text, isFinal) => {
    // Screen readers announce only the final count.
    setAttribute(number, 'aria-busy', String(!isFinal));
    setText(number, text);
  };
}
