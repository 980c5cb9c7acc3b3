/**
 * The order of JavaScript's `<` on texts, which compares UTF-16 units, determined from UTF-8. It is the
 * order of the bytes, except that characters beyond U+FFFF (first byte 0xf0 and up) come before those
 * from U+E000 on (first bytes 0xee and 0xef) because their surrogates do.
 */
export const byteRanks = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte >= 0xf0) return byte - 2;
  return byte >= 0xee ? byte + 16 : byte;
});

/**
 * Negative, 0, or positive if the text in `a` (`aTo` is exclusive) is before, equal to, or after the one in
 * `b`.
 */
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
