import type { NumericColumn } from '../../columns/columns';
import { eachIndex, type Sliced } from '../../columns/slices';
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
  const updatedExtent = yield* extentIn(updated, rows);
  const time = updatedExtent ? updated : numbersOf(table, 'createdTime');
  const extent = updatedExtent ?? (yield* extentIn(time, rows)) ?? { from: NaN, to: NaN };
  const columns: OrderColumns = { time, price, rows };
  return { columns, extent };
});

/** The times of the first and the last of so many events, in these rows if not in all; `null` if none has a time. */
export function* extentIn(
  time: NumericColumn,
  count: number,
  rows?: Uint32Array,
): Sliced<{ from: number; to: number } | null> {
  let [from, to] = [Infinity, -Infinity];
  yield* eachIndex(count, (index) => {
    const at = time.value(rows ? (rows[index] as number) : index);
    if (at < from) from = at;
    if (at > to) to = at;
  });
  return to >= from ? { from, to } : null;
}
