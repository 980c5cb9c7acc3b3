import * as v from 'valibot';
import type { Outcome } from '../request/outcome';
import { keptOf, keptShape } from '../results/keptResult';
import { runners, type Result } from '../results/result';
import { parsedJson } from '../text/parsedJson';

const entryShape = v.object({ ...keptShape.entries, by: v.picklist(runners) });

/** What is stored about a query that somebody ran and that has ended. It never changes afterwards. */
export type StoredEntry = Readonly<v.InferOutput<typeof entryShape>>;

/**
 * Reads the entry in a file's text. `newer` if a later version of the extension may understand it, `broken`
 * if no version will.
 */
export function readEntry(text: string): StoredEntry | 'newer' | 'broken' {
  const value = parsedJson(text);
  const read = v.safeParse(entryShape, value);
  if (read.success) return read.output;
  return v.is(v.object({ version: v.pipe(v.number(), v.minValue(2)) }), value) ? 'newer' : 'broken';
}

/** The entry for a result that ended with `outcome`; `undefined` if nobody ran the query. */
export function storedEntryOf(result: Result, outcome: Outcome): StoredEntry | undefined {
  const { by } = result;
  return by === null ? undefined : { ...keptOf(result, outcome), by };
}
