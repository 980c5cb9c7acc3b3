import type { SeriesSummary } from '../../protocol/charts/seriesChart';
import { decimalsOf, mostDecimals } from '../../text/numbers';
import { sliceRows, type Sliced } from '../columns/slices';
import type { SeriesIntervals } from './seriesIntervals';

/** The number of consecutive intervals in one digest entry. */
export const digestedTogether = 64;

/** What one pass over a series' intervals yields for all of its charts. */
export interface SeriesDigest {
  readonly intervals: SeriesIntervals;
  readonly summary: SeriesSummary;
  /** Indexes of the intervals without a value; those with a text aren't among them. */
  readonly nulls: Uint32Array;
  /**
   * For every 64 intervals, the highest and lowest value (-Infinity and Infinity if there are none) and the
   * latest end.
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
  const total: Total = { weighted: 0, weights: 0, nulls: [], texts: 0, decimals: 0 };
  for (let digest = 0; digest < size; digest += 1) {
    const first = digest * digestedTogether;
    const { high, low, end } = digestPart(intervals, first, total);
    highs[digest] = high;
    lows[digest] = low;
    ends[digest] = end;
    if (first % sliceRows === 0) yield;
  }
  const { weighted, weights, texts, decimals } = total;
  const nulls = Uint32Array.from(total.nulls);
  const count = intervals.length - nulls.length - texts;
  const known = count > 0;
  const mean = weighted / weights;
  const min = known ? lows.reduce((least, low) => Math.min(least, low), Infinity) : NaN;
  const max = known ? highs.reduce((most, high) => Math.max(most, high), -Infinity) : NaN;
  const summary: SeriesSummary = {
    count,
    nulls: nulls.length,
    ...(texts > 0 && { texts }),
    min,
    max,
    minAt: startOf(intervals, min, lows.indexOf(min)),
    maxAt: startOf(intervals, max, highs.indexOf(max)),
    mean: Number.isFinite(mean) ? mean : NaN,
    decimals,
  };
  return { intervals, summary, nulls, highs, lows, ends };
}

/** The start of the first interval with this value, which is in this digest entry; NaN if there is none. */
function startOf({ starts, values }: SeriesIntervals, value: number, digest: number): number {
  return digest < 0 ? NaN : (starts[values.indexOf(value, digest * digestedTogether)] ?? NaN);
}

/** Over all intervals read so far. */
interface Total {
  /** The sum of values times lengths, and of those lengths. */
  weighted: number;
  weights: number;
  nulls: number[];
  texts: number;
  decimals: number;
}

function digestPart(intervals: SeriesIntervals, first: number, total: Total) {
  const { starts, ends, values } = intervals;
  const stop = Math.min(first + digestedTogether, starts.length);
  let [high, low, end] = [-Infinity, Infinity, -Infinity];
  let [weighted, weights] = [0, 0];
  for (let index = first; index < stop; index += 1) {
    const from = starts[index] as number;
    const to = ends[index] as number;
    if (to > end) end = to;
    const value = values[index] as number;
    if (Number.isNaN(value)) {
      if (intervals.isNull(index)) total.nulls.push(index);
      else total.texts += 1;
      continue;
    }
    if (value > high) high = value;
    if (value < low) low = value;
    const scale = 10 ** total.decimals;
    if (Math.round(value * scale) / scale !== value)
      total.decimals = Math.min(mostDecimals, decimalsOf(value, total.decimals));
    weighted += value * (to - from);
    weights += to - from;
  }
  total.weighted += weighted;
  total.weights += weights;
  return { high, low, end };
}
