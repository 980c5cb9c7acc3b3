import * as v from 'valibot';
import type { Memory } from '../shell/memory';

const key = 'marketData.waitingQueries';

const waitShape = v.object({
  dataset: v.string(),
  parameters: v.record(v.string(), v.string()),
  connection: v.string(),
  by: v.picklist(['person', 'file']),
  since: v.number(),
  tries: v.number(),
  next: v.number(),
});

/** A query that waits until its data is published, as the window's memory has it. */
export type KeptWait = Readonly<v.InferOutput<typeof waitShape>>;

/** Whether a window of before was left with waiting queries. */
export const hasKeptWaits = (memory: Memory): boolean => {
  const kept = memory.get(key);
  return Array.isArray(kept) && kept.length > 0;
};

/** The waiting queries that a window of before was left with. What doesn't fit is left out. */
export function keptWaits(memory: Memory): KeptWait[] {
  const kept: unknown = memory.get(key);
  return (Array.isArray(kept) ? kept : []).filter((each) => v.is(waitShape, each));
}

/** Keeps these waiting queries, in place of those before. */
export const keepWaits = (memory: Memory, waits: readonly KeptWait[]): void => memory.keep(key, waits);
