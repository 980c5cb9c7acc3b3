/** Characters for which a field is quoted. */
export const quotedCharacters = /[",\r\n]/;

/** A comma-separated field as in RFC 4180, quoted where necessary; `""` for empty text. */
export const csvField = (value: string): string =>
  value === '' || quotedCharacters.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
