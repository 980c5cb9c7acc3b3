import type { EntryReader } from './textEntries';
import { compareTexts, compareUtf8 } from './utf8Order';

/** Small ASCII letters for large ones, all other bytes as they are. */
const folded = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte,
);

/** The signs outside of ASCII whose small letters begin in it, `K` (kelvin) and `İ`, end up as these. */
const beyondAscii = /[ik]/;
const isAscii = (text: string) => !/[^\0-\x7f]/.test(text);

/** Judges texts by whether they contain a part; see `containing`. */
export interface PartSearch extends EntryReader<boolean> {
  /** Finds the part in bytes; `null` where signs outside of ASCII have a say. */
  readonly inBytes: ByteSearch | null;
}

/** Bytes to look for, small ASCII letters and large ones alike. */
export interface ByteSearch {
  readonly length: number;
  /** Where they stand first between `from` and `to` (exclusive), -1 where they do not. */
  first(bytes: Uint8Array, from: number, to: number): number;
}

/**
 * Whether texts contain the part, whatever the case: `text.toLowerCase()` is searched for
 * `part.toLowerCase()`. Bytes are searched as they are where that cannot make a difference.
 */
export function containing(part: string): PartSearch {
  const wanted = part.toLowerCase();
  const holds = (text: string) => text.toLowerCase().includes(wanted);
  const search = isAscii(wanted) ? byteSearch(Buffer.from(wanted)) : null;
  const asciiDecides = search !== null && !beyondAscii.test(wanted);
  return {
    inBytes: asciiDecides ? search : null,
    bytes: (bytes, from, to) => {
      if (search !== null && search.first(bytes, from, to) >= 0) return true;
      if (asciiDecides || isAsciiRange(bytes, from, to)) return false;
      return holds(bytes.toString('utf8', from, to));
    },
    text: holds,
  };
}

function isAsciiRange(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) {
    if ((bytes[at] as number) >= 0x80) return false;
  }
  return true;
}

/** Horspool's search: at a mismatch the pattern moves as far as the byte under its last one allows. */
export function byteSearch(wanted: Uint8Array): ByteSearch {
  const pattern = Uint8Array.from(wanted, (byte) => folded[byte] as number);
  const { length } = pattern;
  const last = length - 1;
  if (last < 0) return { length, first: (_bytes, from) => from };
  const shifts = new Uint32Array(256).fill(length);
  pattern.subarray(0, last).forEach((byte, at) => (shifts[byte] = last - at));
  const shiftOf = Uint32Array.from(folded, (byte) => shifts[byte] as number);
  const first = (bytes: Uint8Array, from: number, to: number) => {
    for (let at = from; at + last < to; at += shiftOf[bytes[at + last] as number] as number) {
      let tested = last;
      while (tested >= 0 && folded[bytes[at + tested] as number] === pattern[tested]) tested -= 1;
      if (tested < 0) return at;
    }
    return -1;
  };
  return { length, first };
}

/** Whether the order of `<` between texts and the wanted one (negative: before it) is as asked. */
export function comparisonReader(wanted: string, holds: (order: number) => boolean): EntryReader<boolean> {
  const text = (entry: string) => holds(compareTexts(entry, wanted));
  if (!wanted.isWellFormed()) {
    return { bytes: (bytes, from, to) => text(bytes.toString('utf8', from, to)), text };
  }
  const pattern = Buffer.from(wanted);
  return {
    bytes: (bytes, from, to) => holds(compareUtf8(bytes, from, to, pattern, 0, pattern.length)),
    text,
  };
}
