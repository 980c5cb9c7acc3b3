import type { EntryReader } from '../columns/textEntries';
import { byteRanks } from '../columns/utf8Order';

/** Bytes of a text that are looked at for one key. */
const window = 16;
/** A byte's rank + 1, or 0 where the text has ended. */
const symbols = 257;
const keyRange = 2 ** 32;

/** How texts become keys: what each symbol at each of the first `places` adds. */
interface KeyPlan {
  places: number;
  parts: Uint32Array;
}

/** Room for the symbols that `surveyor` meets. */
export const emptySurvey = (): Uint8Array => new Uint8Array(window * symbols);

const neverAside = () => {
  throw new Error('Texts kept as strings have no keys.');
};

/** Notes the symbols of each text it reads from byte `depth` on. */
export function surveyor(seen: Uint8Array, depth: number): EntryReader<void> {
  return {
    bytes: (bytes, from, to) => {
      const first = from + depth;
      const end = Math.min(to, first + window);
      let row = 0;
      for (let at = first; at < end; at += 1, row += symbols) {
        seen[row + 1 + (byteRanks[bytes[at] as number] as number)] = 1;
      }
      if (end < first + window) seen[row] = 1;
    },
    text: neverAside,
  };
}

/**
 * A place at which the surveyed texts have ten different symbols takes a tenfold of the keys' 32
 * bits, one at which all agree takes nothing: so a key reaches far into ids.
 */
export function planOf(seen: Uint8Array, descending: boolean): KeyPlan {
  const radixes = Array.from({ length: window }, (_, place) =>
    Math.max(
      1,
      seen.subarray(place * symbols, (place + 1) * symbols).reduce((sum, met) => sum + met, 0),
    ),
  );
  let places = 0;
  for (let range = 1; places < window; places += 1) {
    range *= radixes[places] as number;
    if (range > keyRange) break;
  }
  const parts = new Uint32Array(window * symbols);
  for (let place = places - 1, weight = 1; place >= 0; place -= 1) {
    const radix = radixes[place] as number;
    let rank = 0;
    for (let at = place * symbols; at < (place + 1) * symbols; at += 1) {
      if (seen[at] === 1) parts[at] = weight * (descending ? radix - 1 - rank++ : rank++);
    }
    weight *= radix;
  }
  return { places, parts };
}

/**
 * The key of each text it reads: by ascending keys texts are in the order of `<` (of its reverse
 * where the plan is descending), as far as their first `places` bytes from `depth` on tell.
 */
export function keyReader({ places, parts }: KeyPlan, depth: number): EntryReader<number> {
  return {
    bytes: (bytes, from, to) => {
      const first = from + depth;
      const end = Math.min(to, first + places);
      let key = 0;
      let row = 0;
      for (let at = first; at < end; at += 1, row += symbols) {
        key += parts[row + 1 + (byteRanks[bytes[at] as number] as number)] as number;
      }
      // Texts that agree up to where one of them ends are equal: the bytes that follow need no part.
      return end < first + places ? key + (parts[row] as number) : key;
    },
    text: neverAside,
  };
}

/** Whether texts end before byte `end`; an entry kept as a string does not. */
export const endsBefore = (end: number): EntryReader<boolean> => ({
  bytes: (_bytes, from, to) => to - from < end,
  text: () => false,
});
