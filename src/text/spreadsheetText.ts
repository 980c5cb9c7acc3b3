/** Spreadsheets take a cell that begins so for a formula. */
const readsAsFormula = /^[=+\-@\t\r\n]/;
const needsQuotes = /[",\r\n]/;

/** A text that no spreadsheet runs: an apostrophe stands before what would read as a formula. */
export const guardedText = (text: string): string => (readsAsFormula.test(text) ? `'${text}` : text);

/** A field of comma-separated values as RFC 4180 has it, in quotes where it needs them; `""` for the empty text. */
export const csvField = (value: string): string =>
  value === '' || needsQuotes.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
