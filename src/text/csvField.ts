/** Characters for which a field is quoted, by the separator of fields. */
export const quotedCharacters = { ',': /[",\r\n]/, ';': /[";\r\n]/ } as const;

/** A field as in RFC 4180 in quotes, whether they're necessary or not. */
export const quotedField = (value: string): string => `"${value.replaceAll('"', '""')}"`;

/** A field as in RFC 4180, quoted where necessary; `""` for empty text. */
export const csvField = (value: string, separator: keyof typeof quotedCharacters = ','): string =>
  value === '' || quotedCharacters[separator].test(value) ? quotedField(value) : value;
