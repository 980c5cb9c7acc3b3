import type { RowRange } from '../../src/protocol/tableTypes';

/** Where a sample finds its data. */
export interface Source {
  readonly dataset: string;
  readonly rows: number;
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  /** The path of the body's file, as the body server expects it; starts with `/`. */
  readonly target: string;
}

/** What a sample does. All sides get the same task and skip what they don't support. */
export type Task =
  /**
   * Requests the same body this many times. `prompted`: a person was prompted for parameters first, while
   * everything was prepared.
   */
  | ({ kind: 'queries'; times: number; prompted: boolean } & Source)
  /** Fills a table from the body, in one thread. */
  | ({ kind: 'reading' } & Source)
  | ({ kind: 'operations' } & Source)
  /** Reads a query file with this many queries after each of as many keys. */
  | { kind: 'queryFile'; queries: number; keys: number }
  | ({ kind: 'export'; format: 'csv' | 'ndjson' | 'parquet'; path: string } & Source)
  /** Exports an Excel workbook. */
  | ({ kind: 'workbook'; path: string } & Source)
  /** Exports the part of the body with rows in these ranges. */
  | ({ kind: 'part'; path: string; ranges: readonly RowRange[] } & Source)
  | ({ kind: 'blocks'; folder: string } & Source);

export type TaskOf<Kind extends Task['kind']> = Extract<Task, { kind: Kind }>;
