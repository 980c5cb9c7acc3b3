import type { ChartPlan } from '../../market/datasets/dataset';
import { marketZone } from '../../market/time/deliveryDay';
import { bucketAt } from '../../market/time/resolutions';
import { formatDay, wallClock } from '../../market/time/zones';
import { seriesPlans } from '../../protocol/charts/chartQuestion';
import { noDayFigures, type DayFigures } from '../../protocol/charts/dayFigures';
import type { Sliced } from '../columns/slices';
import type { Table } from '../columns/table';
import { resampled, ruleOf } from '../series/resampling';
import { overview } from './series';

/**
 * The mean or sum of each delivery day of one series; of the first one if none has the label. Days that aren't
 * whole have none, because the figure of a part would look like the day's.
 */
export function* dayFigures(table: Table, plan: ChartPlan, label: string | undefined): Sliced<DayFigures> {
  if (!seriesPlans.includes(plan)) return noDayFigures;
  const { drawn } = yield* overview(table);
  const line = drawn.find((each) => each.label === label) ?? drawn[0];
  if (!line) return noDayFigures;
  const rule = ruleOf(line.unit);
  const { intervals } = yield* resampled(line.intervals, 'P1D', rule);
  const figures: Record<string, number> = {};
  for (let at = 0; at < intervals.length; at += 1) {
    const { start, end } = bucketAt(intervals.start(at), 'P1D');
    // Intervals that are longer than a day are left as sent.
    if (intervals.start(at) !== start || intervals.end(at) !== end) continue;
    figures[formatDay(wallClock(start, marketZone))] = intervals.value(at);
  }
  return { series: drawn.map((each) => each.label), label: line.label, unit: line.unit, rule, figures };
}
