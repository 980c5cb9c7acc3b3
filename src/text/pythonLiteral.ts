/**
 * A Python literal, ASCII only. Python doesn't combine surrogates, so each character is one escape. A
 * quotation mark is also escaped: formatters would change the kind of quotation marks around it.
 */
export const pythonLiteral = (text: string): string =>
  `"${JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('\\"', '\\u0022')
    .replace(
      /[\u007f-\u{10ffff}]/gu,
      (character) => `\\U${(character.codePointAt(0) ?? 0).toString(16).padStart(8, '0')}`,
    )}"`;

/** A missing value or a boolean. */
export function pythonConstant(value: boolean | null): string {
  if (value === null) return 'None';
  return value ? 'True' : 'False';
}
