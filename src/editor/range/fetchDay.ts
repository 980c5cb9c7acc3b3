import * as vscode from 'vscode';
import type { Dataset } from '../../market/datasets/dataset';
import { dayPeriod, marketZone } from '../../market/time/deliveryDay';
import { formatUtc } from '../../market/time/zones';
import type { DayEntry, RangeFormat } from '../../range/manifest';
import type { DayRequest, RangeDay } from '../../range/rangeDays';
import type { FetchedDay } from '../../range/rangeRun';
import type { Connection } from '../../request/connection';
import { adviceFor, type Outcome } from '../../request/outcome';
import type { RetryWait } from '../../request/retryWait';
import { removeQuietly } from '../../results/removeQuietly';
import { askedOfResult, type Result } from '../../results/result';
import type { ResultStore } from '../../results/resultStore';
import type { Queries } from '../query/queries';
import type { RangeFolder } from './rangeFolder';

/** What fetching a day needs. */
export interface DayFetching {
  readonly store: ResultStore;
  readonly queries: Queries;
  readonly connection: Connection;
  readonly dataset: Dataset;
  readonly parameters: Readonly<Record<string, string>>;
  readonly format: RangeFormat;
  readonly folder: RangeFolder;
  /** A new path on this machine for a file that is being written. */
  readonly newPath: () => string;
  readonly extensionVersion: string;
  /** Called before every wait for a busy service. */
  readonly onWait: (wait: RetryWait) => void;
}

/**
 * Requests a day, one request after the other, and writes its file into the folder. The day has the outcome
 * of the first request that fails, and is empty if no response has data. Rejects with the signal's reason, or
 * if the file can't be written.
 */
export async function fetchDay(
  fetching: DayFetching,
  { day, requests }: RangeDay,
  signal: AbortSignal,
): Promise<FetchedDay> {
  const { store, queries, connection, onWait } = fetching;
  const began = Date.now();
  const results: Result[] = [];
  try {
    const pieces: { request: DayRequest; result: Result }[] = [];
    for (const request of requests) {
      const result = await queries.fetchOnBehalf(request.query, connection, signal, { onWait });
      results.push(result);
      const { progress } = result;
      const outcome: Outcome = progress.kind === 'ended' ? progress.outcome : { kind: 'cancelled' };
      if (outcome.kind === 'noData') continue;
      if (outcome.kind !== 'success') return failed(fetching, outcome, began, result);
      pieces.push({ request, result });
    }
    const tookMs = Date.now() - began;
    const requestedAt = formatUtc(began);
    if (pieces.length === 0) return { entry: { ...nothing(requestedAt), outcome: 'noData' }, tookMs };
    return { entry: await write(fetching, day, pieces, requestedAt, signal), tookMs };
  } finally {
    for (const { id } of results) store.forget(id);
  }
}

const nothing = (requestedAt: string): Omit<DayEntry, 'outcome'> => ({
  rows: 0,
  bytes: 0,
  sha256: '',
  requestedAt,
  integrity: [],
});

function failed({ dataset }: DayFetching, outcome: Outcome, began: number, result: Result): FetchedDay {
  const { title } = adviceFor(outcome, dataset, result.table.rows > 0);
  return {
    entry: { ...nothing(formatUtc(began)), outcome: outcome.kind },
    tookMs: Date.now() - began,
    problem: outcome.message === undefined ? title : `${title}. ${outcome.message}`,
    ...(outcome.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: outcome.retryAfterSeconds }),
  };
}

async function write(
  { store, dataset, parameters, connection, format, folder, newPath, extensionVersion }: DayFetching,
  day: string,
  pieces: readonly { request: DayRequest; result: Result }[],
  requestedAt: string,
  signal: AbortSignal,
): Promise<DayEntry> {
  const integrity = new Map<string, number>();
  for (const { result } of pieces) {
    for (const { kind, count } of await store.ask(result.id, 'integrity', askedOfResult(result), {
      signal,
    })) {
      integrity.set(kind, (integrity.get(kind) ?? 0) + count);
    }
  }
  const path = newPath();
  try {
    const { rows, bytes, sha256 } = await store.writeDay(
      {
        format,
        path,
        record: dataset.record,
        // Without the time of the request: the same response gives the same file.
        origin: {
          dataset: dataset.id,
          parameters: { ...parameters, ...periodOfDay(day) },
          connection: connection.name,
          outcome: 'success',
          complete: true,
          extensionVersion,
        },
        pieces: pieces.map(({ request, result }) => ({ result: result.id, period: request.period })),
      },
      signal,
    );
    // All that came belongs to other days.
    if (rows === 0) return { ...nothing(requestedAt), outcome: 'noData' };
    await folder.place(day, vscode.Uri.file(path));
    const findings = [...integrity].map(([kind, count]) => ({ kind, count }));
    return { outcome: 'success', rows, bytes, sha256, requestedAt, integrity: findings };
  } finally {
    removeQuietly(path);
  }
}

function periodOfDay(day: string): Record<string, string> {
  const { start, end } = dayPeriod(day, marketZone);
  return { startTime: formatUtc(start), endTime: formatUtc(end) };
}
