import { csvField, guardedText } from '../text/spreadsheetText';
import { unquotedText } from '../table/columns/numberText';
import type { ByteSink, ExportOptions, ExportSource } from './exportSource';
import { charactersBut, writeRows, type RowForm } from './rowText';

/** Texts are guarded against being run as formulas, whatever column they stand in; numbers never. */
const text = (value: string) => csvField(guardedText(value));

const form: RowForm = {
  head: (keys) => `${keys.map(text).join(',')}\r\n`,
  before: (_key, place) => (place === 0 ? '' : ','),
  rowEnd: '\r\n',
  nullText: '',
  quote: '',
  plain: charactersBut(/[",\r\n]/),
  plainFirst: charactersBut(/[",\r\n=+\-@\t]/),
  text,
  json: (value) => (value.startsWith('"') ? text(unquotedText(value)) : csvField(value)),
};

/**
 * Comma-separated values as RFC 4180 has them: UTF-8 without a mark, lines end with CR LF, column
 * keys as the header. Times are RFC 3339 in UTC, numbers as the service wrote them, null is an empty
 * field and the empty text `""`.
 */
export async function writeCsv(source: ExportSource, out: ByteSink, options: ExportOptions): Promise<void> {
  await writeRows(form, source, out, options);
}
