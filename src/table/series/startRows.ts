import type { AskedPeriod } from '../../market/integrity/integrity';
import type { Placement } from '../../market/records/dayFacts';
import { recordShapes, type RecordKind } from '../../market/records/recordKinds';
import type { Period } from '../../market/time/deliveryDay';
import { sliceRows, type Sliced } from '../columns/slices';
import type { Table } from '../columns/table';

const recordKinds: readonly RecordKind[] = ['publicOrder', 'hubToHubCapacity'];

/** The column with the time at which a row starts. */
const startKeys: { readonly [Kind in RecordKind]: string } = {
  timeSeries: 'startTime',
  priceCurve: 'startTime',
  publicOrder: 'updatedTime',
  hubToHubCapacity: 'deliveryStart',
};

/** The columns with what a row is about; a row without any of them has no value. */
const valueKeys: { readonly [Kind in RecordKind]: readonly string[] } = {
  timeSeries: ['value'],
  priceCurve: ['price', 'volume'],
  publicOrder: ['price', 'quantity'],
  hubToHubCapacity: ['inCapacity', 'outCapacity'],
};

/**
 * Whether a row starts within the period; `undefined` if it has no readable time. Order events belong to the
 * period as soon as one of their times does, because it isn't documented which one the period selects by.
 */
export function rowStartsIn(
  table: Table,
  record: RecordKind,
  { start, end }: Period,
): (row: number) => boolean | undefined {
  const isOrders = record === 'publicOrder';
  const timed = isOrders ? table.fixed : [table.column(startKeys[record])];
  const times = timed.flatMap((column) =>
    column?.kind === 'numeric' && column.type === 'time' ? [column] : [],
  );
  const isIn = (at: number) => at >= start && (isOrders ? at <= end : at < end);
  return (row) => {
    let isInside: boolean | undefined;
    for (const column of times) {
      const at = column.value(row);
      if (isIn(at)) return true;
      if (!Number.isNaN(at)) isInside = false;
    }
    return isInside;
  };
}

/**
 * Whether a row of orders or capacities certainly starts outside of the requested period; `null` if none
 * was requested, or for a comparison.
 */
export function outsideTest(table: Table, { start, end }: AskedPeriod): ((row: number) => boolean) | null {
  const record = recordKinds.find((kind) =>
    recordShapes[kind].columns.every(({ name }, at) => table.fixed[at]?.key === name),
  );
  if (!record || start === null || end === null) return null;
  const starts = rowStartsIn(table, record, { start, end });
  return (row) => starts(row) === false;
}

/**
 * Counts the rows of a response to a request for this period of a delivery day; `rows` are those that
 * `rowsStartingIn` gives for the period.
 */
export function* placementIn(
  table: Table,
  record: RecordKind,
  { period, day }: { readonly period: Period; readonly day: Period },
  rows: Uint32Array | undefined,
): Sliced<Placement> {
  const starts = rowStartsIn(table, record, period);
  const hasValue = valueTest(table, record);
  const count = rows?.length ?? table.rows;
  let [placed, unreadable] = [0, 0];
  for (let index = 0; index < count; index += 1) {
    if (index % sliceRows === sliceRows - 1) yield;
    const row = rows ? (rows[index] as number) : index;
    if (!hasValue(row)) continue;
    const isInside = starts(row);
    if (isInside === true) placed += 1;
    else if (isInside === undefined) unreadable += 1;
  }
  const strays = placed === 0 ? yield* straysOf(table, record, day) : 0;
  return { placed, strays, unreadable };
}

/**
 * The number of rows if the response is one of another day: it has no value of this day, and all of its rows,
 * or at least values, start outside. Otherwise 0.
 */
function* straysOf(table: Table, record: RecordKind, day: Period): Sliced<number> {
  const starts = rowStartsIn(table, record, day);
  const hasValue = valueTest(table, record);
  let [inside, outside, values, unreadable] = [0, 0, 0, 0];
  for (let row = 0; row < table.rows; row += 1) {
    if (row % sliceRows === sliceRows - 1) yield;
    const [isInside, isValue] = [starts(row), hasValue(row)];
    if (isInside === true && isValue) return 0;
    if (isInside === true) inside += 1;
    else if (isInside === undefined) unreadable += isValue ? 1 : 0;
    else {
      outside += 1;
      if (isValue) values += 1;
    }
  }
  return values > 0 || (inside === 0 && outside > 0) ? outside + unreadable : 0;
}

function valueTest(table: Table, record: RecordKind): (row: number) => boolean {
  const values = valueKeys[record].flatMap((key) => table.column(key) ?? []);
  return (row) => values.some((column) => !column.isNull(row));
}

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
