import { periodLater } from '../../market/time/alignedDays';
import { eachIndex, type Sliced } from '../columns/slices';
import { IntervalList, type SeriesIntervals } from '../series/seriesIntervals';

/**
 * The intervals moved to other delivery days, `days` days later, each to the same period of the day.
 * Periods that don't exist on those days are left out: hour 3 if it is skipped, 3a and 3b if there is
 * only one hour 3.
 */
export function* movedIntervals(intervals: SeriesIntervals, days: number): Sliced<SeriesIntervals> {
  const moved = new IntervalList();
  yield* eachIndex(intervals.length, (index) => {
    const period = { start: intervals.start(index), end: intervals.end(index) };
    const { start, end } = periodLater(period, days);
    if (!Number.isNaN(start)) moved.add(intervals.row(index), start, end, intervals.value(index));
  });
  return moved.intervals(intervals.isText);
}
