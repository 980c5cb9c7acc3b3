import { isPreliminary } from '../../market/query/priceStatus';
import type { JudgedChartQuestion, SeriesChart, SeriesSummary } from '../chartTypes';
import type { Sliced } from '../columns/slices';
import type { Table } from '../columns/table';
import { drawLines, linesOf, maxLines, type Line, type Lines } from './lines';
import { movedIntervals } from './movedIntervals';
import { perTable, textsOf } from '../series/perTable';
import { distinguishing, seriesGroups } from '../series/seriesGroups';
import { seriesLabels } from '../series/seriesLabels';
import { attributeName } from '../series/seriesNames';

/** Everything that does not depend on the visible range. */
const overview = perTable(function* (table): Sliced<Lines> {
  const filled = (yield* seriesGroups(table)).filter(({ intervals }) => intervals.length > 0);
  const groups = filled.slice(0, maxLines);
  const labels = seriesLabels(table, groups);
  const unit = textsOf(table, 'unit');
  const named = (name: string) => distinguishing(table).find((column) => attributeName(column) === name);
  const [status, endpoint] = [named('status'), named('endpoint')];
  const lines = groups.map(({ row, intervals }, index) => ({
    label: labels[index] ?? '',
    unit: unit.text(row) ?? '',
    isPreliminary: isPreliminary(status?.text(row) ?? ''),
    endpoint: endpoint?.text(row) ?? '',
    intervals,
  }));
  return yield* linesOf(
    lines,
    filled.map(({ intervals }) => intervals),
  );
});

/** Another result in the same chart. */
export interface OverlaidTable {
  readonly table: Table;
  /** What distinguishes it from the others: "28 Mar 2026". */
  readonly label: string;
  /** How many delivery days it is after the table over which it is drawn. */
  readonly days: number;
}

/** The same, moved to other delivery days. Summaries still refer to the original days. */
const movedOverview = perTable(function* (table, days: number): Sliced<Lines> {
  const { drawn, omitted } = yield* overview(table);
  const lines: Line[] = [];
  const summaries: SeriesSummary[] = [];
  for (const line of drawn) {
    const intervals = yield* movedIntervals(line.intervals, days);
    if (intervals.length === 0) continue;
    lines.push({ ...line, intervals });
    summaries.push(line.digest.summary);
  }
  const all = lines.map(({ intervals }) => intervals);
  const moved = yield* linesOf(lines, all);
  return {
    ...moved,
    omitted,
    drawn: moved.drawn.map((line, index) => ({
      ...line,
      digest: { ...line.digest, summary: summaries[index] ?? line.digest.summary },
    })),
  };
});

/** Lines, bars, and flows: the series of the table, followed by those of the overlays. */
export function* seriesChart(
  table: Table,
  question: JudgedChartQuestion,
  overlays: readonly OverlaidTable[] = [],
): Sliced<SeriesChart> {
  const some = [yield* overview(table)];
  for (const { table: other, label, days } of overlays) {
    const lines = yield* days === 0 ? overview(other) : movedOverview(other, -days);
    const drawn = lines.drawn.map((line) => ({ ...line, label: `${line.label} · ${label}` }));
    some.push({ ...lines, drawn });
  }
  return yield* drawLines(some, question);
}
