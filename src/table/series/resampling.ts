import type { Period } from '../../market/time/deliveryDay';
import { bucketAt, type Bucket, type Resolution } from '../../market/time/resolutions';
import type { Resampled, ResamplingRule } from '../../protocol/charts/seriesChart';
import { eachIndex, type Sliced } from '../columns/slices';
import { decimalsOf, roundedTo } from '../../text/numbers';
import { IntervalList, type SeriesIntervals } from './seriesIntervals';

/** A bucket that is only partly covered by values, or that has overlapping values. Epoch milliseconds. */
export interface IncompleteBucket extends Period {
  /** Mean or sum of the available values. */
  readonly value: number;
  /** How long there are values, in milliseconds. */
  readonly covered: number;
}

/** A series' intervals, combined into buckets. */
interface ResampledIntervals {
  /** Whole buckets, and the intervals that don't fit in one. */
  readonly intervals: SeriesIntervals;
  readonly incomplete: readonly IncompleteBucket[];
  readonly resampled: Resampled;
}

/** Energy is added up; everything else, such as prices and power, is averaged over time. */
export const ruleOf = (unit: string): ResamplingRule => (/^[kMGT]?Wh$/i.test(unit.trim()) ? 'sum' : 'mean');

/** With two more decimals than its values, the mean of an hour of quarter hours is exact. */
const furtherDecimals = 2;

/** What has been found of one bucket so far. */
class FilledBucket {
  covered = 0;
  /** Whether an interval has a part in it and a part elsewhere, with or without a value. */
  private isCrossed: boolean;
  /** Whether an interval has a part in it, with or without a value. */
  isTouched: boolean;
  /** Indexes of intervals that are only partly in it. */
  readonly crossing: number[] = [];
  private sum = 0;
  private weighted = 0;
  /** The most of a value. Sums have no more: further ones only come from calculating with doubles. */
  private decimals = 0;
  private reach = -Infinity;
  private overlaps = false;

  /**
   * `firstRow` is the row of the first interval that starts within it; `reached` is the latest end of those that
   * start before, -Infinity without one.
   */
  constructor(
    readonly bucket: Bucket,
    readonly firstRow: number,
    readonly reached: number,
  ) {
    this.isCrossed = isReached(bucket, reached);
    this.isTouched = this.isCrossed;
  }

  add(intervals: SeriesIntervals, at: number): void {
    const [start, end, value] = [intervals.start(at), intervals.end(at), intervals.value(at)];
    const { parts, within } = this.bucket;
    const met = parts.filter((part) => start < part.end && end > part.start);
    if (met.length === 0 && end <= within.end) return;
    this.isTouched ||= met.length > 0;
    if (met.some((part) => start >= part.start && end <= part.end)) {
      if (!Number.isNaN(value)) this.cover(start, end, value);
      return;
    }
    this.isCrossed ||= met.length > 0;
    this.crossing.push(at);
  }

  private cover(from: number, to: number, value: number): void {
    if (from < this.reach) this.overlaps = true;
    this.reach = Math.max(this.reach, to);
    this.covered += to - from;
    this.decimals = decimalsOf(value, this.decimals);
    this.sum += value;
    this.weighted += value * (to - from);
  }

  value(rule: ResamplingRule): number {
    return rule === 'sum'
      ? roundedTo(this.decimals, this.sum)
      : roundedTo(this.decimals + furtherDecimals, this.weighted / this.covered);
  }

  /** The value if the bucket is covered exactly once, by intervals without a part elsewhere; otherwise NaN. */
  wholeValue(rule: ResamplingRule): number {
    const length = this.bucket.parts.reduce((sum, { start, end }) => sum + end - start, 0);
    const isWhole = this.covered === length && !this.overlaps && !this.isCrossed;
    const value = isWhole ? this.value(rule) : Number.NaN;
    return Number.isFinite(value) ? value : Number.NaN;
  }
}

/** Whether an interval that starts before the bucket and ends at `reached` has a part in it. */
export const isReached = ({ parts }: Bucket, reached: number): boolean =>
  parts.some(({ start }) => start < reached);

/** Calls `take` with each bucket in which an interval starts, once all of its intervals are known. */
export function* eachBucket(
  intervals: SeriesIntervals,
  to: Resolution,
  take: (filled: FilledBucket) => void,
): Sliced<void> {
  let filled: FilledBucket | undefined;
  let reached = -Infinity;
  yield* eachIndex(intervals.length, (at) => {
    const start = intervals.start(at);
    if (!filled || start >= filled.bucket.within.end) {
      if (filled) take(filled);
      filled = new FilledBucket(bucketAt(start, to), intervals.row(at), reached);
    }
    filled.add(intervals, at);
    reached = Math.max(reached, intervals.end(at));
  });
  if (filled) take(filled);
}

/**
 * Combines the intervals with values. A bucket is whole if its values cover it exactly once. An interval is
 * never divided: if it doesn't fit in a bucket, it's left as sent.
 */
export function* resampled(
  intervals: SeriesIntervals,
  to: Resolution,
  rule: ResamplingRule,
): Sliced<ResampledIntervals> {
  const made = new IntervalList();
  const incomplete: IncompleteBucket[] = [];
  let kept = 0;
  yield* eachBucket(intervals, to, (filled) => {
    const { bucket, covered, crossing, firstRow } = filled;
    const { start, end } = bucket;
    const value = filled.wholeValue(rule);
    const keep = (at: number) => {
      if (Number.isNaN(intervals.value(at))) return;
      made.add(intervals.row(at), intervals.start(at), intervals.end(at), intervals.value(at));
      kept += 1;
    };
    const isBefore = (at: number) => intervals.start(at) < start;
    crossing.filter(isBefore).forEach(keep);
    if (!Number.isNaN(value)) made.add(firstRow, start, end, value);
    else if (covered > 0) incomplete.push({ start, end, value: filled.value(rule), covered });
    crossing.filter((at) => !isBefore(at)).forEach(keep);
  });
  const counts = { incomplete: incomplete.length, kept };
  return { intervals: made.intervals(), incomplete, resampled: { to, rule, ...counts } };
}
