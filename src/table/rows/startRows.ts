import type { RecordKind } from '../../market/records/recordKinds';
import type { Period } from '../../market/time/deliveryDay';
import type { Sliced } from '../columns/slices';
import { sliceRows } from '../columns/slices';
import type { Table } from '../columns/table';

/** The column with the time at which a row starts. */
const startKeys: { readonly [Kind in RecordKind]: string } = {
  timeSeries: 'startTime',
  priceCurve: 'startTime',
  publicOrder: 'updatedTime',
  hubToHubCapacity: 'deliveryStart',
};

/**
 * The rows that start within the period (its end is exclusive), in table order; `undefined` for all rows.
 * Rows without a start are kept. Which time of an order event a period selects isn't documented, so events
 * are left out only if all of the table's events were updated between the bounds, both inclusive: then the
 * period selects by that time.
 */
export function* rowsStartingIn(
  table: Table,
  record: RecordKind,
  { start, end }: Period,
): Sliced<Uint32Array | undefined> {
  const column = table.column(startKeys[record]);
  if (column?.kind !== 'numeric') return undefined;
  const rows = new Uint32Array(table.rows);
  let count = 0;
  for (let row = 0; row < table.rows; row += 1) {
    const at = column.value(row);
    if (record === 'publicOrder' && (at < start || at > end)) return undefined;
    if (Number.isNaN(at) || (at >= start && at < end)) rows[count++] = row;
    if (row % sliceRows === sliceRows - 1) yield;
  }
  return count === table.rows ? undefined : rows.subarray(0, count);
}
