import { isImmediate, opennessOf, sideOf, type OrderSide } from '#src/market/records/orders';
import { periodAround } from '#src/market/time/alignedDays';
import { decimalsOf, roundedTo } from '#src/text/numbers';
import type { ChartQuestion } from '#src/protocol/charts/chartQuestion';
import type { DepthChart, DepthSide, LeftOut } from '#src/protocol/charts/depthChart';
import { sortRows } from '../../sort/rowSort';
import { slices, type Sliced } from '../../columns/slices';
import type { Table } from '../../columns/table';
import { contractEvents, lastEvents, type ContractEvents } from './contractEvents';
import { contractOf, daysBetweenInstants, keyOf, type Contract } from './contracts';
import { ordersOverview } from './ordersOverview';
import { numbersOf, textsOf } from '../../columns/perTable';

/** More than a slider has pixels. */
const maxTimes = 10_000;
/** The most prices of one side. Both sides and all times together stay below a megabyte. */
const maxPrices = 20_000;
const maxReasons = 20;

/**
 * The orders open in a contract and delivery area at a given time, at which there needn't be an event. For every
 * order, the last event up to then counts, whatever order the events arrived in. Quantities are added up as sent, in
 * one unit.
 */
export function* depthChart(table: Table, question: ChartQuestion): Sliced<DepthChart> {
  const { columns } = yield* ordersOverview(table);
  const contract = (yield* contractOf(table, question.contract)) ?? { id: '', rows: new Uint32Array() };
  const { area, at: requested } = question.depth ?? {};
  const events = yield* contractEvents(table, columns.time, contract, area);
  const wanted =
    requested === undefined
      ? yield* lastWithOrders(table, events)
      : sameTime(requested, question.contract, contract);
  const count = countUpTo(events.time, wanted);
  const last = events.time[count - 1] ?? NaN;
  const at = requested === undefined ? last : wanted;
  const leftOut = new LeftOutOrders();
  if (events.unassigned > 0) leftOut.add('event', '', events.unassigned);
  const open = yield* openOrders(table, events, count, at, leftOut);
  return {
    kind: 'depth',
    contract: keyOf(contract),
    areas: [...events.areas],
    area: events.area,
    times: timesOf(events.time),
    at,
    last,
    ...unitsOf(table, events.rows[0]),
    buy: yield* addedUp(table, open.buy, true, leftOut),
    sell: yield* addedUp(table, open.sell, false, leftOut),
    leftOut: leftOut.list,
  };
}

/** The requested time or, for the same product of another day, as many days later. */
function sameTime(at: number, wanted: ChartQuestion['contract'], { deliveryStart = NaN }: Contract): number {
  const asked = typeof wanted === 'object' ? (wanted.deliveryStart ?? NaN) : NaN;
  const days = daysBetweenInstants(asked, deliveryStart);
  return days === 0 || Number.isNaN(days) ? at : periodAround({ start: at, end: at }, days).start;
}

/** The prices of a contract's best open orders, at the last time with an open order. */
export function* bestPrices(
  table: Table,
  events: ContractEvents,
): Sliced<{ buy: string | null; sell: string | null; unit: string }> {
  const last = yield* lastWithOrders(table, events);
  const open = yield* openOrders(table, events, countUpTo(events.time, last), last, new LeftOutOrders());
  const price = numbersOf(table, 'price');
  const best = (rows: readonly number[], sign: 1 | -1) => {
    let [most, found]: [number, number | undefined] = [-Infinity, undefined];
    for (const row of rows) {
      const amount = sign * price.value(row);
      if (amount > most) [most, found] = [amount, row];
    }
    return found === undefined ? null : price.text(found);
  };
  const unit = unitsOf(table, events.rows[0]).priceUnit;
  return { buy: best(open.buy, 1), sell: best(open.sell, -1), unit };
}

/**
 * The time of the last event that leaves an order open. After the end of trading there are only others, and nothing
 * to see.
 */
function* lastWithOrders(table: Table, { time, rows }: ContractEvents): Sliced<number> {
  const openness = opennessIn(table);
  let last = Infinity;
  yield* slices(rows.length, (first, end) => {
    for (let back = first + 1; back <= end && last === Infinity; back += 1) {
      const event = rows.length - back;
      const at = time[event] as number;
      if (openness(rows[event] as number, at) === 'stands') last = at;
    }
  });
  return last;
}

/** Distinct times; if there are too many, every nth one, counted back from the last. */
function timesOf(time: Float64Array): Float64Array {
  const times = time.filter((at, index) => at !== time[index - 1]);
  const step = Math.ceil(times.length / maxTimes);
  return step > 1 ? times.filter((_, index) => (times.length - 1 - index) % step === 0) : times;
}

/** How many of the ascending times are not later than `at`. */
function countUpTo(time: Float64Array, at: number): number {
  const firstLater = time.findIndex((other) => other > at);
  return firstLater < 0 ? time.length : firstLater;
}

/**
 * Counts by reason and text. The number of texts is unlimited, so only the first ones are listed separately.
 */
class LeftOutOrders {
  readonly list: LeftOut[] = [];

  add(why: LeftOut['why'], sent: string, orders = 1): void {
    const text = this.list.length < maxReasons ? sent.slice(0, 50) : 'others';
    const same = this.list.find((one) => one.why === why && one.text === text);
    if (same) same.orders += orders;
    else this.list.push({ why, text, orders });
  }
}

/** The units of the contract's first event; orders in other units cannot be added up with it. */
function unitsOf(table: Table, row: number | undefined) {
  const unit = (key: string) => (row === undefined ? '' : (textsOf(table, key).text(row) ?? ''));
  return { priceUnit: unit('priceUnit'), quantityUnit: unit('quantityUnit') };
}

function textIn(table: Table, key: string): (row: number) => string {
  const column = textsOf(table, key);
  return (row) => column.text(row) ?? '';
}

/** Whether the order of an event's row is open at a time (epoch milliseconds), if no later event changed it until then. */
function opennessIn(table: Table) {
  const [action, state] = [textIn(table, 'action'), textIn(table, 'state')];
  const timeInForce = textIn(table, 'timeInForce');
  const expires = numbersOf(table, 'expirationTime');
  return (row: number, at: number): ReturnType<typeof opennessOf> | 'immediate' | 'expired' => {
    const openness = opennessOf(action(row), state(row));
    if (openness === 'gone') return openness;
    if (isImmediate(timeInForce(row))) return 'immediate';
    return at >= expires.value(row) ? 'expired' : openness;
  };
}

/** Rows of the orders open at a time after the first `count` events that can be added up, by side. */
function* openOrders(
  table: Table,
  events: ContractEvents,
  count: number,
  at: number,
  leftOut: LeftOutOrders,
): Sliced<Record<OrderSide, number[]>> {
  const { rows } = events;
  const known = lastEvents(events, count);
  const opennessOfRow = opennessIn(table);
  const [state, side, timeInForce] = [
    textIn(table, 'state'),
    textIn(table, 'side'),
    textIn(table, 'timeInForce'),
  ];
  const [price, quantity] = [numbersOf(table, 'price'), numbersOf(table, 'quantity')];
  const [priceUnit, quantityUnit] = [textIn(table, 'priceUnit'), textIn(table, 'quantityUnit')];
  const units = unitsOf(table, rows[0]);
  const found: Record<OrderSide, number[]> = { buy: [], sell: [] };

  function assign(row: number): void {
    const openness = opennessOfRow(row, at);
    if (openness === 'gone') return;
    const known = sideOf(side(row));
    if (openness === 'immediate') leftOut.add(openness, timeInForce(row));
    else if (openness === 'expired') leftOut.add(openness, '');
    else if (openness === 'unknown') leftOut.add('state', state(row));
    else if (!known) leftOut.add('side', side(row));
    else if (priceUnit(row) !== units.priceUnit) leftOut.add('unit', priceUnit(row));
    else if (quantityUnit(row) !== units.quantityUnit) leftOut.add('unit', quantityUnit(row));
    else if (Number.isNaN(price.value(row))) leftOut.add('price', '');
    else if (Number.isNaN(quantity.value(row))) leftOut.add('quantity', '');
    else found[known].push(row);
  }

  yield* slices(known.length, (first, end) => {
    for (const event of known.subarray(first, end)) assign(rows[event] as number);
  });
  return found;
}

/**
 * Cumulative quantities from the best price on, with no more decimals than were sent: the highest one for buy orders,
 * the lowest one for sell orders.
 */
function* addedUp(
  table: Table,
  rows: readonly number[],
  descending: boolean,
  leftOut: LeftOutOrders,
): Sliced<DepthSide> {
  const [price, quantity] = [numbersOf(table, 'price'), numbersOf(table, 'quantity')];
  const sorted = yield* sortRows(price, Uint32Array.from(rows), descending);
  const prices: number[] = [];
  const sums: number[] = [];
  let [sum, far, decimals] = [0, 0, 0];
  yield* slices(sorted.length, (first, end) => {
    for (const row of sorted.subarray(first, end)) {
      const amount = price.value(row);
      const isFurther = prices.at(-1) !== amount;
      if (far > 0 || (isFurther && prices.length === maxPrices)) {
        far += 1;
        continue;
      }
      if (isFurther) prices.push(amount);
      decimals = decimalsOf(quantity.value(row), decimals);
      sum += quantity.value(row);
      sums[prices.length - 1] = sum;
    }
  });
  if (far > 0) leftOut.add('far', '', far);
  return {
    price: Float64Array.from(prices),
    quantity: Float64Array.from(sums, (each) => roundedTo(decimals, each)),
    orders: rows.length - far,
  };
}
