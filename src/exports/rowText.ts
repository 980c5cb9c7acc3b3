/**
 * Formats with one text line per row, written as bytes from the columns' typed arrays. A `RowSyntax`
 * defines the differences between formats.
 */
import { moreColumn } from '../market/records/recordKinds';
import { point } from '../table/body/jsonBytes';
import type { NumericColumn, TableColumn, TextColumn } from '../table/columns/columns';
import { trueCode } from '../table/columns/text/textColumn';
import { Turns } from '../table/columns/turns';
import { Block, fullBytes, stamps } from './block';
import { exactJson, moreText } from './exactCell';
import {
  nameIn,
  rowAt,
  rowCount,
  type ByteSink,
  type ExportOptions,
  type ExportSource,
} from './exportSource';
import { longestCell, writeFixed, writeNumber, writeTime } from './numberBytes';
import { encodedTexts, plainCopy, type PlainCharacters } from './textBytes';

export interface RowSyntax extends PlainCharacters {
  /** Written before the first row. */
  head(keys: readonly string[]): string;
  /** Written before a cell. */
  before(key: string, index: number): string;
  /** Written after the last cell. */
  readonly rowEnd: string;
  readonly nullText: string;
  /** Put around times, and around texts with only plain characters. */
  readonly quote: string;
  /** What numbers have where the service wrote a point: one character of ASCII. */
  readonly decimalSign: string;
  text(value: string): string;
  /** A cell whose value is given as JSON text. */
  json(value: string): string;
}

/** Writes the row's cell with its prefix into the block; returns the end. */
type CellWriter = (at: number, row: number) => number;

/**
 * Writes all rows of the source in the form, block by block, with turns for other work in between. Reports
 * progress. Rejects with the signal's reason, or with the error of the sink.
 */
export async function writeRows(
  form: RowSyntax,
  source: ExportSource,
  out: ByteSink,
  options: ExportOptions,
): Promise<void> {
  const { columns, rows, later } = source;
  const count = rowCount(source);
  const turns = new Turns(options.signal);
  const block = new Block();
  const rowEnd = stamps([form.rowEnd]);
  const cells = columns.map((column, index) =>
    cellWriter(column, form, form.before(nameIn(source, column), index), block),
  );
  if (later) cells.push(moreWriter(later, form, form.before(moreColumn, columns.length), block));

  let at = block.text(0, form.head(columns.map((column) => nameIn(source, column))));
  for (let index = 0; index < count; index += 1) {
    const row = rowAt(rows, index);
    if (at >= fullBytes) {
      await block.flush(out, at);
      at = 0;
    }
    for (let column = 0; column < cells.length; column += 1) {
      at = (cells[column] as CellWriter)(at, row);
    }
    at = block.stamp(at, rowEnd);
    if ((index & 63) === 63 && turns.isOver()) {
      options.onProgress(index);
      await turns.next();
    }
  }
  await block.flush(out, at);
  options.signal.throwIfAborted();
  options.onProgress(count);
}

function cellWriter(column: TableColumn, form: RowSyntax, before: string, block: Block): CellWriter {
  if (column.kind === 'numeric') return numericWriter(column, form, before, block);
  return (column.type === 'text' ? textWriter : booleanWriter)(column, form, before, block);
}

function moreWriter(
  later: readonly TableColumn[],
  form: RowSyntax,
  before: string,
  block: Block,
): CellWriter {
  const nullCell = stamps([before + form.nullText]);
  return (at, row) => {
    const text = moreText(later, row);
    return text === null ? block.stamp(at, nullCell) : block.text(at, before + form.text(text));
  };
}

function numericWriter(column: NumericColumn, form: RowSyntax, before: string, block: Block): CellWriter {
  const { exact } = column;
  const nullCell = stamps([before + form.nullText]);
  /** Writes a cell without a typed value. */
  const putOther: CellWriter = (at, row) => {
    const json = exactJson(column, row);
    return json === undefined ? block.stamp(at, nullCell) : block.text(at, before + form.json(json));
  };
  const isTime = column.type === 'time';
  const open = stamps([isTime ? before + form.quote : before]);
  const close = stamps([form.quote]);
  const decimalSign = form.decimalSign.charCodeAt(0);
  return (at, row) => {
    const value = column.value(row);
    if (Number.isNaN(value) || (exact.size > 0 && exact.has(row))) return putOther(at, row);
    const start = block.stamp(at, open);
    block.reserve(start, longestCell);
    if (isTime) return block.stamp(writeTime(block.view, start, value), close);
    const decimals = column.writtenDecimals(row);
    const end =
      decimals === null
        ? writeNumber(block.view, start, value)
        : writeFixed(block.view, start, value, decimals);
    if (decimalSign !== point) replacePoint(block.bytes, start, end, decimalSign);
    return end;
  };
}

function replacePoint(bytes: Buffer, from: number, to: number, decimalSign: number): void {
  const at = bytes.subarray(from, to).indexOf(point);
  if (at >= 0) bytes[from + at] = decimalSign;
}

function booleanWriter(column: TextColumn, form: RowSyntax, before: string, block: Block): CellWriter {
  const written = stamps([form.nullText, 'false', 'true'].map((text) => before + text));
  return (at, row) => {
    const code = column.code(row);
    if (code <= trueCode) return block.stamp(at, written, code);
    return block.text(at, before + form.json(column.jsonText(row)));
  };
}

function textWriter(column: TextColumn, form: RowSyntax, before: string, block: Block): CellWriter {
  const put = stringWriter(column, form, before, block);
  if (!column.hasJson) return put;
  return (at, row) =>
    column.isJson(row)
      ? block.text(at, before + form.json(column.entries.text(column.code(row))))
      : put(at, row);
}

function stringWriter(column: TextColumn, form: RowSyntax, before: string, block: Block): CellWriter {
  const written = encodedTexts(
    column,
    (text, code) => before + (code === 0 ? form.nullText : form.text(text)),
  );
  if (written) {
    return (at, row) => block.stamp(at, written, column.code(row));
  }
  const nullCell = stamps([before + form.nullText]);
  const open = stamps([before + form.quote]);
  const close = stamps([form.quote]);
  const copy = plainCopy(form, block);
  return (at, row) => {
    const code = column.code(row);
    if (code === 0) return block.stamp(at, nullCell);
    copy.at = block.stamp(at, open);
    const end = column.entries.read(code, copy.read);
    if (end >= 0) return block.stamp(end, close);
    return block.text(at, before + form.text(column.entries.text(code)));
  };
}
