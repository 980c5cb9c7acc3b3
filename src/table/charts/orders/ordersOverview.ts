import type { NumericColumn } from '../../columns/columns';
import { slices, sliceRows, type Sliced } from '../../columns/slices';
import { contractCounts } from './contracts';
import { numbersOf, perTable, textsOf } from '../../columns/perTable';

export interface OrderColumns {
  /** Time of the event: its update, or its creation if no order has an update time. */
  time: NumericColumn;
  price: NumericColumn;
  rows: number;
}

/** Everything that depends on neither the visible range nor the contract. */
export const ordersOverview = perTable(function* (table) {
  const updated = numbersOf(table, 'updatedTime');
  const price = numbersOf(table, 'price');
  const { rows } = table;
  const updatedExtent = yield* extentOf(updated, rows);
  const time = updatedExtent ? updated : numbersOf(table, 'createdTime');
  const [from, to] = updatedExtent ?? (yield* extentOf(time, rows)) ?? [NaN, NaN];
  const [low, high] = (yield* extentOf(price, rows)) ?? [NaN, NaN];
  const columns: OrderColumns = { time, price, rows };
  return { columns, extent: { from, to, low, high }, contracts: yield* contractCounts(table, rows) };
});

/**
 * The times of a contract's first and last event, in the same time column as the overview; `null` if it has
 * none.
 */
export const contractExtent = perTable(function* (table, contract: string) {
  const { columns } = yield* ordersOverview(table);
  const contracts = textsOf(table, 'contractId');
  const wanted = contracts.codeOf(contract);
  const extent = yield* extentOf(columns.time, table.rows, (row) => contracts.code(row) === wanted);
  return extent && { from: extent[0], to: extent[1] };
});

function* extentOf(
  column: NumericColumn,
  rows: number,
  counts: (row: number) => boolean = () => true,
): Sliced<[least: number, most: number] | null> {
  let [least, most] = [Infinity, -Infinity];
  const values = new Float64Array(sliceRows);
  yield* slices(rows, (first, end) => {
    column.copyValues(first, end, values);
    for (let at = 0; at < end - first; at += 1) {
      const value = values[at] as number;
      if (value < least && counts(first + at)) least = value;
      if (value > most && counts(first + at)) most = value;
    }
  });
  return most >= least ? [least, most] : null;
}
