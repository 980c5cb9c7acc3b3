import type { EntryReader } from '../columns/text/textMatch';
import { byteRanks } from '../columns/text/utf8Order';

/** The most bytes of a text that are examined for one key. */
const window = 16;
/** A byte's rank + 1, or 0 after the end of the text. */
const symbols = 257;
const keyRange = 2 ** 32;

/** How texts become keys: what each symbol at each of the first `positions` positions adds. */
interface KeyPlan {
  positions: number;
  parts: Uint32Array;
}

/** Space for the symbols that `surveyor` finds. */
export const emptySurvey = (): Uint8Array => new Uint8Array(window * symbols);

/** Records the symbols of each text it reads, starting at byte `depth`. */
export function surveyor(seen: Uint8Array, depth: number): EntryReader<void> {
  return (bytes, from, to) => {
    const first = from + depth;
    const end = Math.min(to, first + window);
    let row = 0;
    for (let at = first; at < end; at += 1, row += symbols) {
      seen[row + 1 + (byteRanks[bytes[at] as number] as number)] = 1;
    }
    if (end < first + window) seen[row] = 1;
  };
}

/**
 * A position with ten different symbols takes a factor of ten of the keys' 32 bits, and a position
 * with only one takes nothing, so a key extends far into ids.
 */
export function keyPlan(seen: Uint8Array, descending: boolean): KeyPlan {
  const radixes = Array.from({ length: window }, (_, position) =>
    Math.max(
      1,
      seen.subarray(position * symbols, (position + 1) * symbols).reduce((sum, met) => sum + met, 0),
    ),
  );
  let positions = 0;
  for (let range = 1; positions < window; positions += 1) {
    range *= radixes[positions] as number;
    if (range > keyRange) break;
  }
  const parts = new Uint32Array(window * symbols);
  for (let position = positions - 1, weight = 1; position >= 0; position -= 1) {
    const radix = radixes[position] as number;
    let rank = 0;
    for (let at = position * symbols; at < (position + 1) * symbols; at += 1) {
      if (seen[at] === 1) parts[at] = weight * (descending ? radix - 1 - rank++ : rank++);
    }
    weight *= radix;
  }
  return { positions, parts };
}

/**
 * The key of each text it reads. Texts with ascending keys are in the order of `<` (the reverse if
 * the plan is descending), as far as their first `positions` bytes starting at `depth` determine it.
 */
export function keyReader({ positions, parts }: KeyPlan, depth: number): EntryReader<number> {
  return (bytes, from, to) => {
    const first = from + depth;
    const end = Math.min(to, first + positions);
    let key = 0;
    let row = 0;
    for (let at = first; at < end; at += 1, row += symbols) {
      key += parts[row + 1 + (byteRanks[bytes[at] as number] as number)] as number;
    }
    // Texts that agree up to the end of one of them are equal, because the following bytes need
    // no comparison.
    return end < first + positions ? key + (parts[row] as number) : key;
  };
}

/** Whether texts end before byte `end`. */
export const endsBefore =
  (end: number): EntryReader<boolean> =>
  (_bytes, from, to) =>
    to - from < end;
