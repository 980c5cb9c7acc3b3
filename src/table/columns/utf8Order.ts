/**
 * The order of JavaScript's `<` on texts, which goes by UTF-16 units, told from UTF-8: it is that of
 * the bytes, but for characters beyond U+FFFF (first byte 0xf0 and up), which come before those from
 * U+E000 on (first bytes 0xee and 0xef) because their surrogates do.
 */
export const byteRanks = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte >= 0xf0) return byte - 2;
  return byte >= 0xee ? byte + 16 : byte;
});

/** Negative, 0 or positive as the text in `a[aFrom]` to `a[aTo - 1]` is before, equal to or after that in `b`. */
export function compareUtf8(
  a: Uint8Array,
  aFrom: number,
  aTo: number,
  b: Uint8Array,
  bFrom: number,
  bTo: number,
): number {
  const shared = Math.min(aTo - aFrom, bTo - bFrom);
  for (let index = 0; index < shared; index += 1) {
    const left = a[aFrom + index] as number;
    const right = b[bFrom + index] as number;
    if (left !== right) return (byteRanks[left] as number) - (byteRanks[right] as number);
  }
  return aTo - aFrom - (bTo - bFrom);
}

/** The same order of texts; for those that UTF-8 cannot hold. */
export const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
