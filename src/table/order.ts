import type { BooleanColumn, TableColumn } from './columns';
import { sortByKeys } from './keySort';
import { sortByNumber } from './numberSort';
import { slices, type Sliced } from './slices';
import { sortByText } from './textSort';

/**
 * The rows (places in the table) by the column's value, equal ones in the order they came in; missing
 * values, and values that are not of the column's type, last in both directions. What the given array
 * holds afterwards is undefined.
 */
export function* sortRows(
  column: TableColumn,
  rows: Uint32Array,
  descending: boolean,
): Sliced<Uint32Array> {
  const sorted = new Uint32Array(rows.length);
  const hasValue = presenceIn(column);
  let present = 0;
  yield* slices(rows.length, (from, to) => {
    present = part(rows, from, to, present, hasValue, sorted);
  });
  sorted.subarray(present).reverse();
  sorted.set(yield* sortPresent(column, rows.subarray(0, present), descending));
  return sorted;
}

/**
 * Moves the rows with a value to the front, after the `present` ones that are there; the others go
 * into `missing` from its end on. Returns how many are at the front.
 */
function part(
  rows: Uint32Array,
  from: number,
  to: number,
  present: number,
  hasValue: (row: number) => boolean,
  missing: Uint32Array,
): number {
  let front = present;
  for (let at = from; at < to; at += 1) {
    const row = rows[at] as number;
    if (hasValue(row)) rows[front++] = row;
    else missing[missing.length - 1 - (at - front)] = row;
  }
  return front;
}

function presenceIn(column: TableColumn): (row: number) => boolean {
  if (column.kind === 'numeric') return (row) => !Number.isNaN(column.value(row));
  return (row) => column.code(row) !== 0;
}

function sortPresent(
  column: TableColumn,
  rows: Uint32Array,
  descending: boolean,
): Sliced<Uint32Array> {
  if (column.kind === 'numeric') return sortByNumber(column, rows, descending);
  if (column.kind === 'text') return sortByText(column, rows, descending);
  return sortByBoolean(column, rows, descending);
}

function* sortByBoolean(
  column: BooleanColumn,
  rows: Uint32Array,
  descending: boolean,
): Sliced<Uint32Array> {
  const keys = new Uint32Array(rows.length);
  yield* slices(rows.length, (from, to) => {
    for (let at = from; at < to; at += 1) {
      const code = column.code(rows[at] as number);
      keys[at] = descending ? 2 - code : code;
    }
  });
  return (yield* sortByKeys({ rows, keys })).rows;
}
