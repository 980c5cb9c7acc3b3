import * as l10n from '@vscode/l10n';
import { minuteMs } from '#src/market/time/zones';
import type { OrdersChart } from '#src/protocol/charts/ordersChart';
import type { Drawing, Mark, CellGrid } from '../model/drawing';
import { cellReadout, eventReadout, sides, type DrawnSide } from './ordersReadout';
import { ordersBrief, ordersSummary } from './ordersSummary';
import type { ChartOptions } from '../model/chartOptions';
import { nowLine } from '../model/now';
import { timeTicks } from '../model/timeTicks';
import { valueAxes } from '../model/valueAxes';

/** Draws prices over time: few events as triangles that point up or down by side, many as density. */
export function ordersDrawing(chart: OrdersChart, options: ChartOptions): Drawing {
  const { zone } = options;
  const { orders, shown } = chart;
  // A single event, or events at a single instant, would otherwise have an extent without any width.
  const lone = chart.from === chart.to ? minuteMs : 0;
  const extent = { from: chart.from - lone, to: chart.to + lone };
  const visible = options.range ?? extent;
  const visibleSides = sides.filter(({ label }) => !options.hidden.includes(label()));
  const isDense = orders.detail === 'cells';
  const part: CellGrid = isDense
    ? { ...shown, columns: orders.columns, rows: orders.rows }
    : { ...shown, columns: 1, rows: 1 };
  return {
    x: {
      visible,
      extent,
      least: minuteMs / 6,
      ticks: (most) => timeTicks(visible.from, visible.to, zone, most),
    },
    y: valueAxes([{ title: chart.unit, bounds: shown }], false),
    marks: visibleSides.map(({ key, style, shape }): Mark => {
      if (!isDense) return { kind: 'triangles', style, shape, ...orders[key] };
      const rival = visibleSides.find((other) => other.key !== key);
      return {
        kind: 'density',
        style,
        part,
        cells: orders[key],
        rival: rival ? orders[rival.key] : null,
        half: key === 'buy' ? 0 : 1,
      };
    }),
    ...nowLine(visible, options),
    zero: { above: '', below: l10n.t('below zero') },
    legend: sides.map(({ label, style, shape }) => ({
      label: label(),
      style,
      hidden: options.hidden.includes(label()),
      shape: isDense ? ('bar' as const) : shape,
    })),
    brief: ordersBrief(chart),
    summary: ordersSummary(chart, extent, options),
    empty: visibleSides.every(({ key }) => chart.counts[key] === 0) ? emptyText(chart, options) : null,
    stops: stopsOf(chart, visibleSides, part),
    readoutAt: (x, y) => {
      const crosshair = { x, y, visible, unit: chart.unit, zone };
      return isDense
        ? cellReadout(visibleSides, orders, part, crosshair)
        : eventReadout(visibleSides, orders, shown, crosshair);
    },
  };
}

function emptyText(chart: OrdersChart, { receiving, hidden, range }: ChartOptions): string {
  if (receiving && Number.isNaN(chart.from)) return l10n.t('Receiving…');
  if (hidden.length > 0)
    return l10n.t('No events on the visible side. Select the other side above to show it.');
  if (chart.contract !== null)
    return l10n.t('No events for this contract in this range. Select another contract, or reset the zoom.');
  if (chart.counts.withoutPrice > 0) {
    return range === null
      ? l10n.t('Nothing to plot: no event has a numeric price. See the table.')
      : l10n.t(
          'Nothing to plot: no event in this range has a numeric price. See the table, or reset the zoom.',
        );
  }
  return Number.isNaN(chart.from)
    ? l10n.t('Nothing to plot: no event has both a time and a price. See the table.')
    : l10n.t('No events in this range. Reset the zoom to see all events.');
}

/** Times of events, or the middles of columns that contain events. */
function stopsOf(
  { orders }: OrdersChart,
  shown: readonly DrawnSide[],
  { from, to, columns }: CellGrid,
): Float64Array {
  const times = shown.flatMap(({ key }) =>
    orders.detail === 'each'
      ? [...orders[key].time]
      : [...new Set(orders[key].column)].map((at) => from + ((at + 0.5) * (to - from)) / columns),
  );
  return Float64Array.from(new Set(times)).sort();
}
