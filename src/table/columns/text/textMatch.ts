import { compareUtf8 } from './utf8Order';

/** Reads an entry: UTF-8 in the bytes `from` to `to` (exclusive). */
export type EntryReader<T> = (bytes: Buffer, from: number, to: number) => T;

/** Lowercase for ASCII letters, all other bytes unchanged. */
const folded = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte,
);

/**
 * The only characters outside of ASCII with ASCII in their lowercase, `K` (kelvin) and `İ`, contain these.
 */
const beyondAscii = /[ik]/;
const isAscii = (text: string) => !/[^\0-\x7f]/.test(text);

/** Tests whether texts contain a part; see `containing`. */
export interface PartSearch {
  readonly bytes: EntryReader<boolean>;
  readonly text: (text: string) => boolean;
  /** Finds the part in bytes; `null` if characters outside of ASCII could match as well. */
  readonly inBytes: ByteSearch | null;
}

/** Bytes to search for, ignoring the case of ASCII letters. */
export interface ByteSearch {
  readonly length: number;
  /** Offset of the first occurrence between `from` and `to` (exclusive); -1 if there is none. */
  first(bytes: Uint8Array, from: number, to: number): number;
}

/**
 * Whether texts contain the part, ignoring case: `text.toLowerCase()` is searched for
 * `part.toLowerCase()`. Bytes are searched directly if the result is the same.
 */
export function containing(part: string): PartSearch {
  const wanted = part.toLowerCase();
  const passes = (text: string) => text.toLowerCase().includes(wanted);
  const search = isAscii(wanted) ? byteSearch(Buffer.from(wanted)) : null;
  const asciiDecides = search !== null && !beyondAscii.test(wanted);
  return {
    inBytes: asciiDecides ? search : null,
    bytes: (bytes, from, to) => {
      if (search !== null && search.first(bytes, from, to) >= 0) return true;
      if (asciiDecides || isAsciiRange(bytes, from, to)) return false;
      return passes(bytes.toString('utf8', from, to));
    },
    text: passes,
  };
}

function isAsciiRange(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) {
    if ((bytes[at] as number) >= 0x80) return false;
  }
  return true;
}

/** Horspool's search: after a mismatch, the pattern moves as far as the byte under its last byte allows. */
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

/**
 * Tests texts by their order relative to the wanted one: `passes` gets a negative number if a text is before
 * it.
 */
export function comparisonReader(wanted: string, passes: (order: number) => boolean): EntryReader<boolean> {
  const pattern = Buffer.from(wanted);
  return (bytes, from, to) => passes(compareUtf8(bytes, from, to, pattern, 0, pattern.length));
}
