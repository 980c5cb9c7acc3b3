/**
 * Spreadsheets take a cell that starts with one of these for a formula; those of East Asian locales
 * also the full-width forms.
 */
const sign = '[=+\\-@＝＋－＠]';

/**
 * Where a cell could start with such a sign. Spreadsheets of locales that write decimals with a comma
 * split a file at semicolons, and others may be set to tabs. Quotes don't prevent that: in such a
 * cell they stand in the middle, or right at its start, where they're removed. White space at the
 * start of a text is removed by some readers.
 */
const unguarded = new RegExp(`(?:^|(?<=[;\\t\\r\\n]))(?="*${sign})|^(?="*[\\t\\r\\n])`, 'g');

const needsQuotes = /[",\r\n]/;

/** Text that no spreadsheet runs as a formula: an apostrophe is added where necessary. */
export const guardedText = (text: string): string => text.replace(unguarded, "'");

/** A comma-separated field as in RFC 4180, quoted where necessary; `""` for empty text. */
export const csvField = (value: string): string =>
  value === '' || needsQuotes.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
