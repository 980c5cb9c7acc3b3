import { marketClock, marketZone, occurrenceOf, type Period } from './deliveryDay';
import { dayMs, hourMs, instantsShowing, zoneOffset } from './zones';

const offsetAt = (instant: number) => zoneOffset(instant, marketZone);

/**
 * Numbers the starts of the market's periods. Two periods that start `days` delivery days apart at
 * the same time of day (CET/CEST) have the same number if the later one is given these `days`.
 * Hours 3a and 3b of the autumn clock change, and the periods within them, match only themselves.
 * Numbers ascend during the day: hour 3 of other days, 3a, 3b, hour 4. An unknown start or end is
 * NaN.
 */
export function alignedStart({ start, end }: Period, days: number): number {
  if (Number.isNaN(start)) return NaN;
  // A block that spans the change is the same block on every day.
  const isBlock = end > start && offsetAt(start) !== offsetAt(end - 1);
  const clock = marketClock(start) - days * dayMs;
  const hour = Math.floor(clock / hourMs) * hourMs;
  return hour * 4 + (isBlock ? 0 : occurrenceOf(start)) * hourMs + (clock - hour);
}

/**
 * The length of a period by clock time, in milliseconds: every delivery day has 24 hours, off-peak
 * from midnight to 8 has 8, and each hour has one. NaN if an end is unknown.
 */
export function clockLength({ start, end }: Period): number {
  if (!(end > start)) return end - start;
  // If clocks change exactly at the end, the change comes after the period.
  return end - start + offsetAt(end - 1) - offsetAt(start);
}

function endAfter(start: number, length: number): number {
  const end = start + length;
  if (Number.isNaN(end)) return NaN;
  // A period within 3a ends in 3a, although a clock shows its end again an hour later.
  if (occurrenceOf(start) === 1 && occurrenceOf(end - 1) === 1) return end;
  return instantsShowing(marketClock(start) + length, marketZone).find((instant) => instant >= start) ?? end;
}

/**
 * The same period of the delivery day, `days` days later. Both ends are NaN if that day has no such
 * period: the hour skipped in spring, or 3a or 3b on any day without them.
 */
export function periodLater(period: Period, days: number): Period {
  if (Number.isNaN(period.start)) return { start: NaN, end: NaN };
  const aligned = alignedStart(period, -days);
  const length = clockLength(period);
  for (const start of instantsShowing(marketClock(period.start) + days * dayMs, marketZone)) {
    const there = { start, end: endAfter(start, length) };
    if (alignedStart(there, 0) === aligned) return there;
  }
  return { start: NaN, end: NaN };
}

/**
 * The same period, `days` delivery days later, for a new query. If that day has no such period, it
 * is one of equal length, from when clocks first show its start or would show it if they hadn't changed.
 */
export function periodAround(period: Period, days: number): Period {
  const same = periodLater(period, days);
  if (!Number.isNaN(same.start)) return same;
  const clock = marketClock(period.start) + days * dayMs;
  const start = instantsShowing(clock, marketZone)[0] ?? clock - offsetAt(clock - dayMs);
  return { start, end: endAfter(start, clockLength(period)) };
}
