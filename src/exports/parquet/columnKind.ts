import type { NumericColumn, TableColumn } from '../../table/columns/columns';
import { segmentRows } from '../../table/columns/segments';
import { flag, i32, struct, type ThriftValue } from './thrift';

export type ColumnKind = 'milliseconds' | 'nanoseconds' | 'integer' | 'double' | 'boolean' | 'text';

export interface ParquetType {
  /** One of Parquet's physical types. */
  readonly physical: number;
  /** The older annotation, for readers that support no other. */
  readonly converted?: ThriftValue;
  readonly logical?: ThriftValue;
}

const booleanType = 0;
const int64Type = 2;
const doubleType = 5;
const byteArrayType = 6;
const empty = struct({});

/** Instants in UTC, in the unit with this index in Parquet's list of time units. */
const timestamp = (unit: number) => struct({ 8: struct({ 1: flag(true), 2: struct({ [unit]: empty }) }) });

export const parquetTypes: { readonly [Kind in ColumnKind]: ParquetType } = {
  milliseconds: { physical: int64Type, converted: i32(9), logical: timestamp(1) },
  nanoseconds: { physical: int64Type, logical: timestamp(3) },
  integer: { physical: int64Type },
  double: { physical: doubleType },
  boolean: { physical: booleanType },
  text: { physical: byteArrayType, converted: i32(0), logical: struct({ 1: empty }) },
};

/**
 * The Parquet type of a column. A column keeps its type if all of its values fit, and otherwise
 * becomes text: for values of another type, and for numbers that would lose digits as a double or a
 * 64-bit integer. In between, times finer than a millisecond become nanoseconds, and an integer
 * column with fractions becomes doubles.
 */
export function columnKind(column: TableColumn): ColumnKind {
  if (column.kind === 'text') return 'text';
  if (column.kind === 'boolean') return column.exact.size > 0 ? 'text' : 'boolean';
  if (column.type === 'time') return timeKind(column);
  const fits = numberFit(column);
  if (column.type === 'integer' && fits.integer) return 'integer';
  return fits.double ? 'double' : 'text';
}

/** Instants whose nanoseconds fit a 64-bit integer: the years 1678 to 2261, in milliseconds. */
const nanosecondSpan = 9_223_372_036_854;

function timeKind(column: NumericColumn): ColumnKind {
  if (column.exact.size === 0) return 'milliseconds';
  for (const [row, json] of column.exact) {
    if (Number.isNaN(column.value(row)) || /\.\d{9}\d*[1-9]/.test(json)) return 'text';
  }
  for (const segment of column.segments) {
    if (segment?.some((ms) => Math.abs(ms) >= nanosecondSpan)) return 'text';
  }
  return 'nanoseconds';
}

const isInt64 = (text: string) =>
  /^-?\d{1,19}$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text);

function numberFit(column: NumericColumn): { integer: boolean; double: boolean } {
  let integer = true;
  let double = true;
  for (const [row, json] of column.exact) {
    const value = column.value(row);
    if (Number.isNaN(value)) return { integer: false, double: false };
    if (Math.abs(value) > Number.MAX_SAFE_INTEGER) {
      double = false;
      integer &&= isInt64(json);
    }
  }
  for (const [index, segment] of column.segments.entries()) {
    if (!integer) break;
    integer = (segment ?? []).every(
      (value, i) =>
        Number.isSafeInteger(value) ||
        Number.isNaN(value) ||
        isInt64(column.text(index * segmentRows + i) ?? ''),
    );
  }
  return { integer, double };
}
