import type { ColumnType } from '../../../market/records/recordKinds';

/** What a Parquet file has: the rows of each group, and its columns in order. */
export interface FileHead {
  readonly groups: readonly number[];
  readonly columns: readonly string[];
}

/** Values of rows that a double can't represent: the row within the group, and the text as a service writes it. */
export type ExactValues = readonly (readonly [row: number, text: string])[];

/** One column of one row group, in a form that crosses between threads without a copy of each value. */
export type DecodedColumn =
  /** Epoch milliseconds; NaN is null. `exact` are times with digits below the millisecond, in RFC 3339 UTC. */
  | { readonly kind: 'times'; readonly values: Float64Array; readonly exact: ExactValues }
  /** NaN is null. `exact` are whole numbers beyond 2^53. */
  | { readonly kind: 'numbers'; readonly values: Float64Array; readonly exact: ExactValues }
  /** 0 is null, 1 false, 2 true. */
  | { readonly kind: 'booleans'; readonly codes: Uint8Array }
  /** 0 is null, any other code the place in `texts`, counted from 1. */
  | { readonly kind: 'texts'; readonly texts: readonly string[]; readonly codes: Uint32Array };

/** What the thread that reads Parquet is asked. It has one file open at a time. */
export type ParquetQuestion =
  | { readonly kind: 'open'; readonly path: string }
  | { readonly kind: 'columns'; readonly group: number; readonly columns: readonly AskedColumn[] };

/** A column of the file, and the type of the table's column that its values go to. */
export interface AskedColumn {
  readonly key: string;
  readonly type: ColumnType;
}

/** Its answers, in the order of the questions. */
export type ParquetAnswer =
  | { readonly kind: 'head'; readonly head: FileHead }
  | { readonly kind: 'columns'; readonly columns: readonly DecodedColumn[] }
  /** The disk's error code, or `null` if the file's content can't be read. */
  | { readonly kind: 'refused'; readonly code: string | null };
