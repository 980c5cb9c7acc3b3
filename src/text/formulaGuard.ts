/**
 * Spreadsheets read a cell that starts with one of these as a formula; those of East Asian locales
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
 * space at the start of a text by some readers. Apostrophes that were sent there get one more, so that readers
 * can take one away everywhere.
 */
const startsAfter = (between: string) =>
  new RegExp(`(?:^|(?<=[${between}]))(?='*"*[${signs}])|^(?='*"*[\\t\\r\\n])`, 'g');
const starts = startsAfter(separators);
/** In a file that isn't separated by commas, others split at them. */
const startsWithCommas = startsAfter(`${separators},`);

/**
 * `guardedText` leaves a text as it is if it contains neither quotes nor separators and doesn't start with a
 * sign or an apostrophe. Writers that copy bytes look at nothing else.
 */
export const guardedSeparators = new RegExp(`[${separators},]`);
export const guardedSigns = new RegExp(`['${signs}]`);

/** Text that no spreadsheet runs as a formula: an apostrophe is added where necessary. */
export const guardedText = (text: string, separator = ','): string =>
  text.replace(separator === ',' ? starts : startsWithCommas, "'");
