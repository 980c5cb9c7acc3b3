import { coverageOf } from '../../market/integrity';
import type { SeriesSummary } from '../chartTypes';
import type { RowIntervals } from './seriesGroups';

/** So many neighbours are digested together. */
export const digestedTogether = 64;

/** What one look at every interval of a series leaves behind for the pictures to come. */
export interface SeriesDigest {
  readonly intervals: RowIntervals;
  readonly summary: SeriesSummary;
  /** Of each 64 neighbours the highest and lowest value (-Infinity and Infinity without any) and the last end. */
  readonly highs: Float64Array;
  readonly lows: Float64Array;
  readonly ends: Float64Array;
}

/** Reads all intervals of a series once. */
export function digestOf(intervals: RowIntervals): SeriesDigest {
  const size = Math.ceil(intervals.length / digestedTogether);
  const highs = new Float64Array(size);
  const lows = new Float64Array(size);
  const ends = new Float64Array(size);
  let [count, weighted, weights] = [0, 0, 0];
  for (let digest = 0, place = 0; digest < size; digest += 1) {
    const behind = Math.min(place + digestedTogether, intervals.length);
    let [high, low, last] = [-Infinity, Infinity, -Infinity];
    for (; place < behind; place += 1) {
      const end = intervals.end(place);
      if (end > last) last = end;
      const value = intervals.value(place);
      if (Number.isNaN(value)) continue;
      if (value > high) high = value;
      if (value < low) low = value;
      const length = end - intervals.start(place);
      count += 1;
      weighted += value * length;
      weights += length;
    }
    highs[digest] = high;
    lows[digest] = low;
    ends[digest] = last;
  }
  const { missing } = coverageOf([intervals], { start: null, end: null });
  const known = count > 0;
  const summary: SeriesSummary = {
    count,
    missing: missing + intervals.length - count,
    min: known ? lows.reduce((least, low) => Math.min(least, low), Infinity) : NaN,
    max: known ? highs.reduce((most, high) => Math.max(most, high), -Infinity) : NaN,
    mean: known ? weighted / weights : NaN,
  };
  return { intervals, summary, highs, lows, ends };
}
