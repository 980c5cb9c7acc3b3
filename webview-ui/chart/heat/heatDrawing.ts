import * as l10n from '@vscode/l10n';
import { dayMs, formatClock, hourMs, wallClock } from '#src/market/time/zones';
import { heatCells, heatKindBits, type HeatChart } from '#src/protocol/charts/heatChart';
import { joined } from '#src/text/joined';
import { formatCount, formatCounted } from '#src/text/l10n';
import { absenceCounts, absenceKeys, whyNothingDrawn } from '../model/absenceWords';
import type { ChartOptions } from '../model/chartOptions';
import type { ColorScale, CrosshairReadout, Drawing, LegendKey, Range, AxisTick } from '../model/drawing';
import { timeTicks } from '../model/timeTicks';
import { timeText } from '../model/axisTimes';
import { seriesMean, seriesValueWithUnit } from '../model/valueText';
import { legendFigures } from '../model/legendFigures';
import { preparation } from '../model/preparation';
import { HeatLayout } from '../model/heatLayout';
import { heatReadout } from './heatReadout';

/** Draws a series as a map: days from left to right, times of day from top to bottom, values as colors. */
export function heatDrawing(chart: HeatChart, options: ChartOptions): Drawing {
  const { zone } = options;
  const extent = chart.axis ?? { from: chart.from, to: chart.to };
  const visible = options.range ?? extent;
  const layout = new HeatLayout(chart);
  return {
    x: {
      visible,
      extent,
      least: dayMs,
      ticks: (most) => dayTicks(visible, zone, most),
    },
    y: [{ title: '', low: 0, high: dayMs, isDownward: true, ticks: hours() }],
    marks: [{ kind: 'heat', style: 0, chart }],
    legend: [],
    keys: keysOf(chart),
    scale: scaleOf(chart),
    caption: captionOf(chart),
    brief: legendFigures(chart, zone)
      .map(({ name, value }) => `${name} ${value}`)
      .join(' · '),
    summary: summaryOf(chart, options),
    empty: whyNothingDrawn([chart], 1, options.receiving),
    stops: [],
    readoutAt: (x, y) => heatReadout(layout, x, y ?? 0, zone),
    cells: { next: (from, columns, rows) => nextCell(layout, visible.from, from, columns, rows) },
  };
}

/** Every three hours. */
const hours = (): AxisTick[] =>
  Array.from({ length: 9 }, (_, index) => ({ at: index * 3 * hourMs, label: [formatClock(index * 3, 0)] }));

/** With more days than this, columns are so narrow that their left edge is as good as their middle. */
const mostLabeled = 62;

/** Ticks for days, in the middle of their columns; times within a day have no ticks. */
function dayTicks({ from, to }: Range, zone: string, most: number): AxisTick[] {
  const days = timeTicks(from, to, zone, most).filter(({ at }) => {
    const { hour, minute } = wallClock(at, zone);
    return hour === 0 && minute === 0;
  });
  const shift = to - from > mostLabeled * dayMs ? 0 : dayMs / 2;
  return days.map(({ at, label }) => ({ at: at + shift, label })).filter(({ at }) => at < to);
}

function keysOf({ state }: HeatChart): LegendKey[] {
  const kinds = new Set(state.map((each) => each & heatKindBits));
  return absenceKeys({
    missing: kinds.has(heatCells.missing),
    nulls: kinds.has(heatCells.null),
    incomplete: kinds.has(heatCells.incomplete),
  });
}

function scaleOf(chart: HeatChart): ColorScale {
  const { low, high, unit, summary } = chart;
  return { low, high, unit, hasLower: summary.min < low, hasHigher: summary.max > high };
}

function captionOf(chart: HeatChart): string {
  const { changes, daysEach, label, resampled, spread } = chart;
  return joined(
    ' · ',
    label !== spread?.label && label,
    ...preparation(resampled ? [{ unit: chart.unit, resampled }] : [], spread),
    daysEach > 1 &&
      l10n.t(
        '{0} days share a column: the highest value is shown, or the lowest if it is below zero',
        formatCount(daysEach),
      ),
    changes.some(({ rows }) => rows > 0) &&
      l10n.t('25-hour day: the repeated hour is shown twice at half height, the first on top'),
    changes.some(({ rows }) => rows < 0) && l10n.t('23-hour day: the skipped hour is empty'),
  );
}

function summaryOf(chart: HeatChart, { title, zone }: ChartOptions): string {
  const { summary, unit, label, missingCount, days, daysEach } = chart;
  const count = days.length - 1;
  const hasValues = summary.count > 0;
  return joined(
    ', ',
    l10n.t(
      '{0}, {1}: heat map of {2} from {3} to {4}',
      title,
      label,
      daysEach === 1
        ? formatCounted(count, [l10n.t('{0} day'), l10n.t('{0} days')])
        : formatCounted(count, [l10n.t('{0} column'), l10n.t('{0} columns')]),
      timeText(chart.from, zone),
      timeText(chart.to, zone),
    ),
    hasValues && l10n.t('minimum {0}', seriesValueWithUnit(summary.min, chart)),
    hasValues && l10n.t('maximum {0}', seriesValueWithUnit(summary.max, chart)),
    hasValues && !Number.isNaN(summary.mean) && l10n.t('mean {0}', `${seriesMean(chart)} ${unit}`.trimEnd()),
    ...absenceCounts({ ...summary, missing: missingCount }),
    l10n.t('times in {0}', zone),
  );
}

/** The cell so far to the right and, in order of time, down; without a crosshair, the first visible cell. */
function nextCell(
  layout: HeatLayout,
  visibleFrom: number,
  from: CrosshairReadout | null,
  columns: number,
  rows: number,
): { x: number; y: number } | null {
  if (layout.columns === 0) return null;
  const { days } = layout.chart;
  const middleOf = (column: number) => ((days[column] ?? NaN) + (days[column + 1] ?? NaN)) / 2;
  if (!from?.cell) return { x: middleOf(Math.max(0, layout.columnAt(visibleFrom))), y: 0 };
  const before = layout.columnAt(from.x);
  const column = Math.min(layout.columns - 1, Math.max(0, before + columns));
  const { low, y } = from.cell;
  if (rows === 0) return { x: middleOf(column), y };
  const slot = layout.slotAt(column, y);
  // From a skipped hour, up and down lead to the cells around it.
  const around = layout.changeIn.get(column)?.row ?? 0;
  const interval = slot === null ? { from: around, to: around } : layout.intervalOf({ column, slot });
  const next = rows > 0 ? interval.to : interval.from - 1;
  if (next < 0 || next >= layout.slotsIn(column)) return { x: middleOf(column), y: slot === null ? low : y };
  const span = layout.edgesOf({ column, slot: next });
  return { x: middleOf(column), y: (span.from + span.to) / 2 };
}
