/**
 * Formats of one text line per row, written from the columns' typed arrays as bytes. What tells one
 * such format from another is data: a `RowForm`.
 */
import { BooleanColumn, TextColumn, type NumericColumn, type TableColumn } from '../table/columns';
import { segmentBits, segmentMask } from '../table/segments';
import { Block, blockBytes } from './block';
import { exactJson } from './exactCell';
import { exportedRows, type ByteSink, type ExportOptions, type ExportSource } from './exportSource';
import { longestCell, writeFixed, writeNumber, writeTime } from './numberBytes';
import { Pace } from './pace';

export interface RowForm {
  /** What stands before the first row. */
  head(keys: readonly string[]): string;
  /** What stands before a cell. */
  before(key: string, place: number): string;
  /** What stands behind the last cell. */
  readonly rowEnd: string;
  readonly nullText: string;
  /** Around times. */
  readonly quote: string;
  text(value: string): string;
  /** A cell that is given as JSON text. */
  json(value: string): string;
}

/** Writes the row's cell into the block and returns where it ends; the block may have grown. */
type CellWriter = (at: number, row: number) => number;

/** Up to this many distinct texts of a column are kept in their written form. */
const keptTexts = 1 << 16;

export async function writeRows(
  form: RowForm,
  source: ExportSource,
  out: ByteSink,
  options: ExportOptions,
): Promise<void> {
  const pace = new Pace(options);
  const { order } = source;
  const rows = exportedRows(source);
  const columns = source.table.columns;
  const block = new Block();
  const befores = columns.map(({ key }, place) => Buffer.from(form.before(key, place)));
  const rowEnd = Buffer.from(form.rowEnd);
  /** Enough for everything in a row but its texts. */
  const spare = befores.reduce((sum, { length }) => sum + length + longestCell, 0) + rowEnd.length;
  const cells = columns.map((column) => cellWriter(column, form, block, spare));

  const head = Buffer.from(form.head(columns.map(({ key }) => key)));
  block.reserve(0, head.length);
  let at = put(block.bytes, 0, head);
  for (let place = 0; place < rows; place += 1) {
    if (at + spare > blockBytes) {
      await block.flush(out, at);
      at = 0;
    }
    block.reserve(at, spare);
    const row = order ? (order[place] as number) : place;
    for (let column = 0; column < cells.length; column += 1) {
      at = put(block.bytes, at, befores[column] as Buffer);
      at = (cells[column] as CellWriter)(at, row);
    }
    at = put(block.bytes, at, rowEnd);
    if ((place & 63) === 63 && pace.isOver()) await pace.rest(place);
  }
  await block.flush(out, at);
  options.signal.throwIfAborted();
  options.onProgress(rows);
}

/** Copies the bytes; short ones, the rule here, faster than a call of the platform would. */
function put(into: Buffer, at: number, bytes: Buffer): number {
  const { length } = bytes;
  if (length > longestCell) into.set(bytes, at);
  else for (let i = 0; i < length; i += 1) into[at + i] = bytes[i] as number;
  return at + length;
}

function cellWriter(column: TableColumn, form: RowForm, block: Block, spare: number): CellWriter {
  const putAny = (at: number, bytes: Buffer) => {
    block.reserve(at, bytes.length + spare);
    return put(block.bytes, at, bytes);
  };
  if (column instanceof TextColumn) return textWriter(column, form, block, spare, putAny);

  const nullBytes = Buffer.from(form.nullText);
  /** A cell of which the typed values say nothing. */
  const putOther: CellWriter = (at, row) => {
    const json = exactJson(column, row);
    return putAny(at, json === undefined ? nullBytes : Buffer.from(form.json(json)));
  };
  if (column instanceof BooleanColumn) {
    const written = ['', 'false', 'true'].map((text) => Buffer.from(text));
    return (at, row) => {
      const code = column.code(row);
      return code === 0 ? putOther(at, row) : put(block.bytes, at, written[code] as Buffer);
    };
  }
  return column.type === 'time'
    ? timeWriter(column, form, block, putOther)
    : numberWriter(column, block, putOther);
}

function timeWriter(
  column: NumericColumn,
  form: RowForm,
  block: Block,
  putOther: CellWriter,
): CellWriter {
  const { exact } = column;
  const quote = Buffer.from(form.quote);
  return (at, row) => {
    const value = column.value(row);
    if (Number.isNaN(value) || (exact.size > 0 && exact.has(row))) return putOther(at, row);
    const end = writeTime(block.bytes, put(block.bytes, at, quote), value);
    return put(block.bytes, end, quote);
  };
}

function numberWriter(column: NumericColumn, block: Block, putOther: CellWriter): CellWriter {
  const { decimals, exact } = column;
  return (at, row) => {
    const value = column.value(row);
    if (Number.isNaN(value) || (exact.size > 0 && exact.has(row))) return putOther(at, row);
    const form = decimals[row >>> segmentBits]?.[row & segmentMask] ?? 0;
    return form > 0
      ? writeFixed(block.bytes, at, value, form - 1)
      : writeNumber(block.bytes, at, value);
  };
}

function textWriter(
  column: TextColumn,
  form: RowForm,
  block: Block,
  spare: number,
  putAny: (at: number, bytes: Buffer) => number,
): CellWriter {
  const nullBytes = Buffer.from(form.nullText);
  if (column.entryCount <= keptTexts) {
    const kept: (Buffer | undefined)[] = [nullBytes];
    return (at, row) => {
      const code = column.code(row);
      return putAny(at, (kept[code] ??= Buffer.from(form.text(column.entryText(code)))));
    };
  }
  return (at, row) => {
    const code = column.code(row);
    if (code === 0) return put(block.bytes, at, nullBytes);
    const text = form.text(column.entryText(code));
    block.reserve(at, text.length * 3 + spare); // no UTF-16 unit takes more than 3 bytes
    return at + block.bytes.write(text, at);
  };
}
