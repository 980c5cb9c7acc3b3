/** Spreadsheets treat a cell that starts with one of these as a formula. */
const readsAsFormula = /^[=+\-@\t\r\n]/;
const needsQuotes = /[",\r\n]/;

/** Text that no spreadsheet runs as a formula: an apostrophe is added where necessary. */
export const guardedText = (text: string): string => (readsAsFormula.test(text) ? `'${text}` : text);

/** A comma-separated field as in RFC 4180, quoted where necessary; `""` for empty text. */
export const csvField = (value: string): string =>
  value === '' || needsQuotes.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
