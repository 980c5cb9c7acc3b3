import type { BooleanColumn, NumericColumn, TableColumn, TextColumn } from '../../table/columns/columns';
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
  if (column.kind === 'text') {
    return dictionary ? dictionaryIndexes(column, rows, dictionary, numbers) : entries(column, rows, block);
  }
  if (kind === 'text') return spellings(column, rows, block);
  if (column.kind === 'boolean') return booleans(column, rows, numbers);
  return kind === 'time' || kind === 'integer'
    ? new IntegerCollector(column, rows, kind, block)
    : new DoubleCollector(column, rows, block);
}

function dictionaryIndexes(
  column: TextColumn,
  rows: Rows,
  { codes, indexByCode }: Dictionary,
  held: Uint32Array,
): ValueCollector {
  const width = Math.max(1, 32 - Math.clz32(codes.length - 1));
  const page = (count: number) => Buffer.concat([Buffer.from([width]), hybrid(held, count, width)]);
  return new CodeCollector(column, rows, held, indexByCode, page);
}

const booleans = (column: BooleanColumn, rows: Rows, held: Uint32Array): ValueCollector =>
  new CodeCollector(column, rows, held, [0, 0, 1], (count) => packBits(held, count, 1));

/** Collects what stands for the codes of the rows that aren't null. */
class CodeCollector implements ValueCollector {
  private count = 0;
  readonly bounds = unbounded;

  /** `standsFor` has something for each code. */
  constructor(
    private readonly column: TextColumn | BooleanColumn,
    private readonly rows: Rows,
    private readonly held: Uint32Array,
    private readonly standsFor: ArrayLike<number>,
    private readonly pageOf: (count: number) => Buffer,
  ) {}

  fill(from: number, end: number, present: Uint32Array): number {
    const { column, rows, held, standsFor } = this;
    const to = pageEnd(from, end);
    let count = 0;
    for (let index = from; index < to; index += 1) {
      const code = column.code(rowAt(rows, index));
      present[index - from] = code === 0 ? 0 : 1;
      if (code !== 0) held[count++] = standsFor[code] as number;
    }
    this.count = count;
    return to;
  }

  page(): Buffer {
    return this.pageOf(this.count);
  }
}

/** The texts of a column in their stored form. */
function entries(column: TextColumn, rows: Rows, block: Block): ValueCollector {
  let start = 0;
  const copy: EntryReader<number> = {
    bytes: (source, from, to) => block.copy(start, source, from, to),
    text: (text) => block.text(start, text),
  };
  return collectTexts(block, rows, (row, at) => {
    const code = column.code(row);
    start = at;
    return code === 0 ? -1 : column.entries.read(code, copy);
  });
}

/** Values of a column that is always text in files, as the service wrote them. */
function spellings(column: NumericColumn | BooleanColumn, rows: Rows, block: Block): ValueCollector {
  return collectTexts(block, rows, (row, at) => {
    const text = exactText(column, row) ?? column.text(row);
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

/** Collects values of 8 bytes. */
abstract class EightByteCollector implements ValueCollector {
  private at = 0;

  constructor(
    protected readonly column: NumericColumn,
    private readonly rows: Rows,
    protected readonly block: Block,
  ) {}

  /** Writes the row's value, unless it's null. */
  protected abstract isPut(at: number, row: number): boolean;
  abstract bounds(): { min: Buffer; max: Buffer } | undefined;

  fill(from: number, end: number, present: Uint32Array): number {
    const { rows } = this;
    const to = pageEnd(from, end);
    let at = 0;
    for (let index = from; index < to; index += 1) {
      const isThere = this.isPut(at, rowAt(rows, index));
      present[index - from] = isThere ? 1 : 0;
      if (isThere) at += 8;
    }
    this.at = at;
    return to;
  }

  page(): Buffer {
    return this.block.bytes.subarray(0, this.at);
  }
}

class DoubleCollector extends EightByteCollector {
  private min = Number.POSITIVE_INFINITY;
  private max = Number.NEGATIVE_INFINITY;

  protected isPut(at: number, row: number): boolean {
    const { column, block } = this;
    const value = column.value(row);
    if (Number.isNaN(value) || (column.exact.size > 0 && isMisfit(column, 'double', row))) return false;
    if (value < this.min) this.min = value;
    if (value > this.max) this.max = value;
    block.view.setFloat64(at, value, true);
    return true;
  }

  bounds() {
    const { min, max } = this;
    const bytes = (value: number) => {
      const buffer = Buffer.alloc(8);
      buffer.writeDoubleLE(value);
      return buffer;
    };
    // -0 and 0 compare as equal, so the minimum is written as -0 and the maximum as +0, which readers rely
    // on.
    return min > max ? undefined : { min: bytes(min === 0 ? -0 : min), max: bytes(max + 0) };
  }
}

/**
 * Collects integers, and times in microseconds. Values that a double can't represent exactly are read from
 * their text.
 */
class IntegerCollector extends EightByteCollector {
  /** The bounds of values that a double represents, and then of all other values. */
  private min = Number.POSITIVE_INFINITY;
  private max = Number.NEGATIVE_INFINITY;
  private least: number | bigint = Number.POSITIVE_INFINITY;
  private greatest: number | bigint = Number.NEGATIVE_INFINITY;
  private readonly scale: number;

  constructor(
    column: NumericColumn,
    rows: Rows,
    private readonly kind: 'integer' | 'time',
    block: Block,
  ) {
    super(column, rows, block);
    this.scale = kind === 'time' ? 1000 : 1;
  }

  protected isPut(at: number, row: number): boolean {
    const { column, kind } = this;
    const { view } = this.block;
    const value = column.value(row) * this.scale;
    // A time's text may be more precise than the double.
    const isFiner = kind === 'time' && column.exact.size > 0 && column.exact.has(row);
    if (Number.isSafeInteger(value) && !isFiner) {
      if (value < this.min) this.min = value;
      if (value > this.max) this.max = value;
      const high = Math.floor(value / 0x1_0000_0000);
      view.setUint32(at, value - high * 0x1_0000_0000, true);
      view.setInt32(at + 4, high, true);
      return true;
    }
    if (Number.isNaN(value) || (kind === 'integer' && isMisfit(column, kind, row))) return false;
    const exact = kind === 'time' ? microsecondsOf(column, row) : BigInt(column.text(row) ?? '0');
    if (exact < this.least) this.least = exact;
    if (exact > this.greatest) this.greatest = exact;
    view.setBigInt64(at, exact, true);
    return true;
  }

  bounds() {
    const { min, max, least, greatest } = this;
    const bytes = (value: number | bigint) => {
      const buffer = Buffer.alloc(8);
      buffer.writeBigInt64LE(BigInt(value));
      return buffer;
    };
    const lowest = least < min ? least : min;
    const highest = greatest > max ? greatest : max;
    return lowest > highest ? undefined : { min: bytes(lowest), max: bytes(highest) };
  }
}

/** Finer digits are cut off, so the time is never later than the one that was sent. */
function microsecondsOf(column: NumericColumn, row: number): bigint {
  const fraction = /[.,]\d{3}(\d{1,3})/.exec(column.exact.get(row) ?? '')?.[1] ?? '';
  return BigInt(column.value(row)) * 1000n + BigInt(fraction.padEnd(3, '0'));
}
