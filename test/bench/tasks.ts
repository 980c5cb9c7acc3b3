import * as v from 'valibot';

/** Where a sample finds its data. */
const source = v.object({
  dataset: v.string(),
  rows: v.number(),
  /** `http://127.0.0.1:PORT` */
  origin: v.string(),
  /** The path of the body's file, as the body server expects it; starts with `/`. */
  target: v.pipe(v.string(), v.startsWith('/')),
});
export type Source = v.InferOutput<typeof source>;

/**
 * Requests the same body this many times. `prompted`: a person was prompted for parameters first, while
 * everything was prepared.
 */
export const queriesTask = v.object({
  kind: v.literal('queries'),
  times: v.number(),
  prompted: v.boolean(),
  ...source.entries,
});

export const operationsTask = v.object({ kind: v.literal('operations'), ...source.entries });

export const exportTask = v.object({
  kind: v.literal('export'),
  format: v.picklist(['csv', 'ndjson', 'parquet']),
  path: v.string(),
  ...source.entries,
});

/** Opens the files of delivery days, of which each is in a folder of its own, as one table. */
export const rangeTask = v.object({
  kind: v.literal('range'),
  dataset: v.string(),
  folder: v.string(),
  /** The column that the rows are sorted by. */
  sort: v.string(),
});

/** What a sample does. All sides get the same task and skip what they don't support. */
export const anyTask = v.variant('kind', [
  queriesTask,
  operationsTask,
  exportTask,
  rangeTask,
  /** Fills a table from the body, in one thread. */
  v.object({ kind: v.literal('reading'), ...source.entries }),
  /** Reads a query file with this many queries after each of as many keys. */
  v.object({ kind: v.literal('queryFile'), queries: v.number(), keys: v.number() }),
  /** Exports an Excel workbook. */
  v.object({ kind: v.literal('workbook'), path: v.string(), ...source.entries }),
  /** Exports the part of the body with rows in these ranges. */
  v.object({
    kind: v.literal('part'),
    path: v.string(),
    ranges: v.array(v.tuple([v.number(), v.number()])),
    ...source.entries,
  }),
  v.object({ kind: v.literal('blocks'), folder: v.string(), ...source.entries }),
]);

type Task = v.InferOutput<typeof anyTask>;
export type TaskOf<Kind extends Task['kind']> = Extract<Task, { kind: Kind }>;
