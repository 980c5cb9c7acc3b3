import * as l10n from '@vscode/l10n';
import { formatDay, startOfDay, wallClock } from './zones';

/** The time zone whose midnight starts a day-ahead delivery day: Central European (Summer) Time. */
export const marketZone = 'Europe/Oslo';

/** Start inclusive and end exclusive, epoch milliseconds. */
export interface Period {
  readonly start: number;
  readonly end: number;
}

/** The calendar date in a text such as `2026-03-29`; `null` if there is no such date. */
export function parseDay(text: string): { year: number; month: number; day: number } | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return null;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  const date = new Date(Date.UTC(2000, month - 1, day));
  date.setUTCFullYear(year, month - 1, day);
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists ? { year, month, day } : null;
}

/** The day `days` later, as `2026-03-29`; negative goes back. */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/**
 * Midnight to midnight in the time zone: 23, 24, or 25 hours. In the market's time zone this is the
 * delivery day, in others the calendar day. Throws a `RangeError` if the date does not exist.
 */
export function dayPeriod(day: string, zone: string): Period {
  const first = parseDay(day);
  const next = parseDay(addDays(day, 1));
  if (!first || !next) throw new RangeError(l10n.t('{0} is not a calendar date.', day));
  return {
    start: startOfDay(first.year, first.month, first.day, zone),
    end: startOfDay(next.year, next.month, next.day, zone),
  };
}

/** The date a clock in the zone shows at the instant. */
export function dayOf(instant: number, zone: string): string {
  return formatDay(wallClock(instant, zone));
}
