import { dayPeriod, marketZone, type Period } from './deliveryDay';
import { hourMs, minuteMs } from './zones';

/** The instant from which the market time unit is a quarter hour, given the first such delivery day. */
export const unitChangeOn = (quarterHoursFrom: string): number =>
  dayPeriod(quarterHoursFrom, marketZone).start;

/** The market time unit in milliseconds: an hour before `change`, a quarter hour since. */
export const unitAt = (instant: number, change: number): number =>
  instant < change ? hourMs : 15 * minuteMs;

/** The period, in two parts if the market time unit changes within it, each with its unit in milliseconds. */
export function unitPeriods({ start, end }: Period, change: number) {
  const starts = start < change && change < end ? [start, change] : [start];
  return starts.map((from, at) => ({ start: from, end: starts[at + 1] ?? end, unit: unitAt(from, change) }));
}

/**
 * How many market time units a period consists of, and their length in milliseconds. `unit` is `null` if the
 * length changes within the period, `count` if the period starts or ends within a unit.
 */
export function countUnits(
  period: Period,
  change: number,
): { readonly unit: number | null; readonly count: number | null } {
  const parts = unitPeriods(period, change);
  const isWhole = parts.every(({ start, end, unit }) => start % unit === 0 && end % unit === 0);
  return {
    unit: parts.length === 1 ? unitAt(period.start, change) : null,
    count: isWhole ? parts.reduce((count, { start, end, unit }) => count + (end - start) / unit, 0) : null,
  };
}
