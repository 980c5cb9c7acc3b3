import * as l10n from '@vscode/l10n';
import type { OutcomeKind } from '../request/outcome';
import { dayPlan, type DayEntry, type RangeWishes, type SettledDay } from './dayState';
import { mostAtOnce, type RequestPace } from './requestPace';
import type { RangeDay } from './rangeDays';

/** How the requests of a day ended. If the day has a new file, it's in the folder by then. */
export interface FetchedDay {
  /** `success`, `noData`, or the outcome of the first request that failed. */
  readonly outcome: OutcomeKind;
  readonly settled: SettledDay;
  /** Rows in the responses, whatever became of them. */
  readonly rows: number;
  readonly retryAfterSeconds?: number;
  /** Milliseconds from the first request to the last response. */
  readonly tookMs: number;
}

/** What a run needs from the folder and the service. */
export interface RangeWork {
  /** What the folder has of a day, see `heldEntry`. */
  held(day: string): Promise<DayEntry | undefined>;
  /** Whether the service may have data of the day. */
  isAvailable(day: string): boolean;
  /**
   * Requests the day and, if its response isn't worse than what is held, writes its whole file. Rejects only
   * with the signal's reason, or if the file can't be written.
   */
  fetch(day: RangeDay, held: DayEntry | undefined, signal: AbortSignal): Promise<FetchedDay>;
  /** Records how a day ended. */
  note(day: string, entry: DayEntry): Promise<void>;
}

/** How days end: fetched by this run, kept from an earlier one, or without a complete file. */
const endings = ['fetched', 'kept', 'empty', 'incomplete', 'pending', 'failed'] as const;

/** Numbers of days by how they ended: the next six add up to `days`. */
export interface RangeCounts extends Record<(typeof endings)[number], number> {
  days: number;
  /** Total rows in the files of the range. */
  rows: number;
  bytes: number;
}

/** How many days of a run have ended. */
export const endedDays = (counts: Readonly<RangeCounts>): number =>
  endings.reduce((sum, ending) => sum + counts[ending], 0);

/** The result of a run, and what a person should know about it. */
export interface RangeOutcome extends RangeCounts {
  readonly problems: readonly string[];
}

/** What `marketData.range.run` resolves with. Public API. */
export interface RangeSummary extends RangeOutcome {
  /** The folder named in the argument. */
  readonly target: string;
  readonly manifest: string;
}

/** How often a day is tried within a run. Responses with "too many requests" don't count. */
const mostTries = 3;
/** After this many days in a row without a response, the service is down. */
const mostFailuresInARow = 6;
/** After this many rejections in a row, despite waiting, the service won't take any more requests. */
const mostRefusals = 12;
const mostProblems = 20;

/**
 * Fetches the days that `dayPlan` chooses, oldest first and as many at once as the pace allows. A day is tried
 * again later in the run if that may help. The run ends early if nothing more can succeed, such as without a
 * sign-in; days that weren't reached count as failed. Rejects with the signal's reason, or if a file can't be
 * written; files that exist are kept.
 */
export async function runRange(
  days: readonly RangeDay[],
  work: RangeWork,
  pace: RequestPace,
  signal: AbortSignal,
  wishes: RangeWishes = {},
  onProgress: (counts: Readonly<RangeCounts>) => void = () => undefined,
): Promise<RangeOutcome> {
  const counts: RangeCounts = {
    days: days.length,
    fetched: 0,
    kept: 0,
    empty: 0,
    incomplete: 0,
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
  const add = (how: (typeof endings)[number], entry?: DayEntry) => {
    counts[how] += 1;
    counts.rows += entry?.rows ?? 0;
    counts.bytes += entry?.bytes ?? 0;
    onProgress(counts);
  };

  const queue: Queued[] = [];
  for (const day of days) {
    signal.throwIfAborted();
    const held = await work.held(day.day);
    const plan = dayPlan(day.day, held, work.isAvailable(day.day), wishes);
    if (plan === 'request') queue.push({ day, held, tries: 0 });
    else add(plan, held);
  }

  const stop = new AbortController();
  const both = AbortSignal.any([signal, stop.signal]);
  let failuresInARow = 0;

  const end = async ({ day }: RangeDay, { settled: { entry, isNew, problem } }: FetchedDay) => {
    if (isNew) await work.note(day, entry);
    add(entry.state, entry);
    if (problem !== undefined) tell(l10n.t('{0}: {1}', day, problem));
  };

  const take = async (item: Queued) => {
    const fetched = await work.fetch(item.day, item.held, both);
    const { outcome, settled } = fetched;
    const isReceived = outcome === 'success' || outcome === 'noData';
    if (outcome === 'tooManyRequests') pace.refused(fetched.retryAfterSeconds);
    else if (isReceived) pace.responded(fetched.tookMs, fetched.rows);
    failuresInARow = isReceived || outcome === 'tooManyRequests' ? 0 : failuresInARow + 1;
    const isAgain =
      outcome === 'tooManyRequests' ? pace.refusedInARow < mostRefusals : item.tries + 1 < mostTries;
    if (settled.mayPass && isAgain && failuresInARow < mostFailuresInARow) {
      if (outcome === 'tooManyRequests') queue.unshift(item);
      else queue.push({ ...item, tries: item.tries + 1 });
      return;
    }
    await end(item.day, fetched);
    const isOver =
      outcome === 'unauthorized' ||
      failuresInARow >= mostFailuresInARow ||
      (outcome === 'tooManyRequests' && pace.refusedInARow >= mostRefusals);
    if (isOver) stop.abort(new StoppedError());
  };

  /** Never rejects: what a day rejects with ends the run. */
  const takeInTurn = async (item: Queued) => {
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
    for (const { held } of queue) add(held?.state ?? 'failed', held);
    tell(l10n.t('Fetching ended early because further requests would have failed.'));
  }
  if (unnamed > 0) problems.push(l10n.t('More problems, not listed: {0}', unnamed));
  return { ...counts, problems };
}

/** A day that is to be requested, and how often it was. */
interface Queued {
  readonly day: RangeDay;
  readonly held: DayEntry | undefined;
  readonly tries: number;
}

/** The reason with which a run ends its other requests. */
class StoppedError extends Error {}
