import type { Bytes } from '../pendingBytes';

/**
 * Whether one of four bytes is a quote, a backslash, a control character, or above ASCII: any byte that
 * ends a JSON string or isn't simply a character of it. (`x - 1 & ~x` has the top bit of a byte set
 * if the byte is 0, and `x - 32 & ~x` if it is below 32.)
 */
export function hasSpecialByte(word: number): boolean {
  const quote = word ^ 0x22222222;
  const backslash = word ^ 0x5c5c5c5c;
  const found =
    ((quote - 0x01010101) & ~quote) |
    ((backslash - 0x01010101) & ~backslash) |
    ((word - 0x20202020) & ~word) |
    word;
  return (found & 0x80808080) !== 0;
}

/** One step of the hash of a text: four bytes at a time while they are all plain, then byte by byte. */
export const hashStep = (hash: number, piece: number): number => Math.imul(hash ^ piece, 0x01000193);

/** Hash of the text from `from` to `to` (exclusive); equals the hash a reader calculates while it reads. */
export function hashOf({ buffer, view }: Bytes, from: number, to: number): number {
  let hash = 0;
  let offset = from;
  for (; offset + 4 <= to; offset += 4) {
    const word = view.getInt32(offset, true);
    if (hasSpecialByte(word)) break;
    hash = hashStep(hash, word);
  }
  for (; offset < to; offset += 1) hash = hashStep(hash, buffer[offset] as number);
  return hash;
}
