import * as l10n from '@vscode/l10n';
import { dueAt } from '../../market/datasets/publication';
import { judgementOf, type JudgedFacts } from '../../market/integrity/judgement';
import type { Query } from '../../market/query/query';
import { periodOf } from '../../market/query/queryPeriod';
import { dayOf, dayPeriod, marketZone } from '../../market/time/deliveryDay';
import { minuteMs } from '../../market/time/zones';
import type { Outcome } from '../../request/outcome';

/** How far a query has come that waits until its data is published. Times are in epoch milliseconds. */
export interface Waiting {
  readonly since: number;
  /** How many requests have brought something else than what was asked. */
  readonly tries: number;
  /** When the next request is sent. */
  readonly next: number;
}

/** What a request brought. */
export interface Received {
  readonly outcome: Pick<Outcome, 'kind' | 'retryAfterSeconds'>;
  /** See `hasRequestedData`. */
  readonly isThere: boolean;
}

/** The pause after the first request; each one after it is longer, up to the longest. */
const firstPauseMs = minuteMs / 2;
const pauseGrowth = 1.5;
const longestPauseMs = 5 * minuteMs;

/** For how long a day is asked for that has already begun. */
const begunMs = 30 * minuteMs;

/** After these, another request would get the same, or nobody wants one. */
const final: ReadonlySet<Outcome['kind']> = new Set(['badRequest', 'unauthorized', 'cancelled']);

/** When the last requested day is due and when it begins; `null` if nothing says when it's published. */
function publicationOf(query: Query): { due: number; begins: number; ends: number } | null {
  const period = periodOf(query);
  if (!period) return null;
  const day = dayOf(Math.max(period.start, period.end - 1), marketZone);
  const due = dueAt(query.dataset.publication, day);
  const { start, end } = dayPeriod(day, marketZone);
  return due === undefined ? null : { due, begins: start, ends: end };
}

/** Whether the query is about a day with a time of publication that isn't over at `now`. */
export const mayBePublished = (query: Query, now: number): boolean => now < (publicationOf(query)?.ends ?? 0);

/** Whether the last day of the query begins after `now`. */
export const isComing = (query: Query, now: number): boolean => now < (publicationOf(query)?.begins ?? 0);

/**
 * Whether a response holds all that was asked, including values that weren't due yet. What can't be judged now
 * can't be judged better later.
 */
export function hasRequestedData(facts: JudgedFacts): boolean {
  const judgement = judgementOf(facts);
  const { findings } = facts;
  if (findings === null || findings.some(({ kind, count }) => kind === 'toCome' && count > 0)) return false;
  return judgement === 'complete' || judgement === 'unjudged';
}

/** Begins to wait at `now`. Throws an `Error` ready to display if nothing says when the data is published. */
export function beginWaiting(query: Query, now: number): Waiting {
  const title = query.dataset.title();
  if (query.dataset.publication?.kind !== 'dayBefore') {
    throw new Error(l10n.t('"{0}" isn\'t published at a set time, so there is nothing to wait for.', title));
  }
  const published = publicationOf(query);
  if (!published) {
    throw new Error(l10n.t('The query has no period, so the time of publication is unknown.'));
  }
  const isBegun = now >= published.begins;
  return { since: now, tries: 0, next: isBegun ? now : Math.max(now, published.due) };
}

/** What to do after a request that ended at `now`: wait on, or end. */
export function afterRequest(
  query: Query,
  { since, tries }: Waiting,
  { outcome, isThere }: Received,
  now: number,
): Waiting | 'done' | 'givenUp' {
  if (isThere) return 'done';
  if (final.has(outcome.kind)) return 'givenUp';
  const pause = Math.min(firstPauseMs * pauseGrowth ** tries, longestPauseMs);
  const next = now + Math.max(pause, (outcome.retryAfterSeconds ?? 0) * 1000);
  const begins = publicationOf(query)?.begins ?? 0;
  const until = since >= begins ? since + begunMs : begins;
  return next < until ? { since, tries: tries + 1, next } : 'givenUp';
}

/** What sends the requests and knows the time. */
interface Waiter<Got extends Received> {
  /** Resolves when the clock has reached this time, or when nobody waits any longer. */
  readonly sleepUntil: (epochMs: number) => Promise<void>;
  readonly ask: () => Promise<Got>;
  readonly onChange: (waiting: Waiting, got: Got) => void;
}

/** Asks when it's time, until what was asked is there or it's given up; resolves with what came last. */
export async function queryUntilPublished<Got extends Received>(
  query: Query,
  begun: Waiting,
  { sleepUntil, ask, onChange }: Waiter<Got>,
): Promise<Got> {
  let waiting = begun;
  for (;;) {
    await sleepUntil(waiting.next);
    const got = await ask();
    const after = afterRequest(query, waiting, got, Date.now());
    if (after === 'done' || after === 'givenUp') return got;
    waiting = after;
    onChange(waiting, got);
  }
}
