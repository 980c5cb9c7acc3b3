import type { ChartQuestion, SeriesChart } from '../chartTypes';
import type { Table } from '../table';
import { drawLines, linesOf, maxLines, type Lines } from './lines';
import { perTable, textsOf } from './perTable';
import { seriesGroups } from './seriesGroups';
import { seriesLabels } from './seriesLabels';

/** What does not change with the visible range. */
const overview = perTable((table): Lines => {
  const filled = seriesGroups(table).filter(({ intervals }) => intervals.length > 0);
  const groups = filled.slice(0, maxLines);
  const labels = seriesLabels(table, groups);
  const unit = textsOf(table, 'unit');
  const lines = groups.map(({ row, intervals }, place) => ({
    ...{ label: labels[place] ?? '', unit: unit.text(row) ?? '', intervals },
  }));
  return linesOf(
    lines,
    filled.map(({ intervals }) => intervals),
  );
});

/** Another result in the same picture. */
export interface Overlay {
  readonly table: Table;
  /** What tells it from the others: "28 Mar 2026". */
  readonly label: string;
  /** Added to its times, in milliseconds. */
  readonly shiftMs: number;
}

/** Lines, bars and flows: the series of the table, and behind them those of the overlays. */
export function seriesChart(
  table: Table,
  question: ChartQuestion,
  overlays: readonly Overlay[] = [],
): SeriesChart {
  const over = overlays.map(({ table: other, label, shiftMs }): Lines => {
    const lines = overview(other);
    const drawn = lines.drawn.map((line) => ({ ...line, label: `${line.label} · ${label}` }));
    return { ...lines, drawn, shiftMs };
  });
  return drawLines([overview(table), ...over], question);
}
