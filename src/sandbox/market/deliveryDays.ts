import { dayAheadResults, dueAt, quarterHoursFrom } from '../../market/datasets/publication';
import { addDays, dayOf, dayPeriod, marketZone, parseDay, type Period } from '../../market/time/deliveryDay';
import { dayMs, hourMs, instantsOf, minuteMs, zoneOffset } from '../../market/time/zones';

/** First delivery day of the account's history. */
const firstDay = '2016-01-01';
/** Epoch milliseconds. No record is older. */
export const historyStart = dayPeriod(firstDay, marketZone).start;

/** Intraday trading for an interval ends this long before its start. */
export const gateClosureMs = hourMs;

export interface DeliveryDay {
  /** `2026-03-29` */
  readonly day: string;
  /** Midnight to midnight in the market's time zone: 23, 24, or 25 hours. */
  readonly period: Period;
}

/**
 * The instant at which a clock in the market's time zone shows this time on the day; hour 24 is the next
 * midnight.
 */
export function atWallTime(day: string, hour: number, minute = 0): number {
  if (hour === 24) return dayPeriod(day, marketZone).end;
  const date = parseDay(day);
  const [instant] = date ? instantsOf({ ...date, hour, minute, second: 0 }, marketZone) : [];
  if (instant === undefined) throw new RangeError(`${day} has no ${hour}:${minute}.`);
  return instant;
}

/** When the day's auction results are published. */
export const publicationOf = (day: string): number => dueAt(dayAheadResults, day) ?? NaN;

/** The delivery days that the period touches and whose results are published at `now`, oldest first. */
export function* publishedDays({ start, end }: Period, now: number): Iterable<DeliveryDay> {
  // No day after tomorrow can be published, however far into the future the period reaches.
  const until = Math.min(end, now + 48 * hourMs);
  if (until <= Math.max(start, historyStart)) return;
  const last = dayOf(until - 1, marketZone);
  for (let day = dayOf(Math.max(start, historyStart), marketZone); day <= last; day = addDays(day, 1)) {
    if (publicationOf(day) <= now) yield { day, period: dayPeriod(day, marketZone) };
  }
}

/** Length of the day's market time unit, in milliseconds. */
export const timeUnitOf = (day: string): number => (day >= quarterHoursFrom ? 15 * minuteMs : hourMs);

/** The period, split into steps of this many milliseconds. */
export function stepsIn({ start, end }: Period, step: number): Period[] {
  return Array.from({ length: Math.round((end - start) / step) }, (_, i) => ({
    start: start + i * step,
    end: start + (i + 1) * step,
  }));
}

/** ISO 8601 duration of a period of whole quarter hours: `PT15M`, `PT1H`, `PT12H`. */
export function durationOf(length: number): string {
  return length % hourMs === 0 ? `PT${length / hourMs}H` : `PT${length / minuteMs}M`;
}

/** An interval belongs to the window in which it starts; the window's end is exclusive. */
export const belongsTo =
  (window: Period) =>
  ({ start }: Period): boolean =>
    start >= window.start && start < window.end;

/** The published days that the window touches, each with those of its intervals that belong to the window. */
export function* publishedIntervals(
  window: Period,
  now: number,
  stepOf: (day: string) => number,
): Iterable<DeliveryDay & { readonly step: number; readonly intervals: readonly Period[] }> {
  for (const { day, period } of publishedDays(window, now)) {
    const step = stepOf(day);
    yield { day, period, step, intervals: stepsIn(period, step).filter(belongsTo(window)) };
  }
}

/** The wall clock in the market's time zone as milliseconds since 1970. Clocks there change on the hour. */
function wallTime(instant: number): number {
  return instant + zoneOffset(Math.floor(instant / hourMs) * hourMs, marketZone);
}

/** Days since 1970 on the calendar in the market's time zone. */
export function dayNumber(instant: number): number {
  return Math.floor(wallTime(instant) / dayMs);
}

/** What a clock in the market's time zone shows, in hours with fractions: 18.25. */
export function clockHour(instant: number): number {
  return (wallTime(instant) / hourMs) % 24;
}

/** From -1 at midsummer to 1 at midwinter. */
export function winterOf(instant: number): number {
  return Math.cos(((dayNumber(instant) % 365.25) / 365.25 - 0.02) * 2 * Math.PI);
}

/** Whether the calendar day is a Saturday or a Sunday. */
export function isWeekend(instant: number): boolean {
  const weekday = (dayNumber(instant) + 4) % 7; // 1970-01-01 was a Thursday
  return weekday === 0 || weekday === 6;
}
