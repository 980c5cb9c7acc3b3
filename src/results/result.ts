import { askedOf } from '../market/integrity/asked';
import type { Asked } from '../market/integrity/integrity';
import { quoted, type Outcome, type OutcomeKind } from '../request/outcome';
import type { Query } from '../market/query/query';
import type { RequestTrace } from '../request/requestTrace';
import type { Verdict } from '../table/body/bodyReader';
import type { Column } from '../table/tableTypes';
import type { Comparison } from './comparedResults';
import type { OpenedFile } from './openedFile';
import type { OpenedRange } from './openedRange';
import type { TableState } from './workerMessages';

/** What the editor and other extensions learn about a result. Public API: commands resolve with it. */
export interface ResultSummary {
  id: string;
  connection: string;
  dataset: string;
  /** As sent: times in RFC 3339 UTC. */
  parameters: Record<string, string>;
  /** Contains no secret. */
  url: string;
  outcome: OutcomeKind;
  status?: number;
  /** The service's own message if there is one, otherwise why the query ended as it did. Never a secret. */
  message?: string;
  retryAfterSeconds?: number;
  /** Elements of the response; a single object counts as 1. */
  records: number;
  /** Rows of the table. */
  rows: number;
  columns: Column[];
  /** Body after decompression. */
  bytes: number;
  /** Body as received. */
  wireBytes: number;
  timings: Timings;
}

/** Milliseconds from the start of the query; 0 if it never happened. */
export interface Timings {
  firstByteMs: number;
  firstRowsMs: number;
  totalMs: number;
}

/** Who ran a query. Public API: the history says so. */
export const runners = ['person', 'file', 'task', 'command', 'agent'] as const;
export type Runner = (typeof runners)[number];

/** The progress of a query. */
export type Progress =
  | { kind: 'asking' }
  | { kind: 'waiting'; untilEpochMs: number; reason: string }
  | { kind: 'receiving' }
  | { kind: 'ended'; outcome: Outcome }
  /** Discarded from memory, or lost with the thread. */
  | { kind: 'gone' };

/** One query and its result so far. The rows themselves are in the worker thread. */
export interface Result {
  readonly id: string;
  readonly query: Query;
  readonly connection: string;
  readonly startedEpochMs: number;
  /** Who ran the query; `null` if nobody asked for just this response, as for a comparison or a saved response. */
  readonly by: Runner | null;
  progress: Progress;
  request: RequestTrace;
  table: TableState;
  /** Body after decompression, also of an error response without data. */
  bytes: number;
  wireBytes: number;
  /** Announced by the service, or `null`. */
  expectedWireBytes: number | null;
  timings: Timings;
  /** Increases with every change of the rows. */
  revision: number;
  /**
   * Queried on behalf of a comparison or a chart and not opened since. Not suggested to a person,
   * and not shown as the state of its dataset.
   */
  onBehalf: boolean;
  /** Ends the query while it runs. */
  readonly controller: AbortController;
  /** The compared results, for a result without a response of its own. It has no body then. */
  readonly comparison: Comparison | null;
  /** The file that the response was read from, in place of a service. */
  file: OpenedFile | null;
  /** The range folder that the rows were read from. They are of several responses, and there is no body then. */
  range: OpenedRange | null;
  /** Its response was kept by the history and read again from there. */
  readonly isFromHistory: boolean;
}

/** What is known before the first row. */
export const emptyTable: TableState = { records: 0, rows: 0, bytes: 0, memory: 0, columns: [] };

/** A result without a response; `url` is the data address to be requested. */
export function newResult(
  id: string,
  query: Query,
  connection: string,
  url: string,
  comparison: Comparison | null = null,
): Result {
  return {
    id,
    query,
    connection,
    startedEpochMs: Date.now(),
    by: null,
    progress: { kind: 'asking' },
    request: { method: 'GET', url, sent: [], received: [], status: null, attempts: 0 },
    table: emptyTable,
    bytes: 0,
    wireBytes: 0,
    expectedWireBytes: null,
    timings: { firstByteMs: 0, firstRowsMs: 0, totalMs: 0 },
    revision: 0,
    onBehalf: false,
    controller: new AbortController(),
    comparison,
    file: null,
    range: null,
    isFromHistory: false,
  };
}

/** A result of which only the query or the compared queries are left. The view offers to run it again. */
export function goneResult(
  id: string,
  query: Query,
  connection: string,
  comparison: Comparison | null = null,
): Result {
  return { ...newResult(id, query, connection, '', comparison), progress: { kind: 'gone' } };
}

/** When the service was asked, as far as it's known; a file may have been saved long before it was opened. */
export const requestedEpochMs = ({ file, startedEpochMs }: Result): number =>
  file?.savedEpochMs ?? startedEpochMs;

/** The connection that the service was asked over, as far as it's known. */
export const sourceOf = ({ file, connection }: Pick<Result, 'file' | 'connection'>): string =>
  file?.savedFrom ?? connection;

/** Whether the rows are only some of those of a response, or compared with some of them. */
const isPart = ({ file, comparison }: Pick<Result, 'file' | 'comparison'>): boolean =>
  [file, comparison?.first.file, comparison?.second.file].some((each) => (each?.chosenFrom ?? null) !== null);

/** What the rows can be compared with. Of chosen rows, none is due. */
export function askedOfResult(result: Result): Asked {
  const asked = askedOf(result.query, requestedEpochMs(result));
  return isPart(result) ? { ...asked, start: null, end: null, values: [], isPart: true } : asked;
}

/** The outcome of a body that was received. */
export function outcomeOf(verdict: Verdict): Outcome {
  switch (verdict.kind) {
    case 'records':
      return { kind: 'success' };
    case 'noData':
      return { kind: 'noData', ...quoted(verdict.message) };
    case 'broken':
      return { kind: 'unexpectedAnswer', message: verdict.message };
  }
}

/** Whether the thread has a table for this result. */
export function hasTable({ progress, table, comparison, range }: Result): boolean {
  return progress.kind === 'receiving' || table.bytes > 0 || comparison !== null || range !== null;
}

/** Whether the rows are those of one response of the service, in this session. */
export const isOwnResponse = ({ comparison, file, range, isFromHistory }: Result): boolean =>
  comparison === null && file === null && range === null && !isFromHistory;

/** The table that a person's choices belong to: a comparison has different columns than its dataset. */
export const tableOf = ({ query, comparison }: Pick<Result, 'query' | 'comparison'>): string =>
  comparison ? `${query.dataset.id} compared` : query.dataset.id;

/** Whether all of the response arrived, even if it has no data. */
export function isReceivedWhole({ progress }: Pick<Result, 'progress'>): boolean {
  return progress.kind === 'ended' && ['success', 'noData'].includes(progress.outcome.kind);
}

/** The service responded with no data. */
export function isEmptyAnswer({ progress, table }: Result): boolean {
  if (progress.kind !== 'ended' || table.rows > 0) return false;
  return progress.outcome.kind === 'noData' || progress.outcome.kind === 'success';
}

/** The summary of a result that has ended; one without an outcome counts as cancelled. */
export function summaryOf(result: Result): ResultSummary {
  const { progress, table } = result;
  const outcome: Outcome = progress.kind === 'ended' ? progress.outcome : { kind: 'cancelled' };
  return {
    id: result.id,
    connection: result.connection,
    dataset: result.query.dataset.id,
    parameters: { ...result.query.parameters },
    url: result.request.url,
    outcome: outcome.kind,
    ...(outcome.status === undefined ? {} : { status: outcome.status }),
    ...(outcome.message === undefined ? {} : { message: outcome.message }),
    ...(outcome.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: outcome.retryAfterSeconds }),
    records: table.records,
    rows: table.rows,
    columns: table.columns.map(({ key, title, type, unit }) => ({
      key,
      title,
      type,
      ...(unit === undefined ? {} : { unit }),
    })),
    bytes: result.bytes,
    wireBytes: result.wireBytes,
    timings: result.timings,
  };
}
