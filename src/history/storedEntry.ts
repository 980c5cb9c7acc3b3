import * as v from 'valibot';
import { findDataset } from '../market/datasets/datasets';
import { isAskedDays } from '../market/query/askedDays';
import type { Query } from '../market/query/query';
import { currentOutcomeKind, outcomeKinds, type Outcome } from '../request/outcome';
import type { KeptResult } from '../results/keptResult';
import { requestedEpochMs, runners, type Result } from '../results/result';
import { parsedJson } from '../text/json';

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const milliseconds = v.pipe(v.number(), v.finite());
const headers = v.array(v.object({ name: v.string(), value: v.string() }));

const entryShape = v.object({
  version: v.literal(1),
  /** When the service was queried: RFC 3339 in UTC, with milliseconds. */
  at: v.pipe(
    v.string(),
    v.check((text) => isInstant(text)),
  ),
  by: v.picklist(runners),
  connection: v.string(),
  dataset: v.pipe(
    v.string(),
    v.check((id) => findDataset(id) !== undefined),
  ),
  /** As sent. */
  parameters: v.record(v.string(), v.string()),
  /** See `Query`; `unknown`, because an entry is shown even if this can't be read. */
  days: v.exactOptional(v.unknown()),
  outcome: v.object({
    kind: v.pipe(v.string(), v.transform(currentOutcomeKind), v.picklist(outcomeKinds)),
    status: v.exactOptional(v.number()),
    message: v.exactOptional(v.string()),
    isQuote: v.exactOptional(v.literal(true)),
    retryAfterSeconds: v.exactOptional(v.number()),
  }),
  request: v.object({
    method: v.literal('GET'),
    url: v.string(),
    sent: headers,
    received: headers,
    status: v.nullable(v.number()),
    attempts: v.number(),
  }),
  records: count,
  rows: count,
  /** Bytes of the body after decompression. */
  bytes: count,
  wireBytes: count,
  timings: v.object({ firstByteMs: milliseconds, firstRowsMs: milliseconds, totalMs: milliseconds }),
  /** Whether there was a response to keep, complete or not. */
  hadBody: v.boolean(),
});

/** What is stored about a query that has ended. It never changes afterwards, and contains no secret. */
export type StoredEntry = Readonly<v.InferOutput<typeof entryShape>>;

const isInstant = (text: string): boolean => {
  const instant = Date.parse(text);
  return !Number.isNaN(instant) && new Date(instant).toISOString() === text;
};

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
export function entryOf(result: Result, outcome: Outcome): StoredEntry | undefined {
  const { by, connection, query, request, table, bytes, wireBytes, timings } = result;
  if (by === null) return undefined;
  return {
    version: 1,
    at: new Date(requestedEpochMs(result)).toISOString(),
    by,
    connection,
    dataset: query.dataset.id,
    parameters: { ...query.parameters },
    ...(query.days ? { days: query.days } : {}),
    outcome,
    request,
    records: table.records,
    rows: table.rows,
    bytes,
    wireBytes,
    timings,
    hadBody: table.bytes > 0,
  };
}

/** The query of an entry, with its days as entered. Throws if its dataset no longer exists. */
export function queryOfEntry({ dataset: id, parameters, days }: StoredEntry): Query {
  const dataset = findDataset(id);
  if (!dataset) throw new Error(id);
  return { dataset, parameters, ...(isAskedDays(days) ? { days } : {}) };
}

/** The note from which the result is restored. */
export function keptOfEntry(entry: StoredEntry): KeptResult {
  const { dataset, parameters, days, connection, at, request, outcome, wireBytes, timings } = entry;
  return {
    dataset,
    parameters,
    ...(days === undefined ? {} : { days }),
    connection,
    startedEpochMs: Date.parse(at),
    request,
    outcome,
    wireBytes,
    timings,
    source: { kind: 'history' },
  };
}
