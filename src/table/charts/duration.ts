import type { JudgedChartQuestion } from '../../protocol/charts/chartQuestion';
import type { DurationChart, DurationSeries } from '../../protocol/charts/durationChart';
import type { SeriesFacts } from '../../protocol/charts/seriesChart';
import { eachIndex, slices, type Sliced } from '../columns/slices';
import type { SeriesIntervals } from '../series/seriesIntervals';
import { sortByNumber } from '../sort/numberSort';
import { headOf, maxLines, type Lines } from './lines';

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
  for (const line of shown) {
    const { intervals, summary } = line.digest;
    series.push({ ...headOf(line), ...(yield* durationOf(intervals, most)), summary });
  }
  return { kind: 'duration', facts, ...(spread && { spread }), from, to, series, omitted };
}

type Curve = Pick<DurationSeries, 'start' | 'end' | 'value' | 'reduced' | 'covered' | 'belowZero'>;

/** The curve in at most `most` steps; equal values share one. */
function* durationOf(intervals: SeriesIntervals, most: number): Sliced<Curve> {
  const values: number[] = [];
  /** How long the series had this value or a higher one, in milliseconds; one entry per value. */
  const until: number[] = [];
  const order = yield* falling(intervals);
  let [covered, below] = [0, 0];
  yield* slices(order.length, (from, to) => {
    for (const at of order.subarray(from, to)) {
      const value = intervals.value(at);
      const length = intervals.end(at) - intervals.start(at);
      covered += length;
      if (value < 0) below += length;
      if (values.at(-1) === value) until[until.length - 1] = covered;
      else {
        values.push(value);
        until.push(covered);
      }
    }
  });
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

/** The indexes of the intervals with a value, from the highest to the lowest. */
function* falling(intervals: SeriesIntervals): Sliced<Uint32Array> {
  const present = new Uint32Array(intervals.length);
  const values = new Float64Array(intervals.length);
  let count = 0;
  yield* eachIndex(intervals.length, (at) => {
    const value = intervals.value(at);
    if (Number.isNaN(value)) return;
    present[count] = at;
    values[count++] = value;
  });
  return yield* sortByNumber(intervals, present.subarray(0, count), values.subarray(0, count), true);
}
