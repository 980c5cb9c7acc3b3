import { t } from '../../../src/text/l10n';
import { minuteMs } from '../../../src/market/time/zones';
import type { OrdersChart } from '../../../src/table/chartTypes';
import type { Drawing, Mark, MarkerShape, Part } from '../model/drawing';
import { readCells, readEach } from './ordersReading';
import { ordersSummary } from '../model/otherSummaries';
import type { Sight } from '../model/chartOptions';
import { timeTicks } from '../model/timeTicks';
import { valueAxes } from '../model/valueAxes';

/** Which side a mark is of: its place in the answer, its name, and how it looks. */
export interface OrderSide {
  key: 'buy' | 'sell';
  label: string;
  shape: MarkerShape;
  look: number;
}

const sides: readonly OrderSide[] = [
  { key: 'buy', label: t('Buy'), shape: 'triangleUp', look: 0 },
  { key: 'sell', label: t('Sell'), shape: 'triangleDown', look: 1 },
];

/** Price against time: few events as triangles that point up or down by side, many as density. */
export function ordersDrawing(chart: OrdersChart, sight: Sight): Drawing {
  const { zone } = sight;
  const { orders, shown } = chart;
  // A single event, or events of a single moment, have no width of their own.
  const lone = chart.from === chart.to ? minuteMs : 0;
  const extent = { from: chart.from - lone, to: chart.to + lone };
  const visible = sight.range ?? extent;
  const visibleSides = sides.filter(({ label }) => !sight.hidden.has(label));
  const isDense = orders.detail === 'cells';
  const part: Part = isDense
    ? { ...shown, columns: orders.columns, rows: orders.rows }
    : { ...shown, columns: 1, rows: 1 };
  return {
    x: {
      visible,
      extent,
      least: minuteMs / 6,
      title: t('Time in {0}', zone),
      ticks: (most) => timeTicks(visible.from, visible.to, zone, most),
    },
    y: valueAxes([{ title: chart.unit, bounds: shown }], false),
    marks: visibleSides.map(({ key, look, shape }): Mark => {
      if (!isDense) return { kind: 'triangles', look, shape, ...orders[key] };
      const rival = visibleSides.find((other) => other.key !== key);
      return {
        kind: 'density',
        look,
        part,
        cells: orders[key],
        rival: rival ? orders[rival.key] : null,
      };
    }),
    zero: { above: '', below: t('below zero') },
    legend: sides.map(({ label, look, shape }) => ({
      label,
      look,
      note: '',
      hidden: sight.hidden.has(label),
      shape: isDense ? ('bar' as const) : shape,
      room: 16,
    })),
    summary: ordersSummary(chart, sight),
    empty: visibleSides.every(({ key }) => chart.counts[key] === 0) ? emptyText(chart, sight) : null,
    stops: stopsOf(chart, visibleSides, part),
    readAt: (x, y) => {
      const place = { x, y, visible, unit: chart.unit, zone };
      return isDense
        ? readCells(visibleSides, orders, part, place)
        : readEach(visibleSides, orders, shown, place);
    },
  };
}

function emptyText(chart: OrdersChart, { receiving, hidden, contract }: Sight): string {
  if (receiving && Number.isNaN(chart.from)) return t('Receiving…');
  if (hidden.size > 0) return t('No event of the side that is switched on. Switch on the other side above.');
  if (contract !== null) return t('No event of this contract here. Choose another one, or reset the zoom.');
  return Number.isNaN(chart.from)
    ? t('Nothing to draw: no event has both a time and a price. See the table.')
    : t('No event in this range. Reset the zoom to see all of them.');
}

/** Times of events, or the middles of columns that hold some. */
function stopsOf(
  { orders }: OrdersChart,
  shown: readonly OrderSide[],
  { from, to, columns }: Part,
): Float64Array {
  const times = shown.flatMap(({ key }) =>
    orders.detail === 'each'
      ? [...orders[key].time]
      : [...new Set(orders[key].column)].map((at) => from + ((at + 0.5) * (to - from)) / columns),
  );
  return Float64Array.from(new Set(times)).sort();
}
