import type { TableWriter } from './exportSource';
import { writeRows, type RowSyntax } from './rowText';
import { charactersBut } from './textBytes';

const form: RowSyntax = {
  head: () => '',
  before: (key, index) => `${index === 0 ? '{' : ','}${JSON.stringify(key)}:`,
  rowEnd: '}\n',
  nullText: 'null',
  quote: '"',
  decimalSign: '.',
  plain: charactersBut(/["\\\p{Cc}]/u),
  plainFirst: charactersBut(/["\\\p{Cc}]/u),
  text: (value) => JSON.stringify(value),
  json: (value) => value,
};

/**
 * One JSON object per table row and line, with every column in column order. Times are RFC 3339 in
 * UTC; numbers keep every digit that the service wrote.
 */
export const writeNdjson: TableWriter = (source, out, options) => writeRows(form, source, out, options);
