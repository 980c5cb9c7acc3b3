import { csvField, csvNotations, plainCsv, quotedCharacters, quotedField } from '../text/csvDialects';
import { guardedSeparators, guardedSigns, guardedText } from '../text/formulaGuard';
import { unquotedText } from '../table/columns/numberText';
import type { FormatOptions } from '../protocol/exportOrder';
import type { TableWriter } from './exportSource';
import { writeRows, type RowSyntax } from './rowText';
import { charactersBut } from './textBytes';

/**
 * The guard keeps texts, including column keys, from being run as formulas. Numbers never need it. Without it, keys are
 * in quotes, so that reading the file doesn't take apostrophes away that were sent.
 */
function formOf({ formulaGuard: isGuarded = true, dialect }: FormatOptions): RowSyntax {
  const notation = dialect ? csvNotations[dialect] : plainCsv;
  const { separator, decimalSign, mark } = notation;
  const quoted = quotedCharacters(notation);
  const text = (value: string) => csvField(isGuarded ? guardedText(value, separator) : value, quoted);
  return {
    head: (keys) => `${mark}${keys.map(isGuarded ? text : quotedField).join(separator)}\r\n`,
    before: (_key, index) => (index === 0 ? '' : separator),
    rowEnd: '\r\n',
    nullText: '',
    quote: '',
    decimalSign,
    plain: charactersBut(quoted, ...(isGuarded ? [guardedSeparators] : [])),
    plainFirst: charactersBut(quoted, ...(isGuarded ? [guardedSigns] : [])),
    text,
    json: (value) => (/^-?\d/.test(value) ? value.replace('.', decimalSign) : text(unquotedText(value))),
  };
}

/**
 * Comma-separated values as in RFC 4180: UTF-8 without a byte order mark, lines that end with CR LF, column
 * keys as the header. Times are RFC 3339 in UTC, numbers as the service wrote them; null is an empty field,
 * and empty text is `""`. Dialects differ in what `csvNotations` says.
 */
export const writeCsv: TableWriter = (source, out, options) =>
  writeRows(formOf(options), source, out, options);
