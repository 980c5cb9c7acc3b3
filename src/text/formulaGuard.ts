/**
 * Spreadsheets take a cell that starts with one of these for a formula; those of East Asian locales
 * also the full-width forms.
 */
const signs = '=+\\-@＝＋－＠';

/**
 * After these, a cell can start within a field: spreadsheets of locales that write decimals with a comma
 * split a file at semicolons, and others may be set to tabs. Quotes don't prevent that.
 */
const separators = ';\\t\\r\\n';

/**
 * Where a formula could start. Quotes at the start of a cell are removed before it's read, and so is white
 * space at the start of a text by some readers.
 */
const unguarded = new RegExp(`(?:^|(?<=[${separators}]))(?="*[${signs}])|^(?="*[\\t\\r\\n])`, 'g');

/**
 * `guardedText` leaves a text as it is if it contains neither quotes nor separators and doesn't start with a
 * sign. Writers that copy bytes look at nothing else.
 */
export const guardedSeparators = new RegExp(`[${separators}]`);
export const guardedSigns = new RegExp(`[${signs}]`);

/** Text that no spreadsheet runs as a formula: an apostrophe is added where necessary. */
export const guardedText = (text: string): string => text.replace(unguarded, "'");
