import type { Table } from '../table/table';

/** What an export is made of. */
export interface ExportSource {
  table: Table;
  /** The body as the service sent it, after decompression. */
  body(): AsyncIterable<Uint8Array>;
  /** Places of the rows to write, in order; all rows where it is left out. */
  order?: Uint32Array;
}

/** Takes bytes in order. A buffer may be used again when the promise has resolved. */
export interface ByteSink {
  write(bytes: Uint8Array): Promise<void>;
}

export interface ExportOptions {
  onProgress: (rows: number) => void;
  /** Its reason is thrown when it is aborted. */
  signal: AbortSignal;
}

export type Writer = (source: ExportSource, out: ByteSink, options: ExportOptions) => Promise<void>;

/** How many rows are written. */
export const rowCount = ({ table, order }: ExportSource): number => order?.length ?? table.rows;
