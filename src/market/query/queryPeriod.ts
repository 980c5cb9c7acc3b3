import { dayPeriod, marketZone, parseDay, type Period } from '../time/deliveryDay';
import type { Query } from './query';
import { fromTo } from '../../text/l10n';
import { formatInstant, hourMs } from '../time/zones';

/**
 * What a query asks for: its period, delivery day or power hour. Without an end it counts as an hour;
 * `null` where it names no beginning.
 */
export function periodOf({ parameters }: Pick<Query, 'parameters'>): Period | null {
  const { startTime, endTime, date, powerHour } = parameters;
  if (date !== undefined) return parseDay(date) ? dayPeriod(date, marketZone) : null;
  const start = Date.parse(powerHour ?? startTime ?? '');
  if (Number.isNaN(start)) return null;
  const end = powerHour === undefined ? Date.parse(endTime ?? '') : start + hourMs;
  return { start, end: Number.isNaN(end) ? start + hourMs : end };
}

const isMidnight = (instant: number, zone: string) => formatInstant(instant, zone).endsWith(' 00:00');

/**
 * The zone of whose days the period consists: the given one, else the market's, as a delivery day
 * keeps its name whatever zone is shown. `null` where it does not consist of days of either.
 */
export const zoneOfDays = ({ start, end }: Period, zone: string): string | null =>
  [zone, marketZone].find((each) => isMidnight(start, each) && isMidnight(end, each)) ?? null;

/** `A to B`, the first and the last day of the period as `write` writes them, or its only one. */
export function daysIn({ start, end }: Period, write: (instant: number) => string): string {
  // The end belongs to the period no more.
  const days = [start, Math.max(start, end - 1)].map(write);
  return fromTo([...new Set(days)]);
}
