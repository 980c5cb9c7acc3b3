import type { OutcomeKind } from '../request/outcome';
import type { TableColumn } from '../table/columns/columns';
import { recordCount } from '../table/columns/recordOf';
import type { Table } from '../table/columns/table';
import type { Extent } from '../table/tableTypes';

/** Where the rows of an export come from, for formats that can say so. Contains no secret. */
export interface Origin extends Asked {
  /** RFC 3339 in UTC. Omitted where the same response is to give the same file, whenever it's requested. */
  readonly requestedAt?: string;
  readonly outcome: OutcomeKind;
  /** Whether the response was received whole. */
  readonly complete: boolean;
  /** What was compared, for a comparison. */
  readonly compared?: readonly [Asked, Asked];
  readonly extensionVersion: string;
}

/** One query. */
interface Asked {
  readonly dataset: string;
  /** As sent: times in RFC 3339 UTC. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The connection's name. */
  readonly connection: string;
}

/** The content of an export: rows of one result, and their bytes. */
export interface ExportSource {
  readonly table: Table;
  /** The columns to write, in order. */
  readonly columns: readonly TableColumn[];
  /** The table rows to write, in order; `undefined` for all in table order, which need no list. */
  readonly rows: Uint32Array | undefined;
  readonly origin: Origin;
  /** Passes on the rows' part of the body, or the body as received, after decompression; resolves with what it has. */
  readBody(take: (bytes: Uint8Array) => Promise<void>): Promise<Extent>;
}

/** The table row at a place of the rows to write. */
export const rowAt = (rows: ExportSource['rows'], place: number): number =>
  rows === undefined ? place : (rows[place] as number);

/** How many rows to write. */
export const rowCount = ({ table, rows }: Pick<ExportSource, 'table' | 'rows'>): number =>
  rows?.length ?? table.rows;

/** How much of the response the rows to write are. */
export const extentOf = (source: Pick<ExportSource, 'table' | 'rows'>): Extent => ({
  records: recordCount(source.table, source.rows),
  rows: rowCount(source),
});

/** The destination of the bytes. */
export interface ByteSink {
  /** The bytes must not change before the promise has resolved. */
  write(bytes: Uint8Array): Promise<void>;
}

export interface ExportOptions {
  /** Whether CSV keeps texts from being run as formulas; default true. Programs want the texts as sent. */
  readonly formulaGuard?: boolean | undefined;
  /** Rows written so far. Called a few times a second, and at the end with all rows. */
  onProgress(rows: number): void;
  /** Cancels the export: it rejects with the signal's reason, and the partial output is useless. */
  readonly signal: AbortSignal;
}

/** One format of rows. Rejects with the signal's reason, or with the error of the sink. */
export type TableWriter = (source: ExportSource, out: ByteSink, options: ExportOptions) => Promise<void>;
