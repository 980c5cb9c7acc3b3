import * as l10n from '@vscode/l10n';
import type { OutcomeKind } from '../request/outcome';
import type { DayEntry } from './manifest';
import { mostAtOnce, type RequestPace } from './requestPace';
import type { RangeDay } from './rangeDays';

/** How the requests of a day ended. If the day has rows, its file is written by then. */
export interface FetchedDay {
  readonly entry: DayEntry;
  /** Why there is no file, as a sentence. Never contains a secret. */
  readonly problem?: string;
  readonly retryAfterSeconds?: number;
  /** Milliseconds from the first request to the last response. */
  readonly tookMs: number;
}

/** What a run needs from the folder and the service. */
export interface RangeWork {
  /** The entry of a day whose file already exists and is unchanged. */
  kept(day: string): Promise<DayEntry | undefined>;
  /** Whether the day's data should be available now. */
  isPublished(day: string): boolean;
  /** Whether the service may already have data of a day that isn't due yet, so that it's requested. */
  mayBeEarly(day: string): boolean;
  /**
   * Requests the day and writes its whole file. Rejects only with the signal's reason, or if the file can't
   * be written.
   */
  fetch(day: RangeDay, signal: AbortSignal): Promise<FetchedDay>;
  /** Records how a day ended. */
  note(day: string, entry: DayEntry): Promise<void>;
}

/** Numbers of days by how they ended: the next five add up to `days`. */
export interface RangeCounts {
  days: number;
  fetched: number;
  /** Days whose files already existed. */
  kept: number;
  /** Days for which the service has no data. */
  empty: number;
  /** Days that aren't published yet. */
  pending: number;
  failed: number;
  /** Total rows in the files of the range. */
  rows: number;
  bytes: number;
}

/** The result of a run, and what a person should know about it. */
export interface RangeOutcome extends RangeCounts {
  readonly problems: readonly string[];
}

/** How often a day is tried within a run. Responses with "too many requests" don't count. */
const mostTries = 3;
/** After this many days in a row without a response, the service is down. */
const mostFailuresInARow = 6;
/** After this many rejections in a row, despite waiting, the service won't take any more requests. */
const mostRefusals = 12;
const mostProblems = 20;

/** Outcomes after which another try may succeed. */
const isPassing: ReadonlySet<OutcomeKind> = new Set([
  'tooManyRequests',
  'unexpectedError',
  'unexpectedResponse',
  'unreachable',
  'timeout',
]);

/**
 * Fetches the days that are missing, oldest first, at the pace's choice of one or more at a time. A day is tried again later in
 * the run if that may help. The run ends early if nothing more can succeed, such as without a sign-in; days
 * that weren't reached count as failed. Rejects with the signal's reason, or if a file can't be written;
 * files that exist are kept.
 */
export async function runRange(
  days: readonly RangeDay[],
  work: RangeWork,
  pace: RequestPace,
  signal: AbortSignal,
  onProgress: (counts: Readonly<RangeCounts>) => void = () => undefined,
): Promise<RangeOutcome> {
  const counts: RangeCounts = {
    days: days.length,
    fetched: 0,
    kept: 0,
    empty: 0,
    pending: 0,
    failed: 0,
    rows: 0,
    bytes: 0,
  };
  const problems: string[] = [];
  let unnamed = 0;
  const tell = (problem: string) => {
    if (problems.includes(problem)) return;
    if (problems.length < mostProblems) problems.push(problem);
    else unnamed += 1;
  };
  const add = (how: 'fetched' | 'kept' | 'empty' | 'pending' | 'failed', entry?: DayEntry) => {
    counts[how] += 1;
    counts.rows += entry?.rows ?? 0;
    counts.bytes += entry?.bytes ?? 0;
    onProgress(counts);
  };

  const queue: { day: RangeDay; tries: number }[] = [];
  for (const day of days) {
    signal.throwIfAborted();
    const kept = await work.kept(day.day);
    if (kept) add('kept', kept);
    else if (!work.isPublished(day.day) && !work.mayBeEarly(day.day)) add('pending');
    else queue.push({ day, tries: 0 });
  }

  const stop = new AbortController();
  const both = AbortSignal.any([signal, stop.signal]);
  let failuresInARow = 0;

  const end = async (day: string, fetched: FetchedDay) => {
    const { entry, problem } = fetched;
    await work.note(day, entry);
    if (entry.outcome === 'success') add('fetched', entry);
    else if (entry.outcome === 'noData') add(work.isPublished(day) ? 'empty' : 'pending');
    else {
      add('failed');
      tell(l10n.t('{0}: {1}', day, problem ?? entry.outcome));
    }
  };

  const take = async (item: { day: RangeDay; tries: number }) => {
    const { day } = item;
    const fetched = await work.fetch(day, both);
    const { outcome } = fetched.entry;
    if (outcome === 'tooManyRequests') pace.refused(fetched.retryAfterSeconds);
    else if (outcome === 'success' || outcome === 'noData') pace.answered(fetched.tookMs, fetched.entry.rows);
    const isAnswered = outcome === 'success' || outcome === 'noData' || outcome === 'tooManyRequests';
    failuresInARow = isAnswered ? 0 : failuresInARow + 1;
    const isAgain =
      outcome === 'tooManyRequests' ? pace.refusedInARow < mostRefusals : item.tries + 1 < mostTries;
    if (isPassing.has(outcome) && isAgain && failuresInARow < mostFailuresInARow) {
      if (outcome === 'tooManyRequests') queue.unshift(item);
      else queue.push({ day, tries: item.tries + 1 });
      return;
    }
    await end(day.day, fetched);
    const isOver =
      outcome === 'unauthorized' ||
      failuresInARow >= mostFailuresInARow ||
      (outcome === 'tooManyRequests' && pace.refusedInARow >= mostRefusals);
    if (isOver) stop.abort(new StoppedError());
  };

  /** Never rejects: what a day rejects with ends the run. */
  const takeInTurn = async (item: { day: RangeDay; tries: number }) => {
    try {
      await pace.turn(both);
      try {
        await take(item);
      } finally {
        pace.done();
      }
    } catch (error) {
      if (!queue.includes(item)) queue.unshift(item);
      stop.abort(error);
    }
  };
  const running = new Set<Promise<void>>();
  const lane = async () => {
    while (!both.aborted) {
      const item = queue.shift();
      if (item) {
        const working = takeInTurn(item);
        running.add(working);
        await working;
        running.delete(working);
      } else if (running.size > 0) {
        await Promise.race(running); // what another lane is fetching may come back
      } else return;
    }
  };
  await Promise.all(Array.from({ length: mostAtOnce }, lane));
  signal.throwIfAborted();
  // A day that was stopped may reject with words of its own.
  if (!(stop.signal.reason instanceof StoppedError)) stop.signal.throwIfAborted();
  if (stop.signal.aborted) {
    for (let left = queue.length; left > 0; left -= 1) add('failed');
    tell(l10n.t('Fetching ended early because further requests would have failed.'));
  }
  if (unnamed > 0) problems.push(l10n.t('More problems, not listed: {0}', unnamed));
  return { ...counts, problems };
}

/** The reason with which a run ends its other requests. */
class StoppedError extends Error {}
