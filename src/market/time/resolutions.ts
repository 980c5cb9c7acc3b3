import { marketClock, marketZone, type Period } from './deliveryDay';
import { dayMs, hourMs, instantsOf, startOfDay, wallClock } from './zones';

/**
 * How the intervals of series can be combined. Public API: commands and query files take these ids. `base`,
 * `peak`, and `offPeak` are parts of a delivery day.
 */
export const resolutions = ['PT30M', 'PT60M', 'P1D', 'P1W', 'P1M', 'base', 'peak', 'offPeak'] as const;
export type Resolution = (typeof resolutions)[number];

/**
 * The hours of the market's clock in which the peak begins and ends. Like the market's own blocks, it's the same
 * on every day, including weekends and holidays.
 */
export const peakHours = { from: 8, to: 20 } as const;

/** A time over which intervals are combined. Epoch milliseconds. */
export interface Bucket extends Period {
  /** What of it counts: off-peak begins and ends with its day, but leaves out the peak. */
  readonly parts: readonly Period[];
  /** Instants in this period have no other bucket. */
  readonly within: Period;
}

/** Buckets that start on the hour, which is at the same time in all of the market's time zones. */
const even: { readonly [Each in Resolution]?: number } = { PT30M: hourMs / 2, PT60M: hourMs };

/**
 * The length of a bucket in milliseconds: the usual one, or the shortest of months, and the most that one covers, since
 * days can have 25 hours.
 */
const lengths: { readonly [Each in Resolution]: readonly [usual: number, most: number] } = {
  PT30M: [hourMs / 2, hourMs / 2],
  PT60M: [hourMs, hourMs],
  P1D: [dayMs, 25 * hourMs],
  P1W: [7 * dayMs, 7 * dayMs + hourMs],
  P1M: [28 * dayMs, 31 * dayMs + hourMs],
  base: [dayMs, 25 * hourMs],
  peak: [12 * hourMs, 12 * hourMs],
  offPeak: [12 * hourMs, 13 * hourMs],
};

/** Whether an interval of this many milliseconds is too long for every bucket. */
export const isFiner = (resolution: Resolution, milliseconds: number): boolean =>
  milliseconds > lengths[resolution][1];

/** The bucket of an instant, in the market's time zone. Weeks start on Monday. */
export function bucketAt(instant: number, resolution: Resolution): Bucket {
  const length = even[resolution];
  if (length !== undefined) {
    const start = Math.floor(instant / length) * length;
    return whole({ start, end: start + length });
  }
  const { year, month, day } = wallClock(instant, marketZone);
  const days = (first: number, count: number): Period => ({
    start: startOfDay(year, month, first, marketZone),
    end: startOfDay(year, month, first + count, marketZone),
  });
  if (resolution === 'P1W') {
    // 1970 began on a Thursday, three days after a Monday.
    const sinceMonday = Math.floor(marketClock(instant) / dayMs) + 3;
    return whole(days(day - (((sinceMonday % 7) + 7) % 7), 7));
  }
  if (resolution === 'P1M') {
    const start = startOfDay(year, month, 1, marketZone);
    return whole({ start, end: startOfDay(year, month + 1, 1, marketZone) });
  }
  const within = days(day, 1);
  if (resolution !== 'peak' && resolution !== 'offPeak') return whole(within);
  const at = (hour: number) =>
    instantsOf({ year, month, day, hour, minute: 0, second: 0 }, marketZone)[0] ?? within.end;
  const peak = { start: at(peakHours.from), end: at(peakHours.to) };
  if (resolution === 'peak') return { ...peak, parts: [peak], within };
  const parts = [
    { start: within.start, end: peak.start },
    { start: peak.end, end: within.end },
  ];
  return { ...within, parts, within };
}

const whole = (period: Period): Bucket => ({ ...period, parts: [period], within: period });

/**
 * The resolutions that would change what was sent between `start` and `end`. The `shortest` interval is in milliseconds;
 * Infinity if there are none.
 */
export function coarserResolutions({
  start,
  end,
  shortest,
}: Period & { readonly shortest: number }): Resolution[] {
  const isSeveral = (each: Resolution) => bucketAt(end - 1, each).start !== bucketAt(start, each).start;
  return resolutions.filter(
    (each) => lengths[each][0] > shortest && (!['P1D', 'P1W', 'P1M'].includes(each) || isSeveral(each)),
  );
}
