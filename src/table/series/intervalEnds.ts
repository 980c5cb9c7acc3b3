import { NumericColumn } from '../columns/columns';
import { numbersOf, perTable } from '../columns/perTable';
import { eachIndex, type Sliced } from '../columns/slices';
import { curvePeriods, hasCurves } from './curvePeriods';
import { intervalGroups } from './seriesFamilies';
import { hasSeries } from './seriesGroups';

/**
 * When the interval of each row ends: the column of ends as sent or, if some are inclusive, one with the ends as
 * they were read.
 */
export const intervalEnds = perTable(function* (table): Sliced<NumericColumn> {
  const sent = numbersOf(table, 'endTime');
  const groups = hasSeries(table) || hasCurves(table) ? yield* intervalGroups(table) : [];
  const inclusive = groups.filter(({ intervals }) => intervals.inclusiveEnd !== undefined);
  if (inclusive.length === 0) return sent;
  const ends = new Float64Array(table.rows);
  sent.copyValues(0, table.rows, ends);
  for (const { intervals } of inclusive) {
    yield* eachIndex(intervals.length, (index) => {
      ends[intervals.row(index)] = intervals.end(index);
    });
  }
  if (hasCurves(table)) {
    const { firsts } = yield* curvePeriods(table);
    firsts.forEach((first, period) => ends.fill(ends[first] as number, first, firsts[period + 1]));
  }
  const read = new NumericColumn(sent.key, sent.title, 'time');
  read.setValues(0, ends);
  for (const [row, json] of sent.exact) if (Number.isNaN(ends[row])) read.exact.set(row, json);
  return read;
});
