/** Where a sample finds its data. */
export interface Source {
  readonly dataset: string;
  readonly rows: number;
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  /** The path of the body's file, as the body server wants it; begins with `/`. */
  readonly target: string;
}

/** What a sample does. All sides take the same words and leave what they cannot do. */
export type Task =
  /**
   * Asks so often for the same body. `prompted`: a person was asked for parameters first, and
   * meanwhile everything was got ready.
   */
  | ({ kind: 'queries'; times: number; prompted: boolean } & Source)
  | ({ kind: 'operations' } & Source)
  | ({ kind: 'export'; format: 'csv' | 'ndjson' | 'parquet'; path: string } & Source)
  | ({ kind: 'blocks'; folder: string } & Source);

export type TaskOf<Kind extends Task['kind']> = Extract<Task, { kind: Kind }>;
