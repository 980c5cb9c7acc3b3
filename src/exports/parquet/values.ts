import type { NumericColumn, TableColumn, TextColumn } from '../../table/columns';
import type { Block } from '../block';
import { exactText } from '../exactCell';
import type { ColumnKind } from './columnKind';
import type { Dictionary } from './dictionary';
import { hybrid, packBits } from './packed';

/** Collects the values of one column chunk, page by page. */
export interface ValueCollector {
  /** Takes the row's value; false where it is null. */
  add(row: number): boolean;
  /** Bytes that the values since the last `take` come to. */
  size(): number;
  /** Those values as they stand in a page; the next page begins. Valid until the next `add`. */
  take(): Buffer;
  /** Smallest and largest value of the chunk as bytes, of numbers and times that are not all null. */
  bounds(): { min: Buffer; max: Buffer } | undefined;
}

const unbounded = () => undefined;

/**
 * The collector for a column of the kind. A dictionary, where there is one, holds all its texts; the
 * block is free for the pages.
 */
export function collectValues(
  column: TableColumn,
  kind: ColumnKind,
  dictionary: Dictionary | undefined,
  pageRows: number,
  block: Block,
): ValueCollector {
  if (column.kind === 'text' && dictionary) return places(column, dictionary, pageRows);
  if (kind === 'text') return texts(column, block);
  if (column.kind === 'boolean') return booleans((row) => column.code(row), pageRows);
  if (column.kind === 'numeric' && kind === 'double') return doubles(column, block);
  if (column.kind === 'numeric') return integers(column, kind === 'nanoseconds', block);
  throw new TypeError(`A ${column.kind} column cannot be written as ${kind}.`);
}

function places(column: TextColumn, dictionary: Dictionary, pageRows: number): ValueCollector {
  const held = new Uint32Array(pageRows);
  let count = 0;
  const width = Math.max(1, 32 - Math.clz32(dictionary.codes.length - 1));
  return {
    add(row) {
      const code = column.code(row);
      if (code === 0) return false;
      held[count++] = dictionary.placeOf[code] as number;
      return true;
    },
    size: () => (count * width) / 8,
    take() {
      const page = Buffer.concat([Buffer.from([width]), hybrid(held, count, width)]);
      count = 0;
      return page;
    },
    bounds: unbounded,
  };
}

function booleans(codeOf: (row: number) => number, pageRows: number): ValueCollector {
  const held = new Uint32Array(pageRows);
  let count = 0;
  return {
    add(row) {
      const code = codeOf(row);
      if (code === 0) return false;
      held[count++] = code - 1;
      return true;
    },
    size: () => count / 8,
    take() {
      const page = packBits(held, count, 1);
      count = 0;
      return page;
    },
    bounds: unbounded,
  };
}

function texts(column: TableColumn, block: Block): ValueCollector {
  let at = 0;
  const textOf = (row: number) =>
    (column.kind === 'text' ? undefined : exactText(column, row)) ?? column.text(row);
  return {
    add(row) {
      const text = textOf(row);
      if (text === null) return false;
      block.reserve(at, 4 + text.length * 3); // no UTF-16 unit takes more than 3 bytes
      const length = block.bytes.write(text, at + 4);
      block.bytes.writeUInt32LE(length, at);
      at += 4 + length;
      return true;
    },
    size: () => at,
    take() {
      const page = block.bytes.subarray(0, at);
      at = 0;
      return page;
    },
    bounds: unbounded,
  };
}

/** Eight bytes a value, little-endian. */
function fixedWidth(
  write: (view: DataView, at: number, row: number) => boolean,
  bounds: ValueCollector['bounds'],
  block: Block,
): ValueCollector {
  const view = new DataView(block.bytes.buffer);
  let at = 0;
  return {
    add(row) {
      if (!write(view, at, row)) return false;
      at += 8;
      return true;
    },
    size: () => at,
    take() {
      const page = block.bytes.subarray(0, at);
      at = 0;
      return page;
    },
    bounds,
  };
}

function doubles(column: NumericColumn, block: Block): ValueCollector {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  const bytes = (value: number) => {
    const buffer = Buffer.alloc(8);
    buffer.writeDoubleLE(value);
    return buffer;
  };
  return fixedWidth(
    (view, at, row) => {
      const value = column.value(row);
      if (Number.isNaN(value)) return false;
      if (value < min) min = value;
      if (value > max) max = value;
      view.setFloat64(at, value, true);
      return true;
    },
    // The two zeros compare equal; readers may only rely on -0 as a least and +0 as a greatest value.
    () => (min > max ? undefined : { min: bytes(min === 0 ? -0 : min), max: bytes(max + 0) }),
    block,
  );
}

/** Integers and times. What a double does not hold exactly goes through its text. */
function integers(column: NumericColumn, nanoseconds: boolean, block: Block): ValueCollector {
  let min: number | bigint = Number.POSITIVE_INFINITY;
  let max: number | bigint = Number.NEGATIVE_INFINITY;
  const bytes = (value: number | bigint) => {
    const buffer = Buffer.alloc(8);
    buffer.writeBigInt64LE(BigInt(value));
    return buffer;
  };
  return fixedWidth(
    (view, at, row) => {
      const double = column.value(row);
      if (Number.isNaN(double)) return false;
      if (!nanoseconds && Number.isSafeInteger(double)) {
        if (double < min) min = double;
        if (double > max) max = double;
        const high = Math.floor(double / 0x1_0000_0000);
        view.setUint32(at, double - high * 0x1_0000_0000, true);
        view.setInt32(at + 4, high, true);
      } else {
        const value = nanoseconds ? nanosecondsOf(column, row) : BigInt(column.text(row) ?? '0');
        if (value < min) min = value;
        if (value > max) max = value;
        view.setBigInt64(at, value, true);
      }
      return true;
    },
    () => (min > max ? undefined : { min: bytes(min), max: bytes(max) }),
    block,
  );
}

function nanosecondsOf(column: NumericColumn, row: number): bigint {
  const fraction = /\.\d{3}(\d+)/.exec(column.exact.get(row) ?? '')?.[1] ?? '';
  return BigInt(column.value(row)) * 1_000_000n + BigInt(fraction.slice(0, 6).padEnd(6, '0'));
}
