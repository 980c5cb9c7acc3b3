import type { Period } from '../../market/time/deliveryDay';
import { hourMs, startOfDay, wallClock } from '../../market/time/zones';
import type { IncompleteBuckets, Resampled, ResamplingRule, Resolution } from '../../protocol/chartTypes';
import { eachIndex, type Sliced } from '../columns/slices';
import { IntervalList, type SeriesIntervals } from '../series/seriesIntervals';
import { visibleSpans } from './spans';

/** A bucket that is only partly covered by values, or that has overlapping values. Epoch milliseconds. */
export interface IncompleteBucket extends Period {
  /** Mean or sum of the available values. */
  readonly value: number;
  /** How long there are values, in milliseconds. */
  readonly covered: number;
}

/** A series' intervals, combined into buckets. */
export interface ResampledIntervals {
  /** Whole buckets, and the intervals that don't fit in one. */
  readonly intervals: SeriesIntervals;
  readonly incomplete: readonly IncompleteBucket[];
  readonly resampled: Resampled;
}

/** Energy is added up; everything else, such as prices and power, is averaged over time. */
export const ruleOf = (unit: string): ResamplingRule => (/^[kMGT]?Wh$/i.test(unit.trim()) ? 'sum' : 'mean');

/**
 * Lengths of the buckets that start on the hour, which is at the same time in all of the market's time zones.
 */
const even: { readonly [Each in Exclude<Resolution, 'day'>]: number } = {
  halfHour: hourMs / 2,
  hour: hourMs,
};

/** The bucket that contains the instant: a delivery hour, half of one, or a day in the time zone. */
export function bucketAt(instant: number, to: Resolution, zone: string): Period {
  if (to === 'day') {
    const { year, month, day } = wallClock(instant, zone);
    return { start: startOfDay(year, month, day, zone), end: startOfDay(year, month, day + 1, zone) };
  }
  const start = Math.floor(instant / even[to]) * even[to];
  return { start, end: start + even[to] };
}

/** Removes digits that only come from calculating with doubles. */
const withoutNoise = (value: number) => Number(value.toPrecision(15));

/** What has been found of one bucket so far. */
class Bucket {
  covered = 0;
  private sum = 0;
  private weighted = 0;
  private reach = -Infinity;
  private overlaps = false;

  constructor(readonly period: Period) {}

  add(from: number, to: number, value: number): void {
    if (from < this.reach) this.overlaps = true;
    this.reach = Math.max(this.reach, to);
    this.covered += to - from;
    this.sum += value;
    this.weighted += value * (to - from);
  }

  get isWhole(): boolean {
    return !this.overlaps && this.covered === this.period.end - this.period.start;
  }

  value(rule: ResamplingRule): number {
    return withoutNoise(rule === 'sum' ? this.sum : this.weighted / this.covered);
  }
}

/**
 * Combines the intervals with values into hours, half hours, or days of a time zone. A bucket is whole if its
 * values cover it exactly once. An interval is never divided: if it doesn't fit in a bucket, it's left as
 * sent.
 */
export function* resampled(
  intervals: SeriesIntervals,
  to: Resolution,
  zone: string,
  rule: ResamplingRule,
): Sliced<ResampledIntervals> {
  const made = new IntervalList();
  const incomplete: IncompleteBucket[] = [];
  /** Indexes of the intervals that begin in the current bucket and end after it. */
  let crossing: number[] = [];
  let kept = 0;
  let bucket: Bucket | undefined;
  let firstRow = 0;
  const close = () => {
    if (bucket && bucket.covered > 0) {
      const { start, end } = bucket.period;
      const value = bucket.value(rule);
      if (bucket.isWhole && Number.isFinite(value)) made.add(firstRow, start, end, value);
      else incomplete.push({ start, end, value, covered: bucket.covered });
    }
    for (const at of crossing)
      made.add(intervals.row(at), intervals.start(at), intervals.end(at), intervals.value(at));
    kept += crossing.length;
    crossing = [];
  };
  yield* eachIndex(intervals.length, (at) => {
    const value = intervals.value(at);
    if (Number.isNaN(value)) return;
    const [start, end] = [intervals.start(at), intervals.end(at)];
    if (!bucket || start >= bucket.period.end) {
      close();
      bucket = new Bucket(bucketAt(start, to, zone));
      firstRow = intervals.row(at);
    }
    if (end <= bucket.period.end) bucket.add(start, end, value);
    else crossing.push(at);
  });
  close();
  const counts = { incomplete: incomplete.length, kept };
  return { intervals: made.intervals(), incomplete, resampled: { to, rule, ...counts } };
}

/**
 * The incomplete buckets between `from` and `to`. If there are many, those close to each other become one
 * span.
 */
export function visibleIncomplete(
  buckets: readonly IncompleteBucket[],
  from: number,
  to: number,
  columns: number,
): IncompleteBuckets {
  const seen = buckets.filter(({ start, end }) => end > from && start < to);
  const spans = visibleSpans(
    seen.map(({ start, end }) => ({ start, end, count: 1 })),
    from,
    to,
    columns,
  );
  const nothing = new Float64Array(spans.start.length).fill(NaN);
  if (spans.merged) return { ...spans, value: nothing, covered: nothing };
  return {
    start: Float64Array.from(seen, ({ start }) => start),
    end: Float64Array.from(seen, ({ end }) => end),
    count: new Uint32Array(seen.length).fill(1),
    merged: false,
    value: Float64Array.from(seen, ({ value }) => value),
    covered: Float64Array.from(seen, ({ covered }) => covered),
  };
}
