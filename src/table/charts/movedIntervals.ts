import { periodLater } from '../../market/time/alignedDays';
import { eachIndex, type Sliced } from '../columns/slices';
import { SeriesIntervals } from '../series/seriesIntervals';

/**
 * The intervals moved to other delivery days, `days` days later, each to the same period of the day.
 * Periods that don't exist on those days are left out: hour 3 if it is skipped, 3a and 3b if there is
 * only one hour 3.
 */
export function* movedIntervals(intervals: SeriesIntervals, days: number): Sliced<SeriesIntervals> {
  const size = intervals.length;
  const rows = new Uint32Array(size);
  const [starts, ends, values] = [0, 1, 2].map(() => new Float64Array(size)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  let [kept, reach, longest] = [0, -Infinity, 0];
  yield* eachIndex(size, (index) => {
    const period = { start: intervals.start(index), end: intervals.end(index) };
    const { start, end } = periodLater(period, days);
    if (Number.isNaN(start)) return;
    rows[kept] = intervals.row(index);
    starts[kept] = start;
    ends[kept] = end;
    values[kept] = intervals.value(index);
    reach = Math.max(reach, end);
    longest = Math.max(longest, end - start);
    kept += 1;
  });
  return new SeriesIntervals(
    rows.subarray(0, kept),
    starts.subarray(0, kept),
    ends.subarray(0, kept),
    values.subarray(0, kept),
    reach,
    longest,
    0,
    intervals.isText,
  );
}
