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

/** The most that a bucket covers, in milliseconds: days can have 25 hours. */
const longest: Readonly<Record<Resolution, number>> = {
  PT30M: hourMs / 2,
  PT60M: hourMs,
  P1D: 25 * hourMs,
  P1W: 7 * dayMs + hourMs,
  P1M: 31 * dayMs + hourMs,
  base: 25 * hourMs,
  peak: 12 * hourMs,
  offPeak: 13 * hourMs,
};

/** Whether an interval of this many milliseconds is too long for every bucket. */
export const isFiner = (resolution: Resolution, milliseconds: number): boolean =>
  milliseconds > longest[resolution];

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

/** How long the intervals of a response are, and the time between the first start and the last end. */
interface IntervalFacts extends Period {
  /** The length of the shortest, in milliseconds; Infinity if there are none. */
  readonly shortest: number;
}

/** The resolutions that would change what was sent. */
export function coarserResolutions({ start, end, shortest }: IntervalFacts): Resolution[] {
  const nominal: Readonly<Record<Resolution, number>> = {
    ...longest,
    P1D: dayMs,
    P1W: 7 * dayMs,
    P1M: 28 * dayMs,
    base: dayMs,
    offPeak: 12 * hourMs,
  };
  const isSeveral = (each: Resolution) => bucketAt(end - 1, each).start !== bucketAt(start, each).start;
  return resolutions.filter(
    (each) => nominal[each] > shortest && (!['P1D', 'P1W', 'P1M'].includes(each) || isSeveral(each)),
  );
}
