import type { NumericColumn } from '../../columns/columns';
import { eachIndex, slices, sliceRows, type Sliced } from '../../columns/slices';
import { numbersOf, perTable } from '../../columns/perTable';

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
  const columns: OrderColumns = { time, price, rows };
  return { columns, extent: { from, to } };
});

/** The times of the first and the last of these events; `null` if none has a time. */
export function* extentIn(
  time: NumericColumn,
  rows: Uint32Array,
): Sliced<{ from: number; to: number } | null> {
  let [from, to] = [Infinity, -Infinity];
  yield* eachIndex(rows.length, (index) => {
    const at = time.value(rows[index] as number);
    if (at < from) from = at;
    if (at > to) to = at;
  });
  return to >= from ? { from, to } : null;
}

function* extentOf(column: NumericColumn, rows: number): Sliced<[least: number, most: number] | null> {
  let [least, most] = [Infinity, -Infinity];
  const values = new Float64Array(sliceRows);
  yield* slices(rows, (first, end) => {
    column.copyValues(first, end, values);
    for (let at = 0; at < end - first; at += 1) {
      const value = values[at] as number;
      if (value < least) least = value;
      if (value > most) most = value;
    }
  });
  return most >= least ? [least, most] : null;
}
