import { csvField, guardedText } from '../text/spreadsheetText';
import { unquotedText } from '../table/columns/numberText';
import type { ByteSink, ExportOptions, ExportSource } from './exportSource';
import { charactersBut, writeRows, type RowForm } from './rowText';

/** Text is guarded against being run as formulas in every column; numbers never are. */
const text = (value: string) => csvField(guardedText(value));

const form: RowForm = {
  head: (keys) => `${keys.map(text).join(',')}\r\n`,
  before: (_key, index) => (index === 0 ? '' : ','),
  rowEnd: '\r\n',
  nullText: '',
  quote: '',
  plain: charactersBut(/[",\r\n]/),
  plainFirst: charactersBut(/[",\r\n=+\-@\t]/),
  text,
  json: (value) => (value.startsWith('"') ? text(unquotedText(value)) : csvField(value)),
};

/**
 * Comma-separated values as in RFC 4180: UTF-8 without a byte order mark, lines end with CR LF,
 * column keys as the header. Times are RFC 3339 in UTC, numbers as the service wrote them; null is
 * an empty field, and empty text is `""`.
 */
export async function writeCsv(source: ExportSource, out: ByteSink, options: ExportOptions): Promise<void> {
  await writeRows(form, source, out, options);
}
