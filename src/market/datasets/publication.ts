import * as l10n from '@vscode/l10n';
import { addDays, dayOf, dayPeriod, marketZone, parseDay } from '../time/deliveryDay';
import type { Sentence } from '../../text/l10n';
import { instantsOf, minuteMs } from '../time/zones';

/**
 * When data can be expected: auction results on the day before delivery, other data some time after
 * delivery.
 */
export type Publication =
  | {
      readonly kind: 'dayBefore';
      readonly hour: number;
      readonly minute: number;
      readonly zone: string;
      /** The time of day as displayed: "12:55 CET/CEST". */
      readonly clock: Sentence;
    }
  | { readonly kind: 'delayed'; readonly minutes: number };

/** The first delivery day of the European day-ahead auction with quarter hours. */
export const quarterHoursFrom = '2025-10-01';

/** For the European day-ahead auction since then. Usual, but not guaranteed. */
export const dayAheadResults: Publication = {
  kind: 'dayBefore',
  hour: 12,
  minute: 55,
  zone: marketZone,
  clock: () => l10n.t('12:55 CET/CEST'),
};

/** For the hourly UK auction. Usual, but not guaranteed. */
export const ukResults: Publication = {
  kind: 'dayBefore',
  hour: 10,
  minute: 0,
  zone: 'Europe/London',
  clock: () => l10n.t('10:00 UK time'),
};

/**
 * When the auction results for a delivery day such as `2026-03-29` are due, in epoch milliseconds: on the day
 * before. `undefined` for data that isn't published once for a day.
 */
export function dueAt(publication: Publication | undefined, day: string): number | undefined {
  if (publication?.kind !== 'dayBefore') return undefined;
  const { hour, minute, zone } = publication;
  const date = parseDay(addDays(day, -1));
  return date ? instantsOf({ ...date, hour, minute, second: 0 }, zone)[0] : undefined;
}

/**
 * The last delivery day whose data can be expected at `now` (epoch milliseconds), as `2026-03-29`:
 * for an auction, tomorrow once its results are due, otherwise today; for other data, yesterday.
 */
export function lastPublishedDay(publication: Publication | undefined, now: number): string {
  const today = dayOf(now, marketZone);
  if (publication?.kind !== 'dayBefore') return addDays(today, -1);
  const tomorrow = addDays(today, 1);
  return now >= (dueAt(publication, tomorrow) ?? Infinity) ? tomorrow : today;
}

/**
 * The time until which data can be expected at `now`, both in epoch milliseconds: for an auction,
 * the end of the last published day; otherwise now, less the delay.
 */
export function reachOf(publication: Publication | undefined, now: number): number {
  switch (publication?.kind) {
    case 'dayBefore':
      return dayPeriod(lastPublishedDay(publication, now), marketZone).end;
    case 'delayed':
      return now - publication.minutes * minuteMs;
    case undefined:
      return now;
  }
}

/**
 * The latest delivery day that has begun and has data at `now` (epoch milliseconds), in the words of prompts: for
 * delayed data, shortly after midnight, that's yesterday.
 */
export function latestDayWord(publication: Publication | undefined, now: number): 'today' | 'yesterday' {
  const { start } = dayPeriod(dayOf(now, marketZone), marketZone);
  return reachOf(publication, now) <= start ? 'yesterday' : 'today';
}
