import * as v from 'valibot';
import type { StoredValues } from '../shell/storedValues';

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
type KeptWait = Readonly<v.InferOutput<typeof waitShape>>;

/** Whether a window of before was left with waiting queries. */
export const hasKeptWaits = (stored: StoredValues): boolean => {
  const kept = stored.get(key);
  return Array.isArray(kept) && kept.length > 0;
};

/** The waiting queries that a window of before was left with. What doesn't fit is left out. */
export function keptWaits(stored: StoredValues): KeptWait[] {
  const kept: unknown = stored.get(key);
  return (Array.isArray(kept) ? kept : []).filter((each) => v.is(waitShape, each));
}

/** Keeps these waiting queries, in place of those before. */
export const keepWaits = (stored: StoredValues, waits: readonly KeptWait[]): void => stored.keep(key, waits);
