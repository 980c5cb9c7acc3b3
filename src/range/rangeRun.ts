import { isDeepStrictEqual } from 'node:util';
import * as l10n from '@vscode/l10n';
import { formatUtc } from '../market/time/zones';
import type { OutcomeKind } from '../request/outcome';
import { formatCount } from '../text/l10n';
import { dayPlan, keptAs, type RangeWishes } from './requestedDays';
import type { DayEntry, HeldDay, SettledDay } from './dayState';
import { mostAtOnce, type RequestPace } from './requestPace';
import type { RangeDay } from './rangeDays';
import type { RangeOutcome, RangeReport } from './rangeReport';

/** How the requests of a day ended. If the day has a new file, it's in the folder by then. */
export interface FetchedDay {
  /** `success`, `noData`, or the outcome of the first request that failed. */
  readonly outcome: OutcomeKind;
  readonly settled: SettledDay;
  /** Rows in the responses, whatever became of them. */
  readonly rows: number;
  /** Whether the sign-in was accepted, but doesn't include the day. */
  readonly isExcluded?: boolean;
  readonly retryAfterSeconds?: number;
  /** Why there was no token, if that was it, as a sentence. */
  readonly signIn?: string;
  /** Milliseconds from the first request to the last response. */
  readonly tookMs: number;
}

/** What a run needs from the folder and the service. */
export interface RangeWork {
  held(day: string): Promise<HeldDay>;
  /** Whether the service may have data of the day. */
  isAvailable(day: string): boolean;
  /** Takes days, so that other runs leave them alone. Resolves with those that no other run has taken. */
  take(days: readonly string[], signal: AbortSignal): Promise<ReadonlySet<string>>;
  /**
   * Requests the day and, if its response isn't worse than what is held, writes its whole file. Rejects only
   * with the signal's reason, or if the file can't be written.
   */
  fetch(day: RangeDay, signal: AbortSignal): Promise<FetchedDay>;
  /** Records how a day without a new file ended. */
  note(day: string, entry: DayEntry): Promise<void>;
  /** Reads the notes of other runs, for `held`. Resolves with the days that runs at the same time have noted. */
  refresh(): Promise<ReadonlySet<string>>;
  /** Epoch milliseconds. */
  now(): number;
}

/** How a run is carried out. */
export interface RunOptions {
  readonly signal: AbortSignal;
  readonly pace: RequestPace;
  readonly wishes: RangeWishes;
  /** A service that asks for a longer wait has a quota: the run ends. */
  readonly longestWaitSeconds: number;
  /** Is told of every day. */
  readonly report: RangeReport;
  readonly onProgress: () => void;
}

/** What `marketData.range.run` resolves with. Public API. */
export interface RangeSummary extends RangeOutcome {
  /** The folder named in the argument. */
  readonly target: string;
  readonly manifest: string;
}

/** How often a day is tried within a run. Responses with "too many requests" don't count. */
const mostTries = 3;
/** After this many days in a row without a response, each of the others is tried only once. */
const mostFailuresInARow = 6;
/** After this many rejections in a row, despite waiting, the service won't take any more requests. */
const mostRefusals = 12;
/** How many days are looked up in the folder at the same time: each takes longer to wait for than to do. */
const lookedUpAtOnce = 64;

/**
 * Fetches the days that `dayPlan` chooses, oldest first and as many at once as the pace allows. A day is tried
 * again later in the run if that may help. Whichever days fail, the others are requested, too. The run ends early
 * only if the service accepts no more requests, such as without a sign-in; days that weren't reached count as
 * failed. Rejects with the signal's reason, or if a file can't be
 * written; files that exist are kept.
 */
export async function runRange(
  days: readonly RangeDay[],
  work: RangeWork,
  { signal, pace, wishes, longestWaitSeconds, report, onProgress }: RunOptions,
): Promise<void> {
  report.counts.days = days.length;
  const end: RangeReport['add'] = (...day) => {
    report.add(...day);
    onProgress();
  };

  const { queue, others } = await ownDays(days, { work, wishes, end, signal, report });

  const stop = new AbortController();
  const both = AbortSignal.any([signal, stop.signal]);
  let failuresInARow = 0;

  const take = async (item: Queued) => {
    const { day } = item.day;
    const fetched = await work.fetch(item.day, both);
    const { outcome, settled, retryAfterSeconds = 0 } = fetched;
    const isReceived = outcome === 'success' || outcome === 'noData';
    if (outcome === 'tooManyRequests' && retryAfterSeconds > longestWaitSeconds) {
      queue.unshift(item);
      const until = quotaText(work.now() + retryAfterSeconds * 1000);
      stop.abort(new StoppedError(fetched.signIn === undefined ? until : `${until} ${fetched.signIn}`));
      return;
    }
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
    const { entry, change, isRevised, problem, hasFailed, isTaken } = settled;
    if (isTaken) {
      others.push(item);
      return;
    }
    if (change === 'entry') await work.note(day, entry);
    if (isRevised) report.revise(day);
    report.hasFailed ||= hasFailed === true;
    const isKept = change === 'none' || problem !== undefined;
    end(day, isKept ? keptAs(entry) : entry.state, entry, problem);
    const isOver =
      (outcome === 'unauthorized' && !fetched.isExcluded) ||
      // Each further day would send the password again.
      (fetched.signIn !== undefined && failuresInARow >= mostFailuresInARow) ||
      (outcome === 'tooManyRequests' && pace.refusedInARow >= mostRefusals);
    if (isOver) {
      stop.abort(new StoppedError(l10n.t('Not requested, because more requests would have failed.')));
    }
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
  const reason: unknown = stop.signal.reason;
  // A day that was stopped may reject with words of its own.
  if (stop.signal.aborted && !(reason instanceof StoppedError)) throw reason;
  if (reason instanceof StoppedError) {
    report.hasFailed = true;
    for (const { day, held } of queue) end(day.day, held ? keptAs(held) : 'failed', held, reason.message);
  }
  await endOthers(others, { work, end, report });
}

/** Ends the days that other runs had taken: those that they have noted meanwhile are kept. */
async function endOthers(
  others: readonly Queued[],
  { work, end, report }: Pick<DayLookup, 'work' | 'end' | 'report'>,
): Promise<void> {
  if (others.length === 0) return;
  const noted = await work.refresh();
  let taken = 0;
  for (const { day, held } of others) {
    const { entry } = await work.held(day.day);
    // The other run may have noted it before this one began.
    const isNoted = entry && (noted.has(day.day) || !isDeepStrictEqual(entry, held));
    end(day.day, isNoted ? keptAs(entry) : 'taken', entry);
    if (!isNoted) taken += 1;
  }
  if (taken > 0) {
    report.remark(l10n.t('Another run is fetching some of these delivery days ({0}).', formatCount(taken)));
  }
}

/** A day that is to be requested, and how often it was. */
interface Queued {
  readonly day: RangeDay;
  readonly held: DayEntry | undefined;
  readonly tries: number;
}

/** How days are looked up in the folder. */
interface DayLookup extends Pick<RunOptions, 'wishes' | 'signal' | 'report'> {
  readonly work: RangeWork;
  readonly end: RangeReport['add'];
}

/** Takes the days that are to be requested, unless another run has taken them. */
async function ownDays(
  days: readonly RangeDay[],
  lookup: DayLookup,
): Promise<{ queue: Queued[]; others: Queued[] }> {
  const wanted = await daysToRequest(days, lookup);
  const own = await lookup.work.take(
    wanted.map(({ day: { day } }) => day),
    lookup.signal,
  );
  const isOwn = ({ day: { day } }: Queued) => own.has(day);
  // Another run may have fetched them just before they were taken.
  const queue = await daysToRequest(
    wanted.filter(isOwn).map(({ day }) => day),
    lookup,
  );
  return { queue, others: wanted.filter((each) => !isOwn(each)) };
}

/** Ends the days that needn't, or can't, be requested, and resolves with the others. */
async function daysToRequest(
  days: readonly RangeDay[],
  { work, wishes, end, signal, report }: DayLookup,
): Promise<Queued[]> {
  const queue: Queued[] = [];
  for (let at = 0; at < days.length; at += lookedUpAtOnce) {
    signal.throwIfAborted();
    const some = days.slice(at, at + lookedUpAtOnce);
    const found = await Promise.all(some.map(({ day }) => work.held(day)));
    for (const [index, day] of some.entries()) {
      const { entry: held, lacksResponse, obstacle } = found[index] ?? { entry: undefined };
      const again = wishes.again === 'unsettled' && lacksResponse ? true : wishes.again;
      const plan = dayPlan(day.day, held, work.isAvailable(day.day), work.now(), { ...wishes, again });
      if (lacksResponse && plan !== 'request') report.lackResponse(day.day);
      if (obstacle !== undefined) end(day.day, 'failed', undefined, obstacleText(obstacle));
      else if (plan === 'request') queue.push({ day, held, tries: 0 });
      else end(day.day, plan, held);
    }
  }
  return queue;
}

/** Says that a day is left as it is, because something else is where its file belongs. */
export const obstacleText = (path: string): string =>
  l10n.t(
    "{0} was changed, or wasn't written by a range, so the file was kept. To fetch the day, move or delete the file.",
    path,
  );

const quotaText = (untilMs: number): string =>
  l10n.t('Not requested, because the service accepts no more requests until {0}.', formatUtc(untilMs));

/** The reason with which a run ends its other requests, as a sentence about the days that it didn't reach. */
class StoppedError extends Error {}
