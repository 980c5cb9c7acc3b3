import { marketClock } from '../../market/time/deliveryDay';
import { dayMs } from '../../market/time/zones';
import { slices, type Sliced } from '../columns/slices';
import type { SeriesIntervals } from '../series/seriesIntervals';

/** The number of the delivery day in which the instant is; NaN if it's NaN. */
export const marketDay = (instant: number): number =>
  Number.isNaN(instant) ? NaN : Math.floor(marketClock(instant) / dayMs);

/** Whether a delivery day begins at the instant, which isn't NaN. */
export const isMidnight = (instant: number): boolean => marketClock(instant) % dayMs === 0;

/**
 * Whether the intervals are whole delivery days: each day in which one starts is filled without a gap or an
 * overlap by at least `least` of them, all with a number. Figures of such intervals, however they're combined,
 * never differ by less than a day of a series.
 */
export function* areWholeDays(
  { starts, ends, values, unplaced }: SeriesIntervals,
  least: number,
): Sliced<boolean> {
  let isWhole = starts.length > 0 && unplaced === 0;
  let inDay = 0;
  let reached = NaN;
  const isDayOver = () => inDay >= least && isMidnight(reached);
  yield* slices(starts.length, (from, to) => {
    for (let index = from; index < to && isWhole; index += 1) {
      const [start, end] = [starts[index] as number, ends[index] as number];
      if (isMidnight(start)) {
        isWhole = index === 0 || isDayOver();
        inDay = 0;
      } else isWhole = start === reached;
      const isInOneDay = end > start && marketDay(start) === marketDay(end - 1);
      isWhole &&= isInOneDay && !Number.isNaN(values[index]);
      inDay += 1;
      reached = end;
    }
  });
  return isWhole && isDayOver();
}
