import { csvField, quotedCharacters } from '../text/csvField';
import { guardedSeparators, guardedSigns, guardedText } from '../text/formulaGuard';
import { unquotedText } from '../table/columns/numberText';
import type { ByteSink, ExportOptions, ExportSource } from './exportSource';
import { writeRows, type RowForm } from './rowText';
import { charactersBut } from './textBytes';

/** The guard keeps texts, including column keys, from being run as formulas. Numbers never need it. */
function formOf(isGuarded: boolean): RowForm {
  const text = (value: string) => csvField(isGuarded ? guardedText(value) : value);
  return {
    head: (keys) => `${keys.map(text).join(',')}\r\n`,
    before: (_key, index) => (index === 0 ? '' : ','),
    rowEnd: '\r\n',
    nullText: '',
    quote: '',
    plain: charactersBut(quotedCharacters, ...(isGuarded ? [guardedSeparators] : [])),
    plainFirst: charactersBut(quotedCharacters, ...(isGuarded ? [guardedSigns] : [])),
    text,
    json: (value) => (/^-?\d/.test(value) ? value : text(unquotedText(value))),
  };
}

/**
 * Comma-separated values as in RFC 4180: UTF-8 without a byte order mark, lines that end with CR LF, column
 * keys as the header. Times are RFC 3339 in UTC, numbers as the service wrote them; null is an empty field,
 * and empty text is `""`.
 */
export async function writeCsv(source: ExportSource, out: ByteSink, options: ExportOptions): Promise<void> {
  await writeRows(formOf(options.formulaGuard ?? true), source, out, options);
}
