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

/** Requests the same body this many times in one process. */
export const queriesTask = v.object({ kind: v.literal('queries'), times: v.number(), ...source.entries });

/** Runs a program from its start to its end, which requests the body and prints it. */
export const wholeRunTask = v.object({ kind: v.literal('wholeRun'), ...source.entries });

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
});

/** What a sample does. A reference does only some of them. */
export const anyTask = v.variant('kind', [
  queriesTask,
  wholeRunTask,
  exportTask,
  rangeTask,
  /** What a person does with a large result, one thing after the other. */
  v.object({ kind: v.literal('million'), path: v.string(), ...source.entries }),
]);

type Task = v.InferOutput<typeof anyTask>;
export type TaskOf<Kind extends Task['kind']> = Extract<Task, { kind: Kind }>;
