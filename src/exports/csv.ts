import { plainText } from '../table/columns';
import type { Writer } from './exportSource';
import { Block, cellWriter, writeRows, type TextFormat } from './textRows';

/**
 * RFC 4180. An empty text is `""`, a missing value nothing at all. Only texts are guarded against
 * being read as formulas: a number that begins with `-` is a number.
 */
function csvText(text: string): string {
  if (text === '') return '""';
  const guarded = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

const format: TextFormat = {
  missing: '',
  text: csvText,
  time: (text) => text,
  exact: (json) => (/^-?\d/.test(json) ? json : csvText(plainText(json))),
};

/** UTF-8, CRLF, column keys as the header, times in RFC 3339 UTC. */
export const writeCsv: Writer = async (source, out, options) => {
  const { columns } = source.table;
  const writers = columns.map((column) => cellWriter(column, format));
  const block = new Block();
  block.addText(`${columns.map(({ key }) => csvText(key)).join(',')}\r\n`);
  const comma = Buffer.from(',');
  const lineEnd = Buffer.from('\r\n');
  await writeRows(source, out, options, block, (row) => {
    writers.forEach((write, place) => {
      if (place > 0) block.add(comma);
      write(block, row);
    });
    block.add(lineEnd);
  });
};
