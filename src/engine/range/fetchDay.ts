import type { Dataset } from '../../market/datasets/dataset';
import { dayPeriod, marketZone } from '../../market/time/deliveryDay';
import { formatUtc } from '../../market/time/zones';
import {
  settledDay,
  type CameDay,
  type DayContext,
  type DayEntry,
  type SettledDay,
} from '../../range/dayState';
import { isDue } from '../../range/dueDays';
import type { RangeFormat } from '../../range/manifest';
import type { DayRequest, RangeDay } from '../../range/rangeDays';
import type { FetchedDay } from '../../range/rangeRun';
import type { Connection } from '../../request/connection';
import { adviceFor, type Outcome } from '../../request/outcome';
import type { RetryWait } from '../../request/retryWait';
import { removeQuietly } from '../../disk/removeQuietly';
import { askedOfResult, type Result } from '../../results/result';
import type { ResultStore } from '../../results/store/resultStore';
import type { QueryRuns } from '../query/queryRuns';
import type { RangeFolder } from './rangeFolder';

/** What fetching a day needs. */
export interface DayFetching {
  readonly store: ResultStore;
  readonly runs: QueryRuns;
  readonly connection: Connection;
  readonly dataset: Dataset;
  readonly parameters: Readonly<Record<string, string>>;
  readonly format: RangeFormat;
  readonly folder: RangeFolder;
  /** A new path on this machine for a file of a folder elsewhere. */
  readonly newPath: () => string;
  readonly extensionVersion: string;
  /** Called before every wait for a busy service. */
  readonly onWait: (wait: RetryWait) => void;
  readonly now: () => number;
}

/**
 * Requests a day, one request after the other, and writes its file into the folder, unless what is held of the
 * day is better. The day has the outcome of the first request that fails. Rejects with the signal's reason, or
 * if the file can't be written.
 */
export async function fetchDay(
  fetching: DayFetching,
  { day, requests }: RangeDay,
  held: DayEntry | undefined,
  signal: AbortSignal,
): Promise<FetchedDay> {
  const { store, runs, connection, dataset, onWait } = fetching;
  const began = Date.now();
  const now = fetching.now();
  const requestedAt = formatUtc(now);
  const context: DayContext = { held, isDue: isDue(dataset, day, now), record: dataset.record };
  const results: Result[] = [];
  try {
    const pieces: Piece[] = [];
    for (const request of requests) {
      const result = await runs.runOnBehalf(request.query, connection, signal, { onWait });
      results.push(result);
      const { progress } = result;
      const outcome: Outcome = progress.kind === 'ended' ? progress.outcome : { kind: 'cancelled' };
      if (outcome.kind === 'noData') continue;
      if (outcome.kind !== 'success') {
        const came = { ...nothing, outcome: outcome.kind, requestedAt, problem: problemOf(outcome, result) };
        const { retryAfterSeconds } = outcome;
        return {
          outcome: outcome.kind,
          settled: settledDay(came, context),
          rows: 0,
          tookMs: Date.now() - began,
          ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
        };
      }
      pieces.push({ request, result });
    }
    const tookMs = Date.now() - began;
    if (pieces.length === 0) {
      const settled = settledDay({ ...nothing, outcome: 'noData', requestedAt }, context);
      return { outcome: 'noData', settled, rows: 0, tookMs };
    }
    const withoutData = requests.length - pieces.length;
    const settled = await write(fetching, day, pieces, { withoutData, requestedAt }, context, signal);
    const rows = pieces.reduce((sum, { result }) => sum + result.table.rows, 0);
    return { outcome: 'success', settled, rows, tookMs };
  } finally {
    for (const { id } of results) store.forget(id);
  }
}

/** A request of a day, and its response. */
interface Piece {
  readonly request: DayRequest;
  readonly result: Result;
}

const nothing = { responses: [], withoutData: 0, file: null };

function problemOf(outcome: Outcome, { query, table }: Result): string {
  const { title } = adviceFor(outcome, query.dataset, table.rows > 0);
  return outcome.message === undefined ? title : `${title}. ${outcome.message}`;
}

async function write(
  fetching: DayFetching,
  day: string,
  pieces: readonly Piece[],
  rest: Pick<CameDay, 'withoutData' | 'requestedAt'>,
  context: DayContext,
  signal: AbortSignal,
): Promise<SettledDay> {
  const { store, dataset, parameters, connection, format, folder, newPath, extensionVersion } = fetching;
  const path = await folder.newFile(newPath);
  try {
    return await folder.inTurn(async (columns) => {
      const file = await store.writeDay(
        {
          format,
          path,
          record: dataset.record,
          day: dayPeriod(day, marketZone),
          // Without the time of the request: the same response gives the same file.
          origin: {
            dataset: dataset.id,
            parameters: { ...parameters, ...periodOfDay(day) },
            connection: connection.name,
            outcome: 'success',
            complete: true,
            extensionVersion,
          },
          pieces: pieces.map(({ request, result }) => ({
            result: result.id,
            period: request.period,
            asked: askedOfResult(result),
          })),
          columns,
        },
        signal,
      );
      const responses = pieces.map(({ result }, at) => ({
        isWhole: true,
        rows: result.table.rows,
        findings: file.findings[at] ?? null,
      }));
      const settled = settledDay({ ...rest, outcome: 'success', responses, file }, context);
      if (settled.isNew && settled.entry.placed > 0) await folder.take(day, path, file.columns);
      return settled;
    });
  } finally {
    removeQuietly(path);
  }
}

function periodOfDay(day: string): Record<string, string> {
  const { start, end } = dayPeriod(day, marketZone);
  return { startTime: formatUtc(start), endTime: formatUtc(end) };
}
