import type { NumericColumn } from '../columns';
import { slices, type Sliced } from '../slices';
import { contractsOf } from './contracts';
import { numbersOf, perTable } from './perTable';

export interface OrderColumns {
  /** Time of the event: of the update, or of creation where no order was ever updated. */
  time: NumericColumn;
  price: NumericColumn;
  rows: number;
}

/** What changes neither with the visible range nor with the contract. */
export const ordersOverview = perTable(function* (table) {
  const updated = numbersOf(table, 'updatedTime');
  const price = numbersOf(table, 'price');
  const { rows } = table;
  const updatedExtent = yield* extentOf(updated, rows);
  const time = updatedExtent ? updated : numbersOf(table, 'createdTime');
  const [from, to] = updatedExtent ?? (yield* extentOf(time, rows)) ?? [NaN, NaN];
  const [low, high] = (yield* extentOf(price, rows)) ?? [NaN, NaN];
  const columns: OrderColumns = { time, price, rows };
  return { columns, extent: { from, to, low, high }, contracts: yield* contractsOf(table, rows) };
});

function* extentOf(
  column: NumericColumn,
  rows: number,
): Sliced<[least: number, most: number] | null> {
  let [least, most] = [Infinity, -Infinity];
  yield* slices(rows, (first, behind) => {
    for (let row = first; row < behind; row += 1) {
      const value = column.value(row);
      if (value < least) least = value;
      if (value > most) most = value;
    }
  });
  return most >= least ? [least, most] : null;
}
