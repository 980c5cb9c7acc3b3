import { isDeepStrictEqual } from 'node:util';
import type { Dataset } from '../../market/datasets/dataset';
import { dayPeriod, marketZone } from '../../market/time/deliveryDay';
import { formatUtc } from '../../market/time/zones';
import {
  noFile,
  settledDay,
  type CameDay,
  type DayContext,
  type DayEntry,
  type HeldDay,
  type SettledDay,
} from '../../range/dayState';
import { isDue } from '../../range/dueDays';
import { responseName, type RangeFormat } from '../../range/folderFiles';
import type { DayRequest, RangeDay } from '../../range/rangeDays';
import { obstacleText, type FetchedDay } from '../../range/rangeRun';
import type { Connection } from '../../request/connection';
import { adviceFor, type Outcome } from '../../request/outcome';
import type { RetryWait } from '../../request/retryWait';
import { removeQuietly } from '../../disk/removeQuietly';
import { asSentence } from '../../text/asSentence';
import { furtherFinding } from '../../market/integrity/findings';
import { askedOfResult, furtherPagesOf, type Result } from '../../results/result';
import type { ResultStore } from '../../results/store/resultStore';
import type { QueryRuns } from '../query/queryRuns';
import type { RangeFolder, WrittenFiles } from './rangeFolder';

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
  signal: AbortSignal,
): Promise<FetchedDay> {
  const { store, runs, connection, onWait } = fetching;
  const began = Date.now();
  const before = await fetching.folder.held(day);
  const requestedAt = formatUtc(fetching.now());
  const results: Result[] = [];
  try {
    const pieces: Piece[] = [];
    const said: string[] = [];
    for (const request of requests) {
      const result = await runs.runOnBehalf(request.query, connection, signal, { onWait, isBrief: true });
      results.push(result);
      const { progress } = result;
      const outcome: Outcome = progress.kind === 'ended' ? progress.outcome : { kind: 'cancelled' };
      if (outcome.kind === 'noData') {
        const further = furtherPagesOf(result);
        if (outcome.isQuote && outcome.message !== undefined) said.push(outcome.message);
        if (further) said.push(asSentence(furtherFinding(further).text));
      } else if (outcome.kind === 'success') pieces.push({ request, result });
      else {
        const came = { ...nothing, outcome: outcome.kind, requestedAt, message: problemOf(outcome, result) };
        const { retryAfterSeconds, isOfSignIn, message } = outcome;
        return {
          outcome: outcome.kind,
          isExcluded: outcome.status === 403,
          settled: await settledWithoutFile(fetching, day, came),
          rows: 0,
          tookMs: Date.now() - began,
          ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
          ...(isOfSignIn && message !== undefined ? { signIn: message } : {}),
        };
      }
    }
    const tookMs = Date.now() - began;
    const message = [...new Set(said)].join(' ') || undefined;
    if (pieces.length === 0) {
      const came = { ...nothing, outcome: 'noData' as const, requestedAt, message };
      return { outcome: 'noData', settled: await settledWithoutFile(fetching, day, came), rows: 0, tookMs };
    }
    const rest = { withoutData: requests.length - pieces.length, requestedAt, message };
    const settled = await write(fetching, day, pieces, { ...rest, before }, signal);
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
  const { message } = outcome;
  if (message?.startsWith(title)) return message;
  return message === undefined ? title : `${title}. ${message}`;
}

function contextOf(
  { dataset, parameters, now }: DayFetching,
  day: string,
  held: DayEntry | undefined,
): DayContext {
  const { status } = parameters;
  const askedStatus = !dataset.parameters.some(({ name }) => name === 'status')
    ? undefined
    : status === 'P' || status === 'O'
      ? status
      : 'any';
  return { day, held, isDue: isDue(dataset, day, now()), record: dataset.record, askedStatus };
}

async function settledWithoutFile(fetching: DayFetching, day: string, came: CameDay): Promise<SettledDay> {
  const { entry, obstacle } = await fetching.folder.held(day);
  if (obstacle !== undefined) return leftAlone(came, { problem: obstacleText(obstacle) });
  return settledDay(came, contextOf(fetching, day, entry));
}

/** What is known about a day that isn't written, and why. */
const leftAlone = (
  { requestedAt }: Pick<CameDay, 'requestedAt'>,
  why: Pick<SettledDay, 'problem' | 'isTaken'>,
): SettledDay => ({
  entry: { ...noFile, state: 'failed', outcome: 'success', requestedAt, integrity: [] },
  change: 'none',
  isRevised: false,
  mayPass: false,
  ...why,
});

/** How often a file is compared with what is held, if somebody changes that meanwhile. */
const mostComparisons = 3;

async function write(
  fetching: DayFetching,
  day: string,
  pieces: readonly Piece[],
  { before, ...rest }: Pick<CameDay, 'withoutData' | 'requestedAt' | 'message'> & { before: HeldDay },
  signal: AbortSignal,
): Promise<SettledDay> {
  const { folder, newPath, format } = fetching;
  const paths = {
    rows: await folder.newFile(newPath),
    response: format === 'json' ? undefined : await folder.newFile(newPath),
  };
  try {
    return await folder.inTurn(async () => {
      const file = await writtenDay(fetching, day, pieces, paths, signal);
      const responses = pieces.map(({ result }, at) => ({
        isWhole: true,
        rows: result.table.rows,
        findings: file.findings[at] ?? null,
      }));
      const response = file.response && {
        file: responseName(day, file.response.sha256),
        ...file.response,
      };
      const came: CameDay = { ...rest, outcome: 'success', responses, file: { ...file, response } };
      for (let compared = 0; compared < mostComparisons; compared += 1) {
        const held = await folder.heldToReplace(day);
        if (held.obstacle !== undefined) return leftAlone(rest, { problem: obstacleText(held.obstacle) });
        if (held.isTaken) return leftAlone(rest, { isTaken: true });
        const context = {
          ...contextOf(fetching, day, held.entry),
          lacksResponse: held.lacksResponse,
          isHeldNewer: held.version !== before.version,
        };
        const settled = settledDay(came, context);
        if (settled.change !== 'file' || (await folder.put(day, paths, settled.entry, held))) return settled;
      }
      return leftAlone(rest, { problem: obstacleText(folder.fileOf(day).name) });
    });
  } finally {
    removeQuietly(paths.rows);
    if (paths.response !== undefined) removeQuietly(paths.response);
  }
}

/** Writes the files of a day with the columns of the folder, which the first file settles. */
async function writtenDay(
  { store, dataset, parameters, connection, format, folder, extensionVersion }: DayFetching,
  day: string,
  pieces: readonly Piece[],
  paths: WrittenFiles,
  signal: AbortSignal,
) {
  const fileWith = (columns: readonly string[] | undefined) =>
    store.writeDay(
      {
        format,
        path: paths.rows,
        responsePath: paths.response,
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
        ...(columns ? { columns } : {}),
      },
      signal,
    );
  const file = await fileWith(folder.columns);
  if (folder.columns || file.placement.placed === 0) return file;
  const columns = await folder.settle(file.columns);
  return isDeepStrictEqual(columns, file.columns) ? file : fileWith(columns);
}

function periodOfDay(day: string): Record<string, string> {
  const { start, end } = dayPeriod(day, marketZone);
  return { startTime: formatUtc(start), endTime: formatUtc(end) };
}
