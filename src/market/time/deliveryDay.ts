import * as l10n from '@vscode/l10n';
import { dayMs, formatDay, hourMs, startOfDay, wallClock, zoneOffset } from './zones';

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
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  // A day up to 99 that the month doesn't have always leads to another month.
  return date.getUTCMonth() === month - 1 ? { year, month, day } : null;
}

/** 0 for Monday, to 6 for Sunday. 1 January 1970 was a Thursday. */
export const weekdayOf = (day: string): number => (((Date.parse(day) / dayMs + 3) % 7) + 7) % 7;

/** The day `days` later, as `2026-03-29`; negative goes back. */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** Whole days from one calendar date to another. */
export const daysFrom = (day: string, other: string): number =>
  Math.round((Date.parse(other) - Date.parse(day)) / dayMs);

/**
 * Midnight to midnight in the time zone: 23, 24, or 25 hours. In the market's time zone this is the
 * delivery day, in others the calendar day. Throws a `RangeError` if the date does not exist.
 */
export function dayPeriod(day: string, zone: string): Period {
  const first = parseDay(day);
  const next = parseDay(addDays(day, 1));
  if (!first || !next) throw new RangeError(l10n.t("{0} isn't a calendar date.", day));
  return {
    start: startOfDay(first.year, first.month, first.day, zone),
    end: startOfDay(next.year, next.month, next.day, zone),
  };
}

/** What a clock in the market's time zone shows, interpreted as UTC: epoch milliseconds. */
export const marketClock = (instant: number): number => instant + zoneOffset(instant, marketZone);

/** Which occurrence of a time that the market's clock shows twice: 1 for 3a, 2 for 3b, 0 for other times. */
export function occurrenceOf(instant: number): 0 | 1 | 2 {
  if (marketClock(instant + hourMs) === marketClock(instant)) return 1;
  return marketClock(instant - hourMs) === marketClock(instant) ? 2 : 0;
}

/** The date a clock in the zone shows at the instant. */
export function dayOf(instant: number, zone: string): string {
  return formatDay(wallClock(instant, zone));
}
