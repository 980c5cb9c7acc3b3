/** The ASCII bytes of JSON's syntax. */

export const quote = 34;
export const plus = 43;
export const comma = 44;
export const minus = 45;
export const point = 46;
export const zero = 48;
export const nine = 57;
export const colon = 58;
export const openBracket = 91;
export const backslash = 92;
export const closeBracket = 93;
export const openBrace = 123;
export const closeBrace = 125;

/** White space between values. */
export const isSpace = (byte: number | undefined): boolean =>
  byte === 32 || byte === 10 || byte === 13 || byte === 9;

/** Offset of the first byte at or after `from` that isn't white space. */
export function afterSpace(bytes: Uint8Array, from: number): number {
  let offset = from;
  while (isSpace(bytes[offset])) offset += 1;
  return offset;
}

/** Offset after the string whose opening quote is at `from`. */
export function afterString(bytes: Uint8Array, from: number): number {
  let offset = from + 1;
  while (offset < bytes.length && bytes[offset] !== quote) offset += bytes[offset] === backslash ? 2 : 1;
  return offset + 1;
}

/** `{` or `[`. */
export const isOpening = (byte: number): boolean => byte === openBrace || byte === openBracket;
/** `}` or `]`. */
export const isClosing = (byte: number): boolean => byte === closeBrace || byte === closeBracket;
