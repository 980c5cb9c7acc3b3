import type { NumericColumn, TableColumn, TextColumn } from '../../table/columns/columns';
import { falseCode, trueCode } from '../../table/columns/text/textColumn';
import type { EntryReader } from '../../table/columns/text/textMatch';
import { Block, blockBytes } from '../block';
import { exactText } from '../exactCell';
import { rowAt, type ExportSource } from '../exportSource';
import type { ColumnKind } from './columnKind';
import type { Dictionary } from './dictionary';
import { hybrid, packBits } from './packed';
import { isMisfit } from './misfits';

/** Pages are compressed as a whole, so these limit the memory for one. */
const rowsPerPage = 1 << 16;
const pageBytes = 1 << 19;

/** Collects the values of one column chunk, page by page. */
export interface ValueCollector {
  /**
   * Takes the values from index `from` of the rows to write until the page is full, or up to `end`
   * (exclusive). Sets `present` to 1 for each row of the page that has a value, and to 0 for null. Returns
   * the next index.
   */
  fill(from: number, end: number, present: Uint32Array): number;
  /** The values of the last `fill` in page format, valid until the next `fill`. */
  page(): Buffer;
  /** Smallest and largest value of the chunk as bytes, for numbers and times that aren't all null. */
  bounds(): { min: Buffer; max: Buffer } | undefined;
}

const unbounded = () => undefined;
/** With at most this many rows, a page of values of up to 8 bytes is never too large. */
const pageEnd = (from: number, end: number) => Math.min(end, from + rowsPerPage);

/** The rows of an export. */
type Rows = ExportSource['rows'];

/** Memory for one page at a time, of one column after the other. */
export interface PageMemory {
  /** The bytes of a page. */
  readonly block: Block;
  /** For each row of a page, whether it has a value (1) or is null (0). */
  readonly present: Uint32Array;
  /** A small number for each value of a page. */
  readonly numbers: Uint32Array;
}

/** Memory for pages of at most this many rows, which is small if there are few. */
export function pageMemory(rows: number): PageMemory {
  const most = Math.min(rows, rowsPerPage);
  return {
    block: new Block(Math.min(most * 8, blockBytes)),
    present: new Uint32Array(most),
    numbers: new Uint32Array(most),
  };
}

/** The collector for a column of this kind. A dictionary must contain all of the rows' texts. */
export function collectValues(
  column: TableColumn,
  rows: Rows,
  kind: ColumnKind,
  dictionary: Dictionary | undefined,
  { block, numbers }: PageMemory,
): ValueCollector {
  if (column.kind === 'text' && column.type === 'text') {
    return dictionary ? dictionaryIndexes(column, rows, dictionary, numbers) : entries(column, rows, block);
  }
  if (kind === 'text') return spellings(column, rows, block);
  if (column.kind === 'text') return booleans(column, rows, numbers);
  return kind === 'time' || kind === 'integer'
    ? integers(column, rows, kind, block)
    : doubles(column, rows, block);
}

function dictionaryIndexes(
  column: TextColumn,
  rows: Rows,
  { codes, indexByCode }: Dictionary,
  held: Uint32Array,
): ValueCollector {
  const width = Math.max(1, 32 - Math.clz32(codes.length - 1));
  const page = (count: number) => Buffer.concat([Buffer.from([width]), hybrid(held, count, width)]);
  const indexOf = (code: number) => (code === 0 ? -1 : (indexByCode[code] as number));
  return collectCodes(column, rows, held, indexOf, page);
}

function booleans(column: TextColumn, rows: Rows, held: Uint32Array): ValueCollector {
  const bitOf = (code: number) => (code > trueCode ? -1 : code - falseCode);
  return collectCodes(column, rows, held, bitOf, (count) => packBits(held, count, 1));
}

/** Collects what stands for the codes of the rows; -1 for null. */
function collectCodes(
  column: TextColumn,
  rows: Rows,
  held: Uint32Array,
  standsFor: (code: number) => number,
  page: (count: number) => Buffer,
): ValueCollector {
  let count = 0;
  return {
    fill(from, end, present) {
      const to = pageEnd(from, end);
      count = 0;
      for (let index = from; index < to; index += 1) {
        const value = standsFor(column.code(rowAt(rows, index)));
        present[index - from] = value < 0 ? 0 : 1;
        if (value >= 0) held[count++] = value;
      }
      return to;
    },
    page: () => page(count),
    bounds: unbounded,
  };
}

/** The texts of a column in their stored form. */
function entries(column: TextColumn, rows: Rows, block: Block): ValueCollector {
  let start = 0;
  const copy: EntryReader<number> = (source, from, to) => block.copy(start, source, from, to);
  return collectTexts(block, rows, (row, at) => {
    const code = column.code(row);
    start = at;
    return code === 0 ? -1 : column.entries.read(code, copy);
  });
}

/** Values of a column that is always text in files, as the service wrote them. */
function spellings(column: TableColumn, rows: Rows, block: Block): ValueCollector {
  return collectTexts(block, rows, (row, at) => {
    const exact = column.kind === 'numeric' ? exactText(column, row) : undefined;
    const text = exact ?? column.text(row);
    return text === null ? -1 : block.text(at, text);
  });
}

/** Collects texts: `write` writes the row's text at the offset and returns its end, or -1 for null. */
export function collectTexts(
  block: Block,
  rows: Rows,
  write: (row: number, at: number) => number,
): ValueCollector {
  let at = 0;
  return {
    fill(from, end, present) {
      const to = pageEnd(from, end);
      at = 0;
      let index = from;
      for (; index < to && at < pageBytes; index += 1) {
        const start = at + 4;
        block.reserve(at, 4);
        const ended = write(rowAt(rows, index), start);
        present[index - from] = ended < 0 ? 0 : 1;
        if (ended < 0) continue;
        block.view.setUint32(at, ended - start, true);
        at = ended;
      }
      return index;
    },
    page: () => block.bytes.subarray(0, at),
    bounds: unbounded,
  };
}

function doubles(column: NumericColumn, rows: Rows, block: Block): ValueCollector {
  const { exact } = column;
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  let at = 0;
  const bytes = (value: number) => {
    const buffer = Buffer.alloc(8);
    buffer.writeDoubleLE(value);
    return buffer;
  };
  return {
    fill(from, end, present) {
      const { view } = block;
      const to = pageEnd(from, end);
      at = 0;
      for (let index = from; index < to; index += 1) {
        const row = rowAt(rows, index);
        const value = column.value(row);
        const isThere = !Number.isNaN(value) && !(exact.size > 0 && isMisfit(column, 'double', row));
        present[index - from] = isThere ? 1 : 0;
        if (!isThere) continue;
        if (value < min) min = value;
        if (value > max) max = value;
        view.setFloat64(at, value, true);
        at += 8;
      }
      return to;
    },
    page: () => block.bytes.subarray(0, at),
    // -0 and 0 compare as equal, so the minimum is written as -0 and the maximum as +0, which readers rely
    // on.
    bounds: () => (min > max ? undefined : { min: bytes(min === 0 ? -0 : min), max: bytes(max + 0) }),
  };
}

/**
 * Collects integers, and times in microseconds. Values that a double can't represent exactly are read from
 * their text.
 */
function integers(column: NumericColumn, rows: Rows, kind: 'integer' | 'time', block: Block): ValueCollector {
  const scale = kind === 'time' ? 1000 : 1;
  /** Rows whose text may be more precise than the double. */
  const finer = kind === 'time' && column.exact.size > 0 ? column.exact : null;
  /** The bounds of values that a double represents, and then of all other values. */
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  let least: number | bigint = Number.POSITIVE_INFINITY;
  let greatest: number | bigint = Number.NEGATIVE_INFINITY;
  let at = 0;
  const bytes = (value: number | bigint) => {
    const buffer = Buffer.alloc(8);
    buffer.writeBigInt64LE(BigInt(value));
    return buffer;
  };
  return {
    fill(from, end, present) {
      const { view } = block;
      const to = pageEnd(from, end);
      at = 0;
      for (let index = from; index < to; index += 1) {
        const row = rowAt(rows, index);
        const value = column.value(row) * scale;
        if (Number.isSafeInteger(value) && !finer?.has(row)) {
          if (value < min) min = value;
          if (value > max) max = value;
          const high = Math.floor(value / 0x1_0000_0000);
          view.setUint32(at, value - high * 0x1_0000_0000, true);
          view.setInt32(at + 4, high, true);
        } else if (Number.isNaN(value) || (kind === 'integer' && isMisfit(column, kind, row))) {
          present[index - from] = 0;
          continue;
        } else {
          const exact = kind === 'time' ? microsecondsOf(column, row) : BigInt(column.text(row) ?? '0');
          if (exact < least) least = exact;
          if (exact > greatest) greatest = exact;
          view.setBigInt64(at, exact, true);
        }
        present[index - from] = 1;
        at += 8;
      }
      return to;
    },
    page: () => block.bytes.subarray(0, at),
    bounds() {
      const lowest = least < min ? least : min;
      const highest = greatest > max ? greatest : max;
      return lowest > highest ? undefined : { min: bytes(lowest), max: bytes(highest) };
    },
  };
}

/** Finer digits are cut off, so the time is never later than the one that was sent. */
function microsecondsOf(column: NumericColumn, row: number): bigint {
  const fraction = /[.,]\d{3}(\d{1,3})/.exec(column.exact.get(row) ?? '')?.[1] ?? '';
  return BigInt(column.value(row)) * 1000n + BigInt(fraction.padEnd(3, '0'));
}
