import { isUtf8 } from 'node:buffer';
import type { TextColumn } from '#src/table/columns/columns';
import { withView, type Bytes } from '#src/table/columns/pendingBytes';
import { hashOf } from '#src/table/columns/text/textHash';
import { Malformed } from './compactReader';
import { encodings, hasIndexes, readIndexes, type PageMemory, type PageValues } from './pageValues';

/** The texts of a dictionary, and the column's code of each; 0 for one that hasn't been needed yet. */
export interface TextDictionary {
  readonly bytes: Bytes;
  /** Where each text begins, after its length. */
  readonly starts: Uint32Array;
  readonly codes: Uint32Array;
}

/** Throws `Malformed` if the texts don't take exactly the bytes of the page. */
export function readTextDictionary({ bytes, count }: PageValues): TextDictionary {
  if (count * 4 > bytes.length) throw new Malformed('dictionary');
  const starts = new Uint32Array(count);
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    starts[index] = at + 4;
    at = endOfText(bytes, at);
  }
  if (at !== bytes.length) throw new Malformed('dictionary');
  return { bytes: withView(bytes), starts, codes: new Uint32Array(count) };
}

/** Where the text ends whose length is at this offset. */
function endOfText(bytes: Buffer, at: number): number {
  const end = at + 4 > bytes.length ? Infinity : at + 4 + bytes.readUInt32LE(at);
  if (end > bytes.length) throw new Malformed('text');
  return end;
}

/** Sets the rows of a page, from `first` on. */
export function setTexts(
  column: TextColumn,
  first: number,
  page: PageValues,
  dictionary: TextDictionary | undefined,
  memory: PageMemory,
): void {
  // A row that nothing is written to is null.
  if (page.count === 0) return;
  if (hasIndexes(page) && dictionary) setIndexed(column, first, page, dictionary, memory);
  else if (page.encoding === encodings.plain) setPlain(column, first, page, memory);
  else throw new Malformed('encoding');
}

function setIndexed(
  column: TextColumn,
  first: number,
  page: PageValues,
  dictionary: TextDictionary,
  memory: PageMemory,
): void {
  const { rows, present, count } = page;
  const { starts, codes: known, bytes } = dictionary;
  const codes = readIndexes(page, memory);
  const codeAt = (index: number) => {
    const from = starts[index];
    if (from === undefined) throw new Malformed('index');
    return (known[index] = codeOf(column, bytes, from, from + bytes.view.getUint32(from - 4, true), first));
  };
  // No code is 0, nor is there one beyond the end.
  for (let value = 0; value < count; value += 1) {
    const index = codes[value] as number;
    codes[value] = known[index] || codeAt(index);
  }
  column.setCodes(first, present === null ? codes : spread(codes, rows, present, memory));
}

/** Moves the codes of values to the rows that have one. */
function spread(values: Uint32Array, rows: number, present: Uint32Array, memory: PageMemory): Uint32Array {
  const codes = memory.codes(rows);
  let next = values.length;
  // From the last row on, because a row is never before its value in the same memory.
  for (let row = rows - 1; row >= 0; row -= 1) {
    codes[row] = present[row] === 0 ? 0 : (values[--next] as number);
  }
  return codes;
}

function setPlain(column: TextColumn, first: number, page: PageValues, memory: PageMemory): void {
  const { rows, present } = page;
  const bytes = withView(page.bytes);
  const codes = memory.codes(rows);
  let at = page.at;
  for (let row = 0; row < rows; row += 1) {
    if (present !== null && present[row] === 0) {
      codes[row] = 0;
      continue;
    }
    const end = endOfText(page.bytes, at);
    codes[row] = codeOf(column, bytes, at + 4, end, first + row);
    at = end;
  }
  if (at !== page.bytes.length) throw new Malformed('values');
  column.setCodes(first, codes);
}

/** `before` is how many rows came before the text. */
function codeOf(column: TextColumn, bytes: Bytes, from: number, to: number, before: number): number {
  // Others may have written anything; only valid UTF-8 may be in a column.
  if (!isAscii(bytes, from, to) && !isUtf8(bytes.buffer.subarray(from, to))) {
    return column.encodeText(bytes.buffer.toString('utf8', from, to));
  }
  return column.encode(bytes, from, to, column.distinct ? hashOf(bytes, from, to) : 0, before);
}

function isAscii({ buffer, view }: Bytes, from: number, to: number): boolean {
  let found = 0;
  let at = from;
  for (; at + 4 <= to; at += 4) found |= view.getInt32(at, true);
  for (; at < to; at += 1) found |= (buffer[at] as number) << 24;
  return (found & 0x80808080) === 0;
}
