import type { TableColumn } from '../../table/columns/columns';
import { thriftFlag, i32, struct, type ThriftValue } from './thrift';

export type ColumnKind = 'time' | 'integer' | 'double' | 'boolean' | 'text';

interface ParquetType {
  /** One of Parquet's physical types. */
  readonly physical: number;
  /** The older annotation, for readers that don't support `logical`. */
  readonly converted?: ThriftValue;
  readonly logical?: ThriftValue;
}

const booleanType = 0;
const int64Type = 2;
const doubleType = 5;
const byteArrayType = 6;
const empty = struct({});

/** Instants in UTC, in microseconds: the finest unit that all common readers support. */
const microseconds = struct({ 8: struct({ 1: thriftFlag(true), 2: struct({ 2: empty }) }) });

export const parquetTypes: { readonly [Kind in ColumnKind]: ParquetType } = {
  time: { physical: int64Type, converted: i32(10), logical: microseconds },
  integer: { physical: int64Type },
  double: { physical: doubleType },
  boolean: { physical: booleanType },
  text: { physical: byteArrayType, converted: i32(0), logical: struct({ 1: empty }) },
};

/**
 * The Parquet type of a column. It never depends on the values, so that the files of many days can be read as
 * one table: columns of the record kind have that kind's types, and all others, which would get their types
 * from a response's values, are text.
 */
export function columnKind(column: TableColumn, isFixed: boolean): ColumnKind {
  if (!isFixed) return 'text';
  return column.type === 'number' ? 'double' : column.type;
}
