import { sideOf } from '#src/market/records/orders';
import type { ChartQuestion } from '#src/protocol/charts/chartQuestion';
import type { EventCounts, OrderPoints, OrdersChart } from '#src/protocol/charts/ordersChart';
import { sliceRows, slices, type Sliced } from '../../columns/slices';
import type { Table } from '../../columns/table';
import { OrderGrid } from './orderGrid';
import { contractOf, keyOf, type Contract } from './contracts';
import { extentIn, ordersOverview, type OrderColumns } from './ordersOverview';
import { textsOf } from '../../columns/perTable';
import { countOutside, pricesWithin, usualPrices } from '../usualPrices';

/** More events per side than this are drawn as cells, because points would overlap. */
const maxEach = 3000;
/** The smallest width and height of a cell, and the largest of a chart, in device pixels. */
const leastCell = 4;
const maxPixels = 2000;
/** Just under a megabyte. */
const maxCells = 40_000;

/** Order events by price and time, by side, for the visible range and the requested contract. */
export function* ordersChart(table: Table, question: ChartQuestion): Sliced<OrdersChart> {
  const { columns, extent: whole } = yield* ordersOverview(table);
  const contract = yield* contractOf(table, question.contract);
  const extent = {
    ...whole,
    ...(contract && (yield* extentIn(columns.time, contract.rows.length, contract.rows))),
  };
  const time = { from: question.from ?? extent.from, to: question.to ?? extent.to };
  const visible = yield* visibleOrders(table, columns, { ...time, contract });
  const prices = new Float64Array(visible.buy.price.length + visible.sell.price.length);
  prices.set(visible.buy.price);
  prices.set(visible.sell.price, visible.buy.price.length);
  const shown = {
    ...time,
    ...(yield* question.allPrices ? pricesWithin(prices, -Infinity, Infinity) : usualPrices(prices)),
  };
  return {
    kind: 'orders',
    ...extent,
    shown,
    contract: contract && keyOf(contract),
    unit: textsOf(table, 'priceUnit').texts().slice(1).join(', '),
    counts: { ...visible.counts, outlying: yield* countOutside(prices, shown) },
    orders:
      prices.length <= maxEach
        ? { detail: 'each', buy: copied(visible.buy), sell: copied(visible.sell) }
        : yield* inCells(visible, shown, question),
  };
}

/** The events found so far, in arrays with room for more. */
interface Found extends OrderPoints {
  count: number;
}

const roomFor = (rows: number): Found => ({
  time: new Float64Array(rows),
  price: new Float64Array(rows),
  count: 0,
});

const filled = ({ time, price, count }: Found): OrderPoints => ({
  time: time.subarray(0, count),
  price: price.subarray(0, count),
});

/** The visible buy and sell events of the contract, in the table's order. */
function* visibleOrders(
  table: Table,
  { time, price, rows }: OrderColumns,
  { from, to, contract: requested }: { from: number; to: number; contract: Contract | null },
): Sliced<{ buy: OrderPoints; sell: OrderPoints; counts: EventCounts }> {
  const side = textsOf(table, 'side');
  const contract = textsOf(table, 'contractId');
  const wanted = requested === null ? null : (contract.codeOf(requested.id) ?? -1);
  const most = requested?.rows.length ?? rows;
  const [buy, sell] = [roomFor(most), roomFor(most)];
  const found = { buy, sell };
  const without = { withoutPrice: 0, withoutSide: 0, withoutTime: 0 };
  const sides = side.texts().map((text) => {
    const known = sideOf(text);
    return known && found[known];
  });
  const [times, prices] = [new Float64Array(sliceRows), new Float64Array(sliceRows)];
  const [sideCodes, contractCodes] = [new Uint32Array(sliceRows), new Uint32Array(sliceRows)];
  yield* slices(rows, (first, end) => {
    time.copyValues(first, end, times);
    price.copyValues(first, end, prices);
    side.copyCodes(first, end, sideCodes);
    if (wanted !== null) contract.copyCodes(first, end, contractCodes);
    for (let index = 0; index < end - first; index += 1) {
      const at = times[index] as number;
      const amount = prices[index] as number;
      if (at < from || at > to) continue;
      if (wanted !== null && contractCodes[index] !== wanted) continue;
      const room = sides[sideCodes[index] as number];
      if (Number.isNaN(at)) without.withoutTime += 1;
      else if (Number.isNaN(amount)) without.withoutPrice += 1;
      else if (!room) without.withoutSide += 1;
      if (!room || Number.isNaN(at + amount)) continue;
      room.time[room.count] = at;
      room.price[room.count] = amount;
      room.count += 1;
    }
  });
  const counts = { buy: buy.count, sell: sell.count, ...without };
  return { buy: filled(buy), sell: filled(sell), counts };
}

/** Copied, so that the unused room in the arrays is not sent to the view. */
const copied = ({ time, price }: OrderPoints): OrderPoints => ({
  time: time.slice(),
  price: price.slice(),
});

/** The shown part in cells of a few device pixels; if too many are occupied, in larger cells. */
function* inCells(
  visible: { buy: OrderPoints; sell: OrderPoints },
  shown: OrdersChart['shown'],
  { width, height }: ChartQuestion,
): Sliced<OrdersChart['orders']> {
  for (let size = leastCell; ; size *= 2) {
    const columns = cellsAlong(width, size);
    const rows = cellsAlong(height, size);
    const [buy, sell] = [new OrderGrid(columns, rows), new OrderGrid(columns, rows)];
    yield* fill(buy, visible.buy, shown);
    yield* fill(sell, visible.sell, shown);
    if (buy.occupied + sell.occupied > maxCells) continue;
    return { detail: 'cells', columns, rows, buy: buy.cells(), sell: sell.cells() };
  }
}

const cellsAlong = (pixels: number, size: number) =>
  Math.max(1, Math.ceil(Math.min(maxPixels, pixels) / size) || 1);

function* fill(
  grid: OrderGrid,
  { time, price }: OrderPoints,
  { from, to, low, high }: OrdersChart['shown'],
): Sliced<void> {
  const perColumn = to > from ? grid.columns / (to - from) : 0;
  const perRow = high > low ? grid.rows / (high - low) : 0;
  yield* slices(time.length, (first, end) => {
    for (let index = first; index < end; index += 1) {
      const amount = price[index] as number;
      if (!(amount >= low && amount <= high)) continue;
      const column = Math.floor(((time[index] as number) - from) * perColumn);
      const row = Math.floor((amount - low) * perRow);
      grid.add(Math.min(column, grid.columns - 1), Math.min(row, grid.rows - 1), amount);
    }
  });
}
