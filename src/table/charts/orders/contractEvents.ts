import { TextColumn, type NumericColumn } from '../../columns/columns';
import { sortRows } from '../../sort/rowSort';
import { eachIndex, type Sliced } from '../../columns/slices';
import type { Table } from '../../columns/table';
import { numbersOf, perTable, textsOf } from '../../columns/perTable';
import type { Contract } from './contracts';

/** Events in the order in which they happened; orders are numbered from 0. */
interface OrderEvents {
  /** How many orders there are. */
  readonly orders: number;
  /** The order that each event is about. */
  readonly order: Uint32Array;
  /** The order that the event's order replaces, or -1. */
  readonly replaced: Int32Array;
}

/** The order events of one contract in one delivery area. */
export interface ContractEvents extends OrderEvents {
  /** Epoch milliseconds, sorted by time, then by revision, then by row in the response. */
  readonly time: Float64Array;
  readonly rows: Uint32Array;
  /** Delivery areas of the contract's orders, the one with the most events first; '' for no area. */
  readonly areas: readonly string[];
  readonly area: string;
  /** Number of events that can't be assigned to an order, because they have no time or no order id. */
  readonly unassigned: number;
}

/** The contract requested last: a slider requests it again and again. */
const lastOf = perTable(function* (): Sliced<Map<string, ContractEvents>> {
  yield;
  return new Map();
});

/** The same as `eventsIn`, remembered until another contract or area is requested. */
export function* contractEvents(
  table: Table,
  time: NumericColumn,
  { id, rows }: Contract,
  requested: string | undefined,
): Sliced<ContractEvents> {
  const last = yield* lastOf(table);
  const key = JSON.stringify([id, requested]);
  const known = last.get(key);
  if (known) return known;
  const events = yield* eventsIn(table, time, rows, requested);
  last.clear();
  last.set(key, events);
  return events;
}

/**
 * The events of a contract, which are these rows. An order may be listed in many areas, which must never be added up,
 * so only one area is used: the requested one if it has events, otherwise the one with the most events.
 */
export function* eventsIn(
  table: Table,
  time: NumericColumn,
  contract: Uint32Array,
  requested: string | undefined,
): Sliced<ContractEvents> {
  const { all, areas, area } = yield* rowsOf(table, contract, requested);
  const id = idsOf(table, 'id');
  const assigned = all.filter((row) => !Number.isNaN(time.value(row)) && !id.isNull(row));
  const unassigned = all.length - assigned.length;
  const revised = yield* sortRows(numbersOf(table, 'revisionNumber'), assigned, false);
  const rows = yield* sortRows(time, revised, false);
  const times = Float64Array.from(rows, (row) => time.value(row));
  const orders = yield* numbered(id, idsOf(table, 'previousOrderId'), rows);
  return { ...orders, time: times, rows, areas, area, unassigned };
}

/** Doesn't make the column distinct, because only a few of its ids belong to one contract. */
function idsOf(table: Table, key: string): TextColumn {
  const column = table.column(key);
  return column?.kind === 'text' ? column : new TextColumn(key, key);
}

/** The contract's rows in the requested area, or in the area with most of them. */
function* rowsOf(table: Table, contract: Uint32Array, requested: string | undefined) {
  const area = textsOf(table, 'deliveryArea');
  const byArea = new Map<number, number[]>();
  yield* eachIndex(contract.length, (index) => {
    const row = contract[index] as number;
    const code = area.code(row);
    const rows = byArea.get(code);
    if (rows) rows.push(row);
    else byArea.set(code, [row]);
  });
  const found = [...byArea].sort(([, a], [, b]) => b.length - a.length);
  const areas = found.map(([code]) => area.entries.text(code));
  const index = Math.max(0, requested === undefined ? 0 : areas.indexOf(requested));
  return { all: Uint32Array.from(found[index]?.[1] ?? []), areas, area: areas[index] ?? '' };
}

/** Numbers the orders. An order that has no events, and is only named as replaced, gets no number. */
function* numbered(id: TextColumn, previous: TextColumn, rows: Uint32Array): Sliced<OrderEvents> {
  const numbers = new Map<string | null, number>();
  const [order, replaced] = [new Uint32Array(rows.length), new Int32Array(rows.length)];
  yield* eachIndex(rows.length, (index) => {
    const text = id.text(rows[index] as number);
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    order[index] = number;
  });
  yield* eachIndex(rows.length, (index) => {
    replaced[index] = numbers.get(previous.text(rows[index] as number)) ?? -1;
  });
  return { orders: numbers.size, order, replaced };
}

/**
 * The state of the orders after the first `count` events: the index of the last event of every order,
 * ascending. A new priority or a partial execution gives an order a new id, and no event ends the
 * previous order, so orders that were replaced are left out.
 */
export function lastEvents({ orders, order, replaced }: OrderEvents, count: number): Uint32Array {
  const last = new Int32Array(orders).fill(-1);
  const isReplaced = new Uint8Array(orders);
  for (let event = 0; event < count; event += 1) {
    const about = order[event] as number;
    const before = replaced[event] as number;
    last[about] = event;
    if (before >= 0 && before !== about) isReplaced[before] = 1;
  }
  return Uint32Array.from(last.filter((event, of) => event >= 0 && isReplaced[of] === 0)).sort();
}
