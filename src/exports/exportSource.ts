import type { Table } from '../table/columns/table';

/** The content of an export: the rows of one result, and its bytes. */
export interface ExportSource {
  readonly table: Table;
  /** The body as received, after decompression. */
  body(): AsyncIterable<Uint8Array>;
}

/** The destination of the bytes. */
export interface ByteSink {
  /** The bytes must not change before the promise has resolved. */
  write(bytes: Uint8Array): Promise<void>;
}

export interface ExportOptions {
  /** Rows written so far. Called a few times a second, and at the end with all rows. */
  onProgress(rows: number): void;
  /** Cancels the export: it rejects with the signal's reason, and the partial output is useless. */
  readonly signal: AbortSignal;
}

/** One format. Rejects with the signal's reason, or with the error of the sink or the body. */
export type TableWriter = (source: ExportSource, out: ByteSink, options: ExportOptions) => Promise<void>;
