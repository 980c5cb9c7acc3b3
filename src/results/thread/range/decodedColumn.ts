import type { ColumnType } from '../../../market/records/recordKinds';

/** The structure of a Parquet file: the number of rows in each group, and the columns in order. */
export interface FileHead {
  readonly groups: readonly number[];
  readonly columns: readonly string[];
  /** The names that the service sent for columns that have another name in the file, by that name. */
  readonly sentNames: ReadonlyMap<string, string>;
}

/** Values that a double can't represent: the row within the group, and the text as a service writes it. */
export type ExactValues = readonly (readonly [row: number, text: string])[];

/**
 * One column of one row group, in a form that can be transferred between threads without copying each value.
 */
export type DecodedColumn =
  /**
   * Epoch milliseconds; NaN is null. `exact` contains times with digits below the millisecond, in RFC 3339
   * UTC.
   */
  | { readonly kind: 'times'; readonly values: Float64Array; readonly exact: ExactValues }
  /** NaN is null. `exact` contains whole numbers beyond 2^53. */
  | { readonly kind: 'numbers'; readonly values: Float64Array; readonly exact: ExactValues }
  /** 0 is null, 1 false, 2 true. */
  | { readonly kind: 'booleans'; readonly codes: Uint8Array }
  | DecodedTexts;

/** 0 is null; any other code is the index in `texts` + 1. */
export interface DecodedTexts {
  readonly kind: 'texts';
  readonly texts: readonly string[];
  readonly codes: Uint32Array;
}

/** A request to the thread that reads Parquet. The thread has one file open at a time. */
export type ParquetQuestion =
  | { readonly kind: 'open'; readonly path: string }
  | { readonly kind: 'columns'; readonly group: number; readonly columns: readonly AskedColumn[] };

/** A column of the file, and the type of the table's column that its values go to. */
export interface AskedColumn {
  readonly key: string;
  readonly type: ColumnType;
}

/** The thread's answers, in the order of the requests. */
export type ParquetAnswer =
  | { readonly kind: 'head'; readonly head: FileHead }
  | { readonly kind: 'columns'; readonly columns: readonly DecodedColumn[] }
  /** The disk's error code, or `null` if the file's content can't be read. */
  | { readonly kind: 'refused'; readonly code: string | null };
