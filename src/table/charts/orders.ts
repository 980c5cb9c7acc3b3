import type { ChartQuestion, OrderCells, OrdersChart } from '../chartTypes';
import type { NumericColumn, TextColumn } from '../columns';
import type { Table } from '../table';
import { OrderGrid } from './orderGrid';
import { numbersOf, perTable, textsOf } from './perTable';
import { priceScale } from './priceScale';

const maxContracts = 500;

/** What does not change with the visible range. */
const overview = perTable((table) => {
  const updated = numbersOf(table, 'updatedTime');
  const price = numbersOf(table, 'price');
  const updatedExtent = extentOf(updated, table.rows);
  const time = updatedExtent ? updated : numbersOf(table, 'createdTime');
  const [from, to] = updatedExtent ?? extentOf(time, table.rows) ?? [NaN, NaN];
  const [low, high] = extentOf(price, table.rows) ?? [NaN, NaN];
  return { time, price, from, to, low, high, contracts: contractsOf(table) };
});

/** Orders as points of price against time, by side, for the visible time and the asked contract. */
export function ordersChart(table: Table, question: ChartQuestion): OrdersChart {
  const { time, price, from, to, low, high, contracts } = overview(table);
  const [first, last] = [question.from ?? from, question.to ?? to];
  const [width, height] = [pixels(question.width, 2000), pixels(question.height, 1000)];
  const scale = priceScale(price, table.rows, low, high, height);
  const grids = { buy: new OrderGrid(width, scale.rows), sell: new OrderGrid(width, scale.rows) };
  const gridOf = gridsByCode(textsOf(table, 'side'), grids);
  const side = textsOf(table, 'side');
  const contract = textsOf(table, 'contractId');
  const wanted =
    question.contract === undefined ? null : (contract.codeOf(question.contract) ?? -1);
  const perPixel = last > first ? width / (last - first) : 0;
  for (let row = 0; row < table.rows; row += 1) {
    const at = time.value(row);
    const amount = price.value(row);
    if (!(at >= first && at <= last) || Number.isNaN(amount)) continue;
    if (wanted !== null && contract.code(row) !== wanted) continue;
    const x = Math.min(width - 1, Math.floor((at - first) * perPixel));
    gridOf[side.code(row)]?.add(x, scale.rowOf(amount), row);
  }
  while (grids.buy.occupied + grids.sell.occupied > maxCells) {
    grids.buy = grids.buy.coarser();
    grids.sell = grids.sell.coarser();
  }
  return {
    kind: 'orders',
    ...{ from, to, low, high, contracts },
    unit: textsOf(table, 'priceUnit').texts().slice(1).join(', '),
    buy: cellsOf(grids.buy, time, price),
    sell: cellsOf(grids.sell, time, price),
  };
}

/** Some megabyte of times, prices and counts. */
const maxCells = 50_000;

const pixels = (asked: number, most: number) => Math.max(1, Math.min(most, Math.floor(asked) || 1));

/** Spelled `BUY`, `Buy` or in full: the API description lists no values of `side` (E8). */
function gridsByCode(side: TextColumn, grids: { buy: OrderGrid; sell: OrderGrid }) {
  return side.texts().map((text) => {
    if (/^buy/i.test(text)) return grids.buy;
    return /^sell/i.test(text) ? grids.sell : undefined;
  });
}

/** Every point is a true order of its cell: no price is shown that nobody offered. */
function cellsOf(grid: OrderGrid, time: NumericColumn, price: NumericColumn): OrderCells {
  const cells = {
    time: new Float64Array(grid.occupied),
    price: new Float64Array(grid.occupied),
    count: new Uint32Array(grid.occupied),
  };
  let place = 0;
  grid.forEach((row, count) => {
    cells.time[place] = time.value(row);
    cells.price[place] = price.value(row);
    cells.count[place] = count;
    place += 1;
  });
  return cells;
}

function extentOf(column: NumericColumn, rows: number): [least: number, most: number] | null {
  let [least, most] = [Infinity, -Infinity];
  for (let row = 0; row < rows; row += 1) {
    const value = column.value(row);
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return most >= least ? [least, most] : null;
}

function contractsOf(table: Table): OrdersChart['contracts'] {
  const contract = textsOf(table, 'contractId');
  const start = numbersOf(table, 'deliveryStart');
  const orders = new Uint32Array(contract.entryCount);
  const starts = new Float64Array(contract.entryCount).fill(NaN);
  for (let row = 0; row < table.rows; row += 1) {
    const code = contract.code(row);
    orders[code] = (orders[code] ?? 0) + 1;
    if (Number.isNaN(starts[code])) starts[code] = start.value(row);
  }
  const codes = Array.from(orders.keys()).slice(1);
  codes.sort((a, b) => (orders[b] ?? 0) - (orders[a] ?? 0));
  return codes.slice(0, maxContracts).map((code) => ({
    id: contract.entryText(code),
    orders: orders[code] ?? 0,
    deliveryStart: starts[code] ?? NaN,
  }));
}
