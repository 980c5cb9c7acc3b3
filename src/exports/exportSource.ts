import type { TableColumn } from '../table/columns/columns';
import { recordCount } from '../table/columns/recordOf';
import type { Table } from '../table/columns/table';
import type { Extent } from '../protocol/tableTypes';
import type { FormatOptions, Origin } from '../protocol/exportOrder';

/** The content of an export: rows of one result, and their bytes. */
export interface ExportSource {
  readonly table: Table;
  /** The columns to write, in order. */
  readonly columns: readonly TableColumn[];
  /** The table rows to write, in order; `undefined` for all in table order. */
  readonly rows: Uint32Array | undefined;
  /** The columns' names in the file by their keys, for files that are read as one table with others. */
  readonly names?: ReadonlyMap<string, string>;
  /** The columns that the file has no column for: their values are in `moreColumn`. Only in files of a range. */
  readonly later?: readonly TableColumn[];
  readonly origin: Origin;
  /**
   * Passes on the part of the body with these rows, or the whole body as received, after decompression.
   * Resolves with the extent of what it passed on.
   */
  readBody(take: (bytes: Uint8Array) => Promise<void>): Promise<Extent>;
}

/** The table row at an index of the rows to write. */
export const rowAt = (rows: ExportSource['rows'], index: number): number =>
  rows === undefined ? index : (rows[index] as number);

/** The column's name in the file. */
export const nameIn = ({ names }: Pick<ExportSource, 'names'>, { key }: Pick<TableColumn, 'key'>): string =>
  names?.get(key) ?? key;

/** How many rows to write. */
export const rowCount = ({ table, rows }: Pick<ExportSource, 'table' | 'rows'>): number =>
  rows?.length ?? table.rows;

/** How many records and rows of the response will be written. */
export const exportedExtent = (source: Pick<ExportSource, 'table' | 'rows'>): Extent => ({
  records: recordCount(source.table, source.rows),
  rows: rowCount(source),
});

/** The destination of the bytes. */
export interface ByteSink {
  /** The bytes must not change before the promise has resolved. */
  write(bytes: Uint8Array): Promise<void>;
}

export interface ExportOptions extends FormatOptions {
  /** Rows written so far. Called a few times a second, and at the end with all rows. */
  onProgress(rows: number): void;
  /** Cancels the export, which then rejects with the signal's reason. Its partial output is useless. */
  readonly signal: AbortSignal;
}

/** Writes one format of rows. Rejects with the signal's reason, or with the error of the sink. */
export type TableWriter = (source: ExportSource, out: ByteSink, options: ExportOptions) => Promise<void>;
