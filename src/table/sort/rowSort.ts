import { sortByKeys } from './keySort';
import type { TableColumn } from '../columns/columns';
import { sortByNumber } from './numberSort';
import { segmentBits, segmentMask } from '../columns/segments';
import { slices, type Sliced } from '../columns/slices';
import { sortByText } from './textSort';

/**
 * The rows (places in the table) by the column's value, equal ones in the order they came in; missing
 * values, and values that are not of the column's type, last in both directions. What the given array
 * holds afterwards is undefined.
 */
export function* sortRows(column: TableColumn, rows: Uint32Array, descending: boolean): Sliced<Uint32Array> {
  const size = rows.length;
  const missing = new Uint32Array(size);
  let present = 0;
  let sorted: Uint32Array;
  if (column.kind === 'numeric') {
    const values = new Float64Array(size);
    yield* slices(size, (from, to) => {
      present = partNumbers(column.segments, rows, from, to, present, values, missing);
    });
    const some = values.subarray(0, present);
    sorted = yield* sortByNumber(column, rows.subarray(0, present), some, descending);
  } else {
    const codes = new Uint32Array(size);
    // Texts may be numbered anew between two slices, once; before that, codes say little anyway.
    const areRanked = column.kind === 'text' && column.distinct;
    yield* slices(size, (from, to) => {
      present = partCodes(column.segments, rows, from, to, present, codes, missing);
    });
    const [some, keys] = [rows.subarray(0, present), codes.subarray(0, present)];
    sorted =
      column.kind === 'text'
        ? yield* sortByText(column, some, areRanked ? keys : null, descending)
        : yield* sortByBoolean(some, keys, descending);
  }
  if (present === size) return sorted;
  const all = new Uint32Array(size);
  all.set(sorted);
  all.set(missing.subarray(0, size - present), present);
  return all;
}

/**
 * Moves the rows with a number to the front, after the `present` ones that are there, and their
 * numbers beside them into `values`; the others go into `missing`. Returns how many are at the front.
 */
function partNumbers(
  segments: readonly (Float64Array | undefined)[],
  rows: Uint32Array,
  from: number,
  to: number,
  present: number,
  values: Float64Array,
  missing: Uint32Array,
): number {
  let front = present;
  for (let at = from; at < to; at += 1) {
    const row = rows[at] as number;
    const value = segments[row >>> segmentBits]?.[row & segmentMask] ?? Number.NaN;
    if (Number.isNaN(value)) {
      missing[at - front] = row;
      continue;
    }
    rows[front] = row;
    values[front] = value;
    front += 1;
  }
  return front;
}

/** As `partNumbers` does; code 0 is missing. */
function partCodes(
  segments: readonly (Uint32Array | Uint8Array | undefined)[],
  rows: Uint32Array,
  from: number,
  to: number,
  present: number,
  codes: Uint32Array,
  missing: Uint32Array,
): number {
  let front = present;
  for (let at = from; at < to; at += 1) {
    const row = rows[at] as number;
    const code = segments[row >>> segmentBits]?.[row & segmentMask] ?? 0;
    if (code === 0) {
      missing[at - front] = row;
      continue;
    }
    rows[front] = row;
    codes[front] = code;
    front += 1;
  }
  return front;
}

/** What `codes` holds afterwards is undefined. */
function* sortByBoolean(rows: Uint32Array, codes: Uint32Array, descending: boolean): Sliced<Uint32Array> {
  if (descending) {
    yield* slices(codes.length, (from, to) => {
      for (let at = from; at < to; at += 1) codes[at] = 2 - (codes[at] as number);
    });
  }
  return (yield* sortByKeys({ rows, keys: codes })).rows;
}
