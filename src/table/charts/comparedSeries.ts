import type { JudgedChartQuestion } from '../../protocol/charts/chartQuestion';
import type { SeriesChart } from '../../protocol/charts/seriesChart';
import type { Table } from '../columns/table';
import { eachIndex, type Sliced } from '../columns/slices';
import { drawLines, digestedLines, maxLines, type Line, type Lines } from './lines';
import { numbersOf, perTable, textsOf } from '../columns/perTable';
import { distinguishingColumns, recordsOfGroups } from '../series/seriesGroups';
import { intervalsOfRows } from '../series/seriesIntervals';
import { seriesLabels } from '../series/seriesLabels';

/** The rows of each series that have a start, in order of time like the whole table. */
function* rowsBySeries(table: Table): Sliced<Uint32Array[]> {
  const start = numbersOf(table, 'startTime');
  const rows = new Float64Array(table.rows);
  let known = 0;
  yield* eachIndex(table.rows, (row) => {
    if (!Number.isNaN(start.value(row))) rows[known++] = row;
  });
  const groups = yield* recordsOfGroups(rows.subarray(0, known), distinguishingColumns(table));
  for (const group of groups) {
    yield* eachIndex(group.length, (at) => {
      group[at] = rows[group[at] as number] as number;
    });
  }
  return groups;
}

/**
 * For each series, both values, A and B, and, if there is one, their difference, A minus B. Only comparisons of
 * series have a chart.
 */
const overview = perTable(function* (table): Sliced<Lines> {
  const isOfSeries = table.column('first') !== undefined && !table.column('side');
  const [start, end] = [numbersOf(table, 'startTime'), numbersOf(table, 'endTime')];
  const unit = textsOf(table, 'unit');
  const figures = ['second', 'first', 'difference']
    .filter((key) => table.column(key) !== undefined)
    .map((key) => numbersOf(table, key));
  const series = isOfSeries ? yield* rowsBySeries(table) : [];
  const groups = series.map((rows) => ({ rows, row: rows[0] ?? 0 }));
  const labels = seriesLabels(table, groups);
  const lines: Line[] = [];
  for (const [index, { rows, row }] of groups.entries()) {
    for (const value of figures) {
      const intervals = yield* intervalsOfRows(rows.slice(), { start, end, value });
      lines.push({
        label: groups.length > 1 ? `${labels[index] ?? ''} · ${value.title}` : value.title,
        unit: unit.text(row) ?? '',
        ...(value.key === 'difference' && { isDifference: true }),
        about: { subject: labels[index] ?? '', result: value.key === 'first' ? 1 : 0 },
        ...(table.preliminary.includes(value.key) && { preliminary: true }),
        intervals,
      });
    }
  }
  const filled = lines.filter(({ intervals }) => intervals.length > 0);
  return yield* digestedLines(
    filled.slice(0, maxLines),
    filled.map(({ intervals }) => intervals),
  );
});

/** Both values and their difference, series by series. */
export function* comparisonChart(table: Table, question: JudgedChartQuestion): Sliced<SeriesChart> {
  const chart = yield* drawLines([yield* overview(table)], question);
  const formula = table.column('difference')?.title;
  return { ...chart, ...(formula !== undefined && { formula }) };
}
