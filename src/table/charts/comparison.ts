import type { ChartQuestion, SeriesChart } from '../chartTypes';
import type { TextColumn } from '../columns';
import type { Table } from '../table';
import { drawLines, linesOf, maxLines, type Lines } from './lines';
import { numbersOf, perTable, textsOf } from './perTable';
import { distinguishing, RowIntervals } from './seriesGroups';
import { seriesLabels } from './seriesLabels';

/** The rows of each series that have a start. They stand in order of time, as the whole table does. */
function rowsBySeries(table: Table, columns: readonly TextColumn[]): Uint32Array[] {
  const start = numbersOf(table, 'startTime');
  const known = new Map<string, number[]>();
  for (let row = 0; row < table.rows; row += 1) {
    if (Number.isNaN(start.value(row))) continue;
    const series = columns.map((column) => column.code(row)).join(' ');
    const rows = known.get(series);
    if (rows) rows.push(row);
    else known.set(series, [row]);
  }
  return [...known.values()].map((rows) => Uint32Array.from(rows));
}

/** Both values and their difference, for each series. Only comparisons of series have a picture. */
const overview = perTable((table): Lines => {
  const isOfSeries = table.column('difference') !== undefined && !table.column('side');
  const [start, end, unit] = [
    numbersOf(table, 'startTime'),
    numbersOf(table, 'endTime'),
    textsOf(table, 'unit'),
  ];
  const figures = ['first', 'second', 'difference'].map((key) => numbersOf(table, key));
  const groups = (isOfSeries ? rowsBySeries(table, distinguishing(table)) : []).map((rows) => {
    const lines = figures.map((values) => new RowIntervals(rows.slice(), start, end, values));
    return { row: rows[0] ?? 0, intervals: lines[0] as RowIntervals, lines };
  });
  const labels = seriesLabels(table, groups);
  const lines = groups.flatMap(({ row, lines }, place) =>
    lines.map((intervals, each) => {
      const { key = '', title = '' } = figures[each] ?? {};
      const ofUnit = unit.text(row) ?? '';
      return {
        label: groups.length > 1 ? `${labels[place] ?? ''} · ${title}` : title,
        // Of another size than the values, it gets an axis of its own.
        unit: key === 'difference' ? `${ofUnit} difference`.trimStart() : ofUnit,
        intervals,
      };
    }),
  );
  const filled = lines.filter(({ intervals }) => intervals.length > 0);
  return linesOf(
    filled.slice(0, maxLines),
    filled.map(({ intervals }) => intervals),
  );
});

/** The difference beside both values, series by series. */
export function comparisonChart(table: Table, question: ChartQuestion): SeriesChart {
  return drawLines([overview(table)], question);
}
