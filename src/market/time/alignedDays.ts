import { marketZone, type Period } from './deliveryDay';
import { dayMs, hourMs, instantsShowing, zoneOffset } from './zones';

const offsetAt = (instant: number) => zoneOffset(instant, marketZone);

/** What a clock of the market shows, read as if it hung in Greenwich: epoch milliseconds. */
const shown = (instant: number) => instant + offsetAt(instant);

/** Whether the clock shows this time twice that day, and which one it is: 3a is 1, 3b is 2, else 0. */
function turnOf(instant: number): 0 | 1 | 2 {
  if (shown(instant + hourMs) === shown(instant)) return 1;
  return shown(instant - hourMs) === shown(instant) ? 2 : 0;
}

/**
 * Numbers the beginnings of the market's periods: two periods that begin `days` delivery days apart,
 * at the same time of day (CET/CEST), have the same number when the later one is given these `days`.
 * The hours 3a and 3b of the autumn's clock change, and what lies within them, share it with nothing
 * but themselves. Numbers grow as the day goes on: hour 3 of other days, 3a, 3b, hour 4. An end that is
 * not known is NaN; so is the number of a start that is not.
 */
export function alignedStart({ start, end }: Period, days: number): number {
  if (Number.isNaN(start)) return NaN;
  // A block that goes on over the change is the same block on every day.
  const isBlock = end > start && offsetAt(start) !== offsetAt(end - 1);
  const clock = shown(start) - days * dayMs;
  const hour = Math.floor(clock / hourMs) * hourMs;
  return hour * 4 + (isBlock ? 0 : turnOf(start)) * hourMs + (clock - hour);
}

/**
 * How long a period is by the clock, in milliseconds: a delivery day is 24 hours on every day, off-peak
 * from midnight to 8 is 8, each hour is one. NaN where an end of it is not known.
 */
export function clockLength({ start, end }: Period): number {
  if (!(end > start)) return end - start;
  // Clocks that change at the very end do so after it.
  return end - start + offsetAt(end - 1) - offsetAt(start);
}

function endAfter(start: number, length: number): number {
  const end = start + length;
  if (Number.isNaN(end)) return NaN;
  // What lies in 3a ends in it, though a clock shows its end for the second time an hour later.
  if (turnOf(start) === 1 && turnOf(end - 1) === 1) return end;
  return instantsShowing(shown(start) + length, marketZone).find((instant) => instant >= start) ?? end;
}

/**
 * The same period of the delivery day, `days` days later. Both ends are NaN where that day has no such
 * period: the hour that spring leaves out, or a 3a or 3b on any other day than autumn's.
 */
export function periodLater(period: Period, days: number): Period {
  if (Number.isNaN(period.start)) return { start: NaN, end: NaN };
  const aligned = alignedStart(period, -days);
  const length = clockLength(period);
  for (const start of instantsShowing(shown(period.start) + days * dayMs, marketZone)) {
    const there = { start, end: endAfter(start, length) };
    if (alignedStart(there, 0) === aligned) return there;
  }
  return { start: NaN, end: NaN };
}

/**
 * The same period, `days` delivery days later, to be asked for: where that day has none, as long a one
 * from the first moment on at which clocks show its start, or would if they did not skip it.
 */
export function periodAround(period: Period, days: number): Period {
  const same = periodLater(period, days);
  if (!Number.isNaN(same.start)) return same;
  const clock = shown(period.start) + days * dayMs;
  const start = instantsShowing(clock, marketZone)[0] ?? clock - offsetAt(clock - dayMs);
  return { start, end: endAfter(start, clockLength(period)) };
}
