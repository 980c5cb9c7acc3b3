import type { NumericColumn, TableColumn } from '../table/columns';
import type { ThriftStruct } from './thrift';

/** Parquet's physical types by number. */
const physical = { boolean: 0, int64: 2, double: 5, bytes: 6 } as const;

/** How a column is stored; chosen once over all its rows, so that every row group agrees. */
export interface ParquetColumn {
  readonly column: TableColumn;
  readonly store: 'boolean' | 'int64' | 'double' | 'bytes';
  readonly physicalType: number;
  readonly schema: ThriftStruct;
}

const int64Limit = 2n ** 63n;

function fitsInt64(json: string): boolean {
  if (!/^-?\d+$/.test(json)) return false;
  const value = BigInt(json);
  return value >= -int64Limit && value < int64Limit;
}

/** Whether a double says all that the service wrote: no lost digits, no value of another type. */
function fitsDouble(json: string): boolean {
  if (!/^-?\d/.test(json)) return false;
  const value = Number(json);
  return Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER;
}

const allWhole = (column: NumericColumn) =>
  column.segments.every((segment) =>
    segment.every((value) => Number.isNaN(value) || Number.isSafeInteger(value)),
  );

/**
 * Times become INT64 timestamps in UTC, integers INT64, numbers DOUBLE, texts UTF-8. A column that
 * holds something its type cannot keep exactly (a time finer than a millisecond, a text among
 * numbers, an integer beyond 64 bits) becomes a text column as a whole.
 */
function storeOf(column: TableColumn): ParquetColumn['store'] {
  if (column.kind === 'text') return 'bytes';
  const exact = [...column.exact.values()];
  if (column.kind === 'boolean') return exact.length === 0 ? 'boolean' : 'bytes';
  if (column.type === 'time') return exact.length === 0 ? 'int64' : 'bytes';
  if (column.type === 'integer') {
    const others = exact.filter((json) => !fitsInt64(json));
    if (others.length === 0 && isWholeButFor(column)) return 'int64';
  }
  return exact.every(fitsDouble) ? 'double' : 'bytes';
}

/** Every value is a safe integer or has its digits kept. */
function isWholeButFor(column: NumericColumn): boolean {
  if (column.exact.size === 0) return allWhole(column);
  return column.segments.every((segment, at) =>
    segment.every(
      (value, place) =>
        Number.isNaN(value) ||
        Number.isSafeInteger(value) ||
        column.exact.has(at * segment.length + place),
    ),
  );
}

/** Chooses how the column is stored. */
export function parquetColumn(column: TableColumn): ParquetColumn {
  const store = storeOf(column);
  const isTime = store === 'int64' && column.type === 'time';
  const timestamp: ThriftStruct = {
    fields: { 8: { fields: { 1: { flag: true }, 2: { fields: { 1: { fields: {} } } } } } },
  };
  return {
    column,
    store,
    physicalType: physical[store],
    schema: {
      fields: {
        1: { i32: physical[store] },
        3: { i32: 1 }, // optional
        4: { text: column.key },
        6: isTime ? { i32: 9 } : store === 'bytes' ? { i32: 0 } : undefined, // TIMESTAMP_MILLIS, UTF8
        10: isTime ? timestamp : store === 'bytes' ? { fields: { 1: { fields: {} } } } : undefined,
      },
    },
  };
}
