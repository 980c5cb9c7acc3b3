import { between } from '../../market/integrity/integrity';
import type { SeriesSummary } from '../chartTypes';
import { sliceRows, type Sliced } from '../columns/slices';
import type { SeriesIntervals } from './seriesIntervals';

/** The number of consecutive intervals in one digest entry. */
export const digestedTogether = 64;

/** What one pass over a series' intervals yields for the charts that follow. */
export interface SeriesDigest {
  readonly intervals: SeriesIntervals;
  readonly summary: SeriesSummary;
  /**
   * For each 64 intervals, the highest and lowest value (-Infinity and Infinity if there are none)
   * and the latest end.
   */
  readonly highs: Float64Array;
  readonly lows: Float64Array;
  readonly ends: Float64Array;
}

/** Reads all intervals of a series once. */
export function* digestOf(intervals: SeriesIntervals): Sliced<SeriesDigest> {
  const size = Math.ceil(intervals.length / digestedTogether);
  const highs = new Float64Array(size);
  const lows = new Float64Array(size);
  const ends = new Float64Array(size);
  const total: Total = { count: 0, weighted: 0, weights: 0, missing: 0, reached: NaN };
  for (let digest = 0; digest < size; digest += 1) {
    const first = digest * digestedTogether;
    const { high, low, end } = digestPart(intervals, first, total);
    highs[digest] = high;
    lows[digest] = low;
    ends[digest] = end;
    if (first % sliceRows === 0) yield;
  }
  const { count, weighted, weights, missing } = total;
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

/** Over all intervals read so far. */
interface Total {
  count: number;
  /** The sum of values times lengths, and of those lengths. */
  weighted: number;
  weights: number;
  missing: number;
  /** The latest end of all intervals. */
  reached: number;
}

function digestPart({ starts, ends, values }: SeriesIntervals, first: number, total: Total) {
  const stop = Math.min(first + digestedTogether, starts.length);
  let [high, low, end] = [-Infinity, Infinity, -Infinity];
  let [count, weighted, weights] = [0, 0, 0];
  let reached = total.reached;
  let length = (ends[first - 1] ?? NaN) - (starts[first - 1] ?? NaN);
  for (let index = first; index < stop; index += 1) {
    const from = starts[index] as number;
    const to = ends[index] as number;
    if (from > reached) total.missing += between(from - reached, length);
    if (!(to <= reached)) reached = to;
    if (to > end) end = to;
    length = to - from;
    const value = values[index] as number;
    if (Number.isNaN(value)) continue;
    if (value > high) high = value;
    if (value < low) low = value;
    count += 1;
    weighted += value * length;
    weights += length;
  }
  total.count += count;
  total.weighted += weighted;
  total.weights += weights;
  total.reached = reached;
  return { high, low, end };
}
