import type {
  DurationChart,
  DurationSeries,
  JudgedChartQuestion,
  SeriesFacts,
} from '../../protocol/chartTypes';
import { sliceRows, slices, type Sliced } from '../columns/slices';
import type { SeriesIntervals } from '../series/seriesIntervals';
import { maxLines, type Lines } from './lines';

/** The most steps of all curves in one chart together: three numbers each, less than a megabyte. */
const mostSteps = 32_000;

/** Each line's values from highest to lowest, each as wide as its share of the time that has values. */
export function* durationChart(
  lines: Lines & { readonly facts: SeriesFacts },
  { width }: JudgedChartQuestion,
): Sliced<DurationChart> {
  const { facts, spread, omitted, from, to } = lines;
  const shown = lines.drawn.slice(0, maxLines);
  // Zooming doesn't request the curve again, so it has more steps than the chart has pixels.
  const most = Math.max(
    2,
    Math.min(4 * Math.floor(width), Math.floor(mostSteps / Math.max(1, shown.length))),
  );
  const series: DurationSeries[] = [];
  for (const { label, unit, isPreliminary, isDifference, resampled, digest } of shown) {
    series.push({
      label,
      unit,
      ...(isPreliminary && { preliminary: true }),
      ...(isDifference && { isDifference }),
      ...(resampled && { resampled }),
      ...(yield* durationOf(digest.intervals, most)),
      summary: digest.summary,
    });
  }
  return { kind: 'duration', facts, ...(spread && { spread }), from, to, series, omitted };
}

type Curve = Pick<DurationSeries, 'start' | 'end' | 'value' | 'reduced' | 'covered' | 'belowZero'>;

/** The curve in at most `most` steps; equal values share one. */
function* durationOf(intervals: SeriesIntervals, most: number): Sliced<Curve> {
  const values: number[] = [];
  /** How long the series had this value or a higher one, in milliseconds; one entry per value. */
  const until: number[] = [];
  let [covered, below, count] = [0, 0, 0];
  for (const { value, length } of falling(yield* byLength(intervals))) {
    covered += length;
    if (value < 0) below += length;
    if (values.at(-1) === value) until[until.length - 1] = covered;
    else {
      values.push(value);
      until.push(covered);
    }
    count += 1;
    if (count % sliceRows === 0) yield;
  }
  const percent = (time: number) => (time / covered) * 100;
  const facts = { covered, belowZero: covered > 0 ? percent(below) : 0 };
  if (values.length <= most) {
    const end = Float64Array.from(until, percent);
    const start = Float64Array.from(end, (_, at) => end[at - 1] ?? 0);
    return { ...facts, start, end, value: Float64Array.from(values), reduced: false };
  }
  const steps = Float64Array.from({ length: most + 1 }, (_, at) => (at / most) * 100);
  const sampled = new Float64Array(most);
  let index = 0;
  for (let at = 0; at < most; at += 1) {
    // The first and last steps show the extremes, which sampling would miss.
    const middle = at === 0 ? 0 : at === most - 1 ? covered : ((at + 0.5) / most) * covered;
    while (index < until.length - 1 && (until[index] ?? covered) < middle) index += 1;
    sampled[at] = values[index] ?? NaN;
  }
  return { ...facts, start: steps.slice(0, most), end: steps.slice(1), value: sampled, reduced: true };
}

/** Ascending values of all intervals of one length. */
interface Sorted {
  readonly length: number;
  readonly values: Float64Array;
}

/**
 * The values, grouped by the length of their intervals: there are few lengths, and plain numbers sort fast.
 */
function* byLength(intervals: SeriesIntervals): Sliced<Sorted[]> {
  const groups = new Map<number, number[]>();
  yield* slices(intervals.length, (from, to) => {
    for (let at = from; at < to; at += 1) {
      const value = intervals.value(at);
      if (Number.isNaN(value)) continue;
      const length = intervals.end(at) - intervals.start(at);
      const group = groups.get(length);
      if (group) group.push(value);
      else groups.set(length, [value]);
    }
  });
  const sorted: Sorted[] = [];
  for (const [length, values] of groups) {
    sorted.push({ length, values: Float64Array.from(values).sort() });
    yield;
  }
  return sorted;
}

/** All values from highest to lowest: splits the groups in half, and merges the halves. */
function* falling(groups: readonly Sorted[]): Generator<{ value: number; length: number }> {
  if (groups.length > 1) {
    const middle = groups.length >>> 1;
    yield* merged(falling(groups.slice(0, middle)), falling(groups.slice(middle)));
  } else {
    for (const { length, values } of groups) {
      for (let at = values.length - 1; at >= 0; at -= 1) yield { value: values[at] ?? NaN, length };
    }
  }
}

function* merged<Each extends { readonly value: number }>(
  one: Generator<Each>,
  other: Generator<Each>,
): Generator<Each> {
  let [first, second] = [one.next(), other.next()];
  while (first.done !== true || second.done !== true) {
    if (second.done === true || (first.done !== true && first.value.value >= second.value.value)) {
      if (first.done !== true) yield first.value;
      first = one.next();
    } else {
      yield second.value;
      second = other.next();
    }
  }
}
