import * as l10n from '@vscode/l10n';
import { askedOf } from '../market/integrity/asked';
import { furtherRecordsIn } from '../market/integrity/findings';
import type { Asked, FurtherPages } from '../market/integrity/integrity';
import { recordShapes } from '../market/records/recordKinds';
import { toldPages } from '../request/toldPages';
import { quoted, type Outcome, type OutcomeKind } from '../request/outcome';
import type { Query } from '../market/query/query';
import type { RequestTrace } from '../request/requestTrace';
import type { Verdict, TableState } from '../protocol/workerMessages';
import type { Column } from '../protocol/tableTypes';
import type { Phase } from '../protocol/messages';
import { comparisonOf, fileOf, rangeOf, sidesOf, type Source } from '../protocol/source';

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
  /**
   * The service's own message, if it has one; otherwise, why the query ended in this way. Never contains a
   * secret.
   */
  message?: string;
  retryAfterSeconds?: number;
  /** Elements of the response; a single object counts as 1. */
  records: number;
  /** Rows of the table. */
  rows: number;
  columns: Column[];
  /** Bytes of the body after decompression. */
  bytes: number;
  /** Bytes of the body as received. */
  wireBytes: number;
  timings: Timings;
}

/** Milliseconds from the start of the query; 0 if it never happened. */
export interface Timings {
  firstByteMs: number;
  firstRowsMs: number;
  totalMs: number;
}

/** Who ran a query. Public API: the history shows it. */
export const runners = ['person', 'file', 'command', 'agent'] as const;
export type Runner = (typeof runners)[number];

/** The progress of a query. */
export type Progress = Exclude<Phase, { kind: 'ended' }> | { kind: 'ended'; outcome: Outcome };

/** What changes about a result while it arrives, and afterwards. */
export interface ResultChanges {
  progress: Progress;
  request: RequestTrace;
  table: TableState;
  /** Bytes of the body after decompression, including the body of an error without data. */
  bytes: number;
  wireBytes: number;
  /** Size of the body on the wire, if the service announced it. */
  expectedWireBytes: number | null;
  timings: Timings;
  /**
   * Who ran the query; `null` if nobody requested this response itself, as for a comparison or a saved
   * response.
   */
  by: Runner | null;
  /**
   * Whether it was queried on behalf of a comparison or a chart and hasn't been opened since. It isn't
   * suggested to a person then, nor shown as the state of its dataset.
   */
  onBehalf: boolean;
  source: Source;
}

/** One query and its result so far. The rows themselves are in the worker thread. */
export interface Result extends ResultChanges {
  readonly id: string;
  readonly query: Query;
  readonly connection: string;
  readonly startedEpochMs: number;
  /** Whether it's discarded as soon as somebody has used it, so that no other session restores it. */
  readonly isBrief?: boolean;
  /** Increases with every change of the rows. */
  revision: number;
  /** Aborts the query while it runs. */
  readonly controller: AbortController;
}

/** The state of a table before its first row. */
export const emptyTable: TableState = { records: 0, rows: 0, bytes: 0, memory: 0, columns: [] };

/** A result without a response; `url` is the data address to be requested. */
export function newResult(
  id: string,
  query: Query,
  connection: string,
  url: string,
  source: Source = { kind: 'service' },
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
    source,
  };
}

/** A result of which only the query, or the compared queries, are left. The view offers to run it again. */
export function goneResult(id: string, query: Query, connection: string, source?: Source): Result {
  return { ...newResult(id, query, connection, '', source), progress: { kind: 'gone' } };
}

/**
 * When the service was queried, as far as that is known; a file may have been saved long before it was
 * opened.
 */
export const requestedEpochMs = (result: Result): number =>
  fileOf(result)?.savedEpochMs ?? result.startedEpochMs;

/** The connection that the service was queried over, as far as that is known. */
export const queriedConnection = (result: Pick<Result, 'source' | 'connection'>): string =>
  fileOf(result)?.savedFrom ?? result.connection;

/** Whether the rows are only some of a response's rows, or are compared with only some rows. */
export const isPart = (result: Pick<Result, 'source'>): boolean =>
  sidesOf(result).some((side) => typeof fileOf(side)?.chosenFrom === 'number');

/** What the service told about pages beyond the result's response, in its headers or as noted when it was saved. */
export function furtherPagesOf(result: Result): FurtherPages | undefined {
  const { query, request, table } = result;
  const { records } = table;
  const noted = fileOf(result)?.furtherRecords ?? 0;
  if (noted > 1 && !isPart(result)) return { records, more: noted };
  const isNoted = noted > 0 || rangeOf(result)?.days.some(({ findings }) => furtherRecordsIn(findings) > 0);
  if (isNoted) return { records, more: undefined };
  const { hasNext, total = 0 } = toldPages(request.received);
  const isArray = recordShapes[query.dataset.record].root === 'array';
  if (isArray && total > records) return { records, more: total - records };
  return hasNext ? { records, more: undefined } : undefined;
}

/** What was requested, for checking the rows. If rows were chosen, none is due. */
export function askedOfResult(result: Result): Asked {
  const furtherPages = furtherPagesOf(result);
  const asked = {
    ...askedOf(result.query, requestedEpochMs(result)),
    ...(furtherPages && { furtherPages }),
  };
  return isPart(result) ? { ...asked, start: null, end: null, values: [], isPart: true } : asked;
}

/**
 * The outcome of a body that was received with this status, as far as that is known. `shown` masks secrets in
 * the service's words and shortens them to a line.
 */
export function outcomeOf(
  verdict: Verdict,
  shown: (words: string) => string | undefined,
  status?: number | null,
): Outcome {
  const words =
    verdict.kind === 'noData' ? verdict.message : verdict.kind === 'broken' ? verdict.words : undefined;
  const quote = quoted(words === undefined ? undefined : shown(words));
  // Nobody requested a part (RFC 9110, section 15.3.7), so whatever the body contains, something is missing.
  if (status === 206) {
    const message = l10n.t('The service sent only part of the response (HTTP 206).');
    return { kind: 'unexpectedResponse', message };
  }
  // The query isn't carried out yet, or there's nothing to show (RFC 9110, sections 15.3.3 and 15.3.6).
  if (status === 202 || status === 205) {
    const message = l10n.t("The service didn't send a complete response (HTTP {0}).", status);
    return { kind: 'unexpectedResponse', message, ...quote };
  }
  switch (verdict.kind) {
    case 'records':
      return { kind: 'success' };
    case 'noData':
      return { kind: 'noData', ...quote };
    case 'broken': {
      // Masked before it's cut, so that no secret is cut in two. Numbers may be licensed.
      const begins = verdict.data === undefined ? undefined : shown(verdict.data)?.replace(/\d.*/s, '…');
      const message = begins === undefined ? verdict.message : `${verdict.message} ${begins}`;
      return { kind: 'unexpectedResponse', message, ...quote };
    }
  }
}

/** Whether the thread has a table for this result. */
export const hasTable = (result: Result): boolean =>
  result.progress.kind === 'receiving' || result.table.bytes > 0 || comparisonOf(result) !== undefined;

/** The table that a person's choices belong to: a comparison has different columns than its dataset. */
export const tableOf = (result: Pick<Result, 'query' | 'source'>): string =>
  comparisonOf(result) ? `${result.query.dataset.id} compared` : result.query.dataset.id;

/** Whether the whole response arrived, even if it has no data. */
export function isReceivedWhole({ progress }: Pick<Result, 'progress'>): boolean {
  return progress.kind === 'ended' && ['success', 'noData'].includes(progress.outcome.kind);
}

/** Whether the service responded that it has no data. */
export function isEmptyResponse({ progress, table }: Result): boolean {
  if (progress.kind !== 'ended' || table.rows > 0) return false;
  return progress.outcome.kind === 'noData' || progress.outcome.kind === 'success';
}

/** The summary of a result that has ended; one without an outcome counts as canceled. */
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

/** The form of a result's id, which names files: 12 characters of base64url. */
const idForm = /^[A-Za-z0-9_-]{12}$/;

/** Whether a text can be the id of a result. Only then may it become part of a path. */
export const isResultId = (text: string): boolean => idForm.test(text);
