import { dayOf, dayPeriod, marketZone, parseDay, type Period } from '../time/deliveryDay';
import type { Query } from './query';
import { fromTo } from '../../text/l10n';
import { formatInstant, hourMs } from '../time/zones';

/**
 * The requested period, delivery day, or power hour. A period without an end counts as one hour, as
 * a power hour does; `null` if it has no start.
 */
export function periodOf({ parameters }: Pick<Query, 'parameters'>): Period | null {
  const { startTime, endTime, date, powerHour } = parameters;
  if (date !== undefined) return parseDay(date) ? dayPeriod(date, marketZone) : null;
  const start = Date.parse(powerHour ?? startTime ?? '');
  if (Number.isNaN(start)) return null;
  const end = Date.parse(endTime ?? '');
  return { start, end: Number.isNaN(end) ? start + hourMs : end };
}

/** The delivery days (CET/CEST) that a query touches, or `null` if the service decides. */
export function daysOf(
  query: Pick<Query, 'parameters'>,
): { readonly from: string; readonly to: string } | null {
  const period = periodOf(query);
  if (!period) return null;
  const { start, end } = period;
  // The end is exclusive.
  return { from: dayOf(start, marketZone), to: dayOf(Math.max(start, end - 1), marketZone) };
}

/** The delivery day (CET/CEST) on which a query starts, or `null` if the service decides. */
export const firstDayOf = (query: Pick<Query, 'parameters'>): string | null => daysOf(query)?.from ?? null;

const isMidnight = (instant: number, zone: string) => formatInstant(instant, zone).endsWith(' 00:00');

/**
 * The time zone in which the period consists of whole days: the given one or, since delivery days have the
 * same name in every time zone, the market's. `null` if it's neither.
 */
export const zoneOfDays = ({ start, end }: Period, zone: string): string | null =>
  [zone, marketZone].find((each) => isMidnight(start, each) && isMidnight(end, each)) ?? null;

/** `A to B`: the first and last day of the period as written by `write`, or the only one. */
export function daysIn({ start, end }: Period, write: (instant: number) => string): string {
  // The end is exclusive.
  const days = [start, Math.max(start, end - 1)].map(write);
  return fromTo([...new Set(days)]);
}
