import { minuteMs } from '../../src/market/zones';
import type { OrderCells, OrdersChart } from '../../src/table/chartTypes';
import { formatCounted } from '../figures';
import type { Drawing, MarkerShape, Range, Reading } from './drawing';
import { formatWithUnit } from './figures';
import { ordersSummary } from './otherSummaries';
import type { Sight } from './sight';
import { lastAtOrBefore } from './timeRange';
import { timeTicks } from './timeTicks';
import { instantInBoth } from './times';
import type { Bounds } from './valueAxes';
import { noBounds, valueAxes } from './valueAxes';

interface Side {
  label: string;
  shape: MarkerShape;
  look: number;
  cells: OrderCells;
}

/** Price against time, the sides by colour and by the way their triangles point. */
export function ordersDrawing(chart: OrdersChart, sight: Sight): Drawing {
  const { zone } = sight;
  // A single order, or orders of a single moment, have no width of their own.
  const lone = chart.from === chart.to ? minuteMs : 0;
  const extent = { from: chart.from - lone, to: chart.to + lone };
  const visible = sight.range ?? extent;
  const all: Side[] = [
    { label: 'Buy', shape: 'triangleUp', look: 0, cells: chart.buy },
    { label: 'Sell', shape: 'triangleDown', look: 1, cells: chart.sell },
  ];
  const shown = all.filter(({ label }) => !sight.hidden.has(label));
  const bounds = boundsOf(shown, visible, sight.allPrices);
  const empty = shown.every(({ cells }) => cells.time.length === 0);
  return {
    x: {
      ...{ visible, extent, least: minuteMs / 6, title: `Time in ${zone}` },
      ticks: (most) => timeTicks(visible.from, visible.to, zone, most),
    },
    y: valueAxes([{ title: chart.unit, bounds }], false),
    marks: shown.map(({ look, shape, cells }) => ({ kind: 'cells', look, shape, ...cells })),
    zero: { above: '', below: 'below zero' },
    legend: all.map(({ label, look, shape }) => ({
      ...{ label, look, shape, note: '', room: 16, hidden: sight.hidden.has(label) },
    })),
    summary: ordersSummary(chart, sight),
    empty: empty ? emptyText(chart, sight) : null,
    stops: Float64Array.from(new Set(shown.flatMap(({ cells }) => [...cells.time]))).sort(),
    readAt: (x, y) => readOrders(shown, x, y, { visible, bounds, unit: chart.unit, zone }),
  };
}

function emptyText(chart: OrdersChart, { receiving, hidden, contract }: Sight): string {
  if (receiving && Number.isNaN(chart.from)) return 'Receiving…';
  if (hidden.size > 0)
    return 'No order of the side that is switched on. Switch on the other side above.';
  if (contract !== null)
    return 'No order of this contract here. Choose another one, or reset the zoom.';
  return Number.isNaN(chart.from)
    ? 'Nothing to draw: no order has both a time and a price. See the table.'
    : 'No order in this range. Reset the zoom to see all of them.';
}

/**
 * Lowest and highest visible price; of prices far from all others only where they are asked for.
 * Near is half the range of the middle 98 of 100 orders on either side.
 */
export function boundsOf(
  shown: readonly { cells: OrderCells }[],
  { from, to }: Range,
  allPrices: boolean,
): Bounds {
  const prices = shown.flatMap(({ cells: { time, price } }) =>
    [...price].filter((_, at) => (time[at] ?? NaN) >= from && (time[at] ?? NaN) <= to),
  );
  prices.sort((a, b) => a - b);
  const [first, last] = [prices[0], prices.at(-1)];
  if (first === undefined || last === undefined) return noBounds;
  const low = prices[Math.floor(0.01 * (prices.length - 1))] ?? first;
  const high = prices[Math.ceil(0.99 * (prices.length - 1))] ?? last;
  const near = (high - low) / 2;
  if (allPrices || prices.length < 100) return { low: first, high: last };
  return {
    low: prices.find((price) => price >= low - near) ?? first,
    high: prices[lastAtOrBefore(prices, high + near)] ?? last,
  };
}

/** Whether some visible orders lie outside the prices that are shown. */
export function hasOutliers(chart: OrdersChart, drawing: Drawing): boolean {
  const [axis] = drawing.y;
  return axis !== undefined && (chart.low < axis.low || chart.high > axis.high);
}

function readOrders(
  shown: readonly Side[],
  x: number,
  y: number | null,
  { visible, bounds, unit, zone }: { visible: Range; bounds: Bounds; unit: string; zone: string },
): Reading | null {
  const width = visible.to - visible.from || 1;
  const height = bounds.high - bounds.low || 1;
  let nearest: { side: Side; at: number; distance: number } | null = null;
  for (const side of shown) {
    for (let at = 0; at < side.cells.time.length; at += 1) {
      const across = ((side.cells.time[at] ?? NaN) - x) / width;
      // The canvas is wider than high.
      const up = y === null ? 0 : ((side.cells.price[at] ?? NaN) - y) / height / 2;
      const distance = across * across + up * up;
      if (distance < (nearest?.distance ?? Infinity)) nearest = { side, at, distance };
    }
  }
  if (!nearest) return null;
  const { side, at } = nearest;
  const [time, price] = [side.cells.time[at] ?? NaN, side.cells.price[at] ?? NaN];
  const orders = side.cells.count[at] ?? 1;
  const around =
    orders > 1 ? `, one of ${formatCounted(orders, ['order', 'orders'])} at this spot` : '';
  const value = formatWithUnit(price, unit);
  return {
    text: `${side.label} at ${value}, ${instantInBoth(time, zone)}${around}`,
    ...{ x: time, interval: null },
    dots: [{ x: time, y: price, axis: 0, look: side.look }],
    values: new Map([[side.label, value]]),
  };
}
