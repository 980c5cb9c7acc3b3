import { coverageOf } from '../../market/integrity/integrity';
import { hourMs } from '../../market/time/zones';
import type { OneSeriesFigures, SeriesFigures, SeriesFiguresQuestion } from '../../protocol/figureTypes';
import { ExactSum } from '../columns/exactSum';
import { eachIndex, type Sliced } from '../columns/slices';
import type { Table } from '../columns/table';
import { coveredPeriod, familiesOf } from '../series/seriesFamilies';
import { distinguishingColumns, seriesGroups, type SeriesGroup } from '../series/seriesGroups';
import type { SeriesIntervals } from '../series/seriesIntervals';
import { areWholeDays } from './wholeDays';

/**
 * Figures of each series of a response, without revealing any single value: series with few values have none.
 */
export function* seriesFigures(
  table: Table,
  { asked, least, wholeDays, most }: SeriesFiguresQuestion,
): Sliced<SeriesFigures> {
  const groups = yield* seriesGroups(table);
  const period = coveredPeriod(groups, asked);
  const alone = new Set<SeriesIntervals>();
  for (const { turns } of yield* familiesOf(table)) {
    const [only] = turns;
    if (only && turns.length === 1) alone.add(only);
  }
  const told: OneSeriesFigures[] = [];
  for (const group of groups.slice(0, most)) {
    const { intervals } = group;
    const { duplicates, missing } = coverageOf([intervals], period);
    yield;
    const { values, nulls, figures } = yield* figuresOf(intervals, least);
    const isTold = !wholeDays || (yield* areWholeDays(intervals, least));
    told.push({
      asSent: asSent(table, group),
      values,
      nulls,
      duplicates,
      missing: alone.has(intervals) && asked.isPart !== true ? missing : null,
      start: intervals.length > 0 ? intervals.start(0) : null,
      end: intervals.length > 0 ? intervals.reach : null,
      figures: isTold ? figures : null,
    });
  }
  return { series: told, total: groups.length };
}

const asSent = (table: Table, { row }: SeriesGroup) =>
  Object.fromEntries(
    distinguishingColumns(table).flatMap((column) => {
      const text = column.text(row);
      return text === null ? [] : [[column.key, text]];
    }),
  );

const finite = (number: number) => (Number.isFinite(number) ? number : null);

function* figuresOf(
  { starts, ends, values }: SeriesIntervals,
  least: number,
): Sliced<Pick<OneSeriesFigures, 'values' | 'nulls' | 'figures'>> {
  const [sum, weighted] = [new ExactSum(), new ExactSum()];
  let [count, length, min, max] = [0, 0, Infinity, -Infinity];
  yield* eachIndex(values.length, (index) => {
    const value = values[index] as number;
    if (Number.isNaN(value)) return;
    const hours = ((ends[index] as number) - (starts[index] as number)) / hourMs;
    count += 1;
    length += hours;
    sum.add(value);
    weighted.add(value * hours);
    min = Math.min(min, value);
    max = Math.max(max, value);
  });
  const figures =
    count < Math.max(1, least)
      ? null
      : { min, max, mean: finite(sum.total / count), timeWeightedMean: finite(weighted.total / length) };
  return { values: count, nulls: values.length - count, figures };
}
