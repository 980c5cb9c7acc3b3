import * as v from 'valibot';
import { findDataset } from '../market/datasets/datasets';
import { isEnteredDays } from '../market/query/enteredDays';
import type { Query } from '../market/query/query';
import { outcomeKinds, type Outcome } from '../request/outcome';
import type { Verdict } from '../protocol/workerMessages';
import { openedFileShape } from '../protocol/openedFile';
import { newResult, outcomeOf, runners, type Result } from './result';

/** Where results with a stored body come from, if the body wasn't received in this session. */
const keptSourceShape = v.variant('kind', [v.object({ kind: v.literal('history') }), openedFileShape]);

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const milliseconds = v.pipe(v.number(), v.finite());
const headers = v.array(v.object({ name: v.string(), value: v.string() }));

const isInstant = (text: string): boolean => {
  const instant = Date.parse(text);
  return !Number.isNaN(instant) && new Date(instant).toISOString() === text;
};

/**
 * What is stored about a result that has ended, in the history and next to the body that a reloaded window
 * shows again. Contains no secret.
 */
export const keptShape = v.object({
  version: v.literal(1),
  /** When the service was queried, or the file opened: RFC 3339 in UTC, with milliseconds. */
  at: v.pipe(
    v.string(),
    v.check((text) => isInstant(text)),
  ),
  /** See `Result`. */
  by: v.nullable(v.picklist(runners)),
  connection: v.string(),
  dataset: v.pipe(
    v.string(),
    v.check((id) => findDataset(id) !== undefined),
  ),
  /** As sent. */
  parameters: v.record(v.string(), v.string()),
  /** See `Query`; `unknown`, because a result is shown even if this can't be read. */
  days: v.exactOptional(v.unknown()),
  outcome: v.object({
    kind: v.picklist(outcomeKinds),
    status: v.exactOptional(v.number()),
    message: v.exactOptional(v.string()),
    isQuote: v.exactOptional(v.literal(true)),
    isOfSignIn: v.exactOptional(v.literal(true)),
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
  /** See `Result`; omitted if a person ran the query. */
  onBehalf: v.exactOptional(v.literal(true)),
  /** See `Result`; omitted for a response that was received in this session. */
  source: v.exactOptional(keptSourceShape),
});

/** What is stored about a result; see `keptShape`. */
export type KeptResult = Readonly<v.InferOutput<typeof keptShape>>;

/** What to store about a result that ended with `outcome`. */
export function keptOf(result: Result, outcome: Outcome): KeptResult {
  const { by, query, connection, request, table, bytes, wireBytes, timings, source } = result;
  return {
    version: 1,
    at: new Date(result.startedEpochMs).toISOString(),
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
    ...(result.onBehalf ? { onBehalf: true } : {}),
    ...(source.kind === 'file' || source.kind === 'history' ? { source } : {}),
  };
}

/** The query of a stored result, with its days as entered. Throws if its dataset no longer exists. */
export function queryOfKept({ dataset: id, parameters, days }: KeptResult): Query {
  const dataset = findDataset(id);
  if (!dataset) throw new Error(id);
  return { dataset, parameters, ...(isEnteredDays(days) ? { days } : {}) };
}

/** The stored result, with its body unread. */
export function resultOfKept(id: string, kept: KeptResult): Result {
  const { connection, at, request, wireBytes, onBehalf } = kept;
  return {
    ...newResult(id, queryOfKept(kept), connection, request.url, kept.source),
    startedEpochMs: Date.parse(at),
    request,
    wireBytes,
    onBehalf: onBehalf === true,
  };
}

/**
 * The outcome after reading the body again: it may have been truncated since, or the limits are lower now. Which
 * secrets its words may contain is no longer known, so they aren't quoted.
 */
export function outcomeOfKept(outcome: Outcome, verdict: Verdict): Outcome {
  if (outcome.kind !== 'success') return outcome;
  const read = outcomeOf(verdict, () => undefined);
  return read.kind === 'unexpectedResponse' ? { ...outcome, ...read } : outcome;
}
