import * as v from 'valibot';
import { findDataset } from '../market/datasets/datasets';
import { isAskedDays } from '../market/query/askedDays';
import type { Outcome } from '../request/outcome';
import type { RequestTrace } from '../request/requestTrace';
import type { Verdict } from '../table/body/bodyReader';
import { isRecord } from '../text/json';
import { openedFileShape } from './openedFile';
import { newResult, outcomeOf, type Result, type Timings } from './result';

/** The sources of results with a body. */
const keptSourceShape = v.variant('kind', [v.object({ kind: v.literal('history') }), openedFileShape]);

/** Stored with a body so that a reloaded window can show it again. Contains no secret. */
export interface KeptResult {
  dataset: string;
  parameters: Record<string, string>;
  /** See `Query`; `unknown`, because a result is shown even if this can't be read. */
  days?: unknown;
  connection: string;
  startedEpochMs: number;
  request: RequestTrace;
  outcome: Outcome;
  wireBytes: number;
  timings: Timings;
  /** See `Result`; omitted if a person ran the query. */
  onBehalf?: boolean;
  /** See `Result`; omitted for a response that was received in this session. */
  source?: v.InferOutput<typeof keptSourceShape>;
}

/** The note for a result that ended with `outcome`. */
export function keptOf(result: Result, outcome: Outcome): KeptResult {
  const { query, connection, startedEpochMs, request, wireBytes, timings, source } = result;
  return {
    dataset: query.dataset.id,
    parameters: { ...query.parameters },
    ...(query.days ? { days: query.days } : {}),
    connection,
    startedEpochMs,
    request,
    outcome,
    wireBytes,
    timings,
    ...(result.onBehalf ? { onBehalf: true } : {}),
    ...(source.kind === 'file' || source.kind === 'history' ? { source } : {}),
  };
}

/** The result in the note, with its body unread; `undefined` if its dataset no longer exists. */
export function resultOfKept(id: string, kept: KeptResult): Result | undefined {
  const dataset = findDataset(kept.dataset);
  if (!dataset) return undefined;
  const { parameters, days, connection, startedEpochMs, request, wireBytes } = kept;
  const query = { dataset, parameters, ...(isAskedDays(days) ? { days } : {}) };
  return {
    ...newResult(id, query, connection, request.url, kept.source),
    startedEpochMs,
    request,
    wireBytes,
    onBehalf: kept.onBehalf === true,
  };
}

/**
 * The outcome after reading the body again: it may have been truncated since, or the limits or rules are
 * stricter now. Which secrets its words may contain is no longer known, so they aren't quoted.
 */
export function outcomeOfKept(outcome: Outcome, verdict: Verdict): Outcome {
  if (outcome.kind !== 'success') return outcome;
  const { status } = outcome;
  const read = outcomeOf(verdict, () => undefined, status);
  if (read.kind !== 'unexpectedResponse') return outcome;
  return { ...read, ...(status === undefined ? {} : { status }) };
}

/** The note was written by this extension, but perhaps by an older version in another format. */
export function isKeptResult(value: unknown): value is KeptResult {
  return (
    isRecord(value) &&
    typeof value.dataset === 'string' &&
    typeof value.connection === 'string' &&
    typeof value.startedEpochMs === 'number' &&
    isRecord(value.parameters) &&
    Object.values(value.parameters).every((text) => typeof text === 'string') &&
    isRecord(value.request) &&
    typeof value.request.url === 'string' &&
    Array.isArray(value.request.sent) &&
    Array.isArray(value.request.received) &&
    isRecord(value.outcome) &&
    typeof value.outcome.kind === 'string' &&
    typeof value.wireBytes === 'number' &&
    isRecord(value.timings) &&
    (value.source === undefined || v.is(keptSourceShape, value.source))
  );
}
