import type { Table } from '../table/columns/table';

/** What leaves: the rows of one result, and its bytes. */
export interface ExportSource {
  readonly table: Table;
  /** The body as received, after decompression. */
  body(): AsyncIterable<Uint8Array>;
}

/** Where the bytes go. */
export interface ByteSink {
  /** The bytes may change as soon as the promise has resolved, not before. */
  write(bytes: Uint8Array): Promise<void>;
}

export interface ExportOptions {
  /** Rows written so far; called many times a second at most, and with all of them at the end. */
  onProgress(rows: number): void;
  /** Ends the export: it rejects with the signal's reason, and what was written is a torso. */
  readonly signal: AbortSignal;
}

/** One format. Rejects with the signal's reason, or with what the sink or the body rejected with. */
export type TableWriter = (source: ExportSource, out: ByteSink, options: ExportOptions) => Promise<void>;
