import type { JsonCountAnswer } from '#src/protocol/jsonTypes';
import type { ResultState } from '#src/protocol/messages';
import type { FindCountAnswer } from '#src/protocol/tableTypes';

/** The text that was last searched for, and how many matches were counted since. */
interface FoundText {
  readonly text: string;
  /** Body offset of the match; `null` if there is none. */
  readonly at: number | null;
  /** Counted matches up to this one, and all of them. */
  readonly number: number;
  readonly total: number;
  /** Body offset at which to continue counting; `null` once the end has been reached. */
  readonly next: number | null;
}

/** What the pane shows of which result, and what was found in it. */
export interface JsonState {
  shown: Pick<ResultState, 'id' | 'revision' | 'bytes'> | null;
  found: FoundText;
  /** Where a restored tree was scrolled to in pixels, until it's drawn. */
  scrollTop: number;
  /** The number of searches and of paths that were followed. Only the last one may say why it failed. */
  searches: number;
}

/** A match that hasn't been numbered yet; without arguments, as before the first search. */
export const foundAt = (text = '', at: number | null = null): FoundText => ({
  text,
  at,
  number: 0,
  total: 0,
  next: 0,
});

/** What differs from what is shown: the result, its bytes, or only what is known about them; `null` if nothing. */
export function changeOf(
  shown: JsonState['shown'],
  { id, revision, bytes }: NonNullable<JsonState['shown']>,
): 'another' | 'grown' | 'revised' | null {
  if (shown?.id !== id) return 'another';
  if (shown.bytes !== bytes) return 'grown';
  return shown.revision === revision ? null : 'revised';
}

/** The body offset from which to search. The same text is searched for after its last match. */
export const searchStart = ({ text, at }: FoundText, wanted: string): number =>
  text === wanted && at !== null ? at + 1 : 0;

/** With the matches of the next part. After the end, all of them are counted again. */
export function countedWith(found: FoundText, { upToMatch, total, next }: JsonCountAnswer): FoundText {
  const before = found.next === null ? foundAt(found.text, found.at) : found;
  return { ...before, number: before.number + upToMatch, total: before.total + total, next };
}

/** The number of the match, as far as it's known. */
export const matchNumber = ({ at, number, total, next }: FoundText): FindCountAnswer => ({
  number: next === null || next > (at ?? 0) ? number : null,
  total,
  isComplete: next === null,
});
