import * as l10n from '@vscode/l10n';
import { dayMs, formatClock, formatDay, minuteMs, wallClock } from '#src/market/time/zones';
import { heatCells, heatShared } from '#src/protocol/charts/heatChart';
import { missingText, noValueText, toComeText } from '../model/absenceWords';
import type { CrosshairReadout } from '../model/drawing';
import { intervalInBoth, intervalText } from '../model/axisTimes';
import { seriesValueWithUnit } from '../model/valueText';
import type { HeatLayout, HeatPosition } from '../model/heatLayout';

const minuteOfDay = (clock: number) => {
  const minutes = Math.round(clock / minuteMs);
  return formatClock(Math.floor(minutes / 60), minutes % 60);
};

/**
 * The readout at an instant in a column and a wall-clock time in milliseconds after midnight; `null` outside
 * all columns.
 */
export function heatReadout(
  layout: HeatLayout,
  instant: number,
  clock: number,
  zone: string,
): CrosshairReadout | null {
  const { chart } = layout;
  const column = layout.columnAt(instant);
  if (column < 0) return null;
  const [start, end] = [chart.days[column] ?? NaN, chart.days[column + 1] ?? NaN];
  const slot = layout.slotAt(column, clock);
  const at = { x: (start + end) / 2, interval: { from: start, to: end } };
  if (slot === null) {
    const { row = 0, rows = 0 } = layout.changeIn.get(column) ?? {};
    const [low, high] = [row * chart.step, (row - rows) * chart.step];
    const hour = `${minuteOfDay(low)} – ${minuteOfDay(high)}`;
    const text = l10n.t(
      '{0} {1}: clocks skip this time in {2}',
      formatDay(wallClock(start, zone)),
      hour,
      zone,
    );
    return { ...at, cell: { low, high, y: clock }, text, heading: text, lines: [] };
  }
  const position = { column, slot };
  const first = layout.intervalOf(position);
  const low = layout.edgesOf({ column, slot: first.from }).from;
  const high = layout.edgesOf({ column, slot: first.to - 1 }).to;
  const [from, to] = [start + first.from * chart.step, start + first.to * chart.step];
  const when =
    chart.daysEach === 1
      ? intervalInBoth(from, to, zone)
      : l10n.t(
          '{0} days from {1}, {2} clock time in {3}',
          Math.round((end - start) / dayMs),
          formatDay(wallClock(start, zone)),
          `${minuteOfDay(low)} – ${minuteOfDay(high)}`,
          zone,
        );
  return {
    ...at,
    cell: { low, high, y: (layout.edgesOf(position).from + layout.edgesOf(position).to) / 2 },
    text: `${when}: ${textOf(layout, position)}`,
    heading: chart.daysEach === 1 ? intervalText(from, to, zone) : when,
    lines: [{ label: chart.label, value: textOf(layout, position), unit: '' }],
  };
}

function textOf(layout: HeatLayout, position: HeatPosition): string {
  const { isDifference = false, resampled } = layout.chart;
  const value = layout.valueAt(position);
  const figure = seriesValueWithUnit(value, layout.chart);
  switch (layout.kindAt(position)) {
    case heatCells.value:
      if (!layout.hasFlag(position, heatShared)) return figure;
      return value < 0 ? l10n.t('lowest {0}', figure) : l10n.t('highest {0}', figure);
    case heatCells.null:
      return noValueText(!isDifference);
    case heatCells.missing:
      return missingText();
    case heatCells.toCome:
      return toComeText();
    case heatCells.incomplete:
      return resampled?.rule === 'sum'
        ? l10n.t('incomplete: sum of available values {0}', figure)
        : l10n.t('incomplete: mean of available values {0}', figure);
    default:
      return l10n.t('no interval');
  }
}
