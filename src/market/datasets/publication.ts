import * as l10n from '@vscode/l10n';
import { addDays, dayOf, dayPeriod, marketZone, parseDay } from '../time/deliveryDay';
import type { Sentence } from '../../text/l10n';
import { instantsOf, minuteMs } from '../time/zones';

/** When data can be expected: results of an auction on the day before delivery, or some time later. */
export type Publication =
  | {
      readonly kind: 'dayBefore';
      readonly hour: number;
      readonly minute: number;
      readonly zone: string;
      /** The clock time as a person reads it: "12:55 CET/CEST". */
      readonly clock: Sentence;
    }
  | { readonly kind: 'delayed'; readonly minutes: number };

/** Of the European day-ahead auction since October 2025; usual, not promised. */
export const dayAheadResults: Publication = {
  kind: 'dayBefore',
  hour: 12,
  minute: 55,
  zone: marketZone,
  clock: () => l10n.t('12:55 CET/CEST'),
};

/** Of the hourly UK auction; usual, not promised. */
export const ukResults: Publication = {
  kind: 'dayBefore',
  hour: 10,
  minute: 0,
  zone: 'Europe/London',
  clock: () => l10n.t('10:00 UK time'),
};

/**
 * The last delivery day whose data can be expected at `now` (epoch milliseconds), as `2026-03-29`:
 * with an auction the one after today once its results are due, else the last one that is over.
 */
export function lastPublishedDay(publication: Publication | undefined, now: number): string {
  const today = dayOf(now, marketZone);
  if (publication?.kind !== 'dayBefore') return addDays(today, -1);
  const { hour, minute, zone } = publication;
  const date = parseDay(today);
  const [due = Infinity] = date ? instantsOf({ ...date, hour, minute, second: 0 }, zone) : [];
  return now >= due ? addDays(today, 1) : today;
}

/**
 * Until when data can be expected at `now`, both epoch milliseconds: with an auction the end of the
 * last day that is out, else what is over, or was over some time ago.
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
