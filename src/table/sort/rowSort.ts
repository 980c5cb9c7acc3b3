import type { TableColumn } from '../columns/columns';
import { sortByNumber } from './numberSort';
import { slices, type Sliced } from '../columns/slices';
import { sortByText } from './textSort';

/**
 * The rows by the column's value, equal ones in their original order. Missing values, and values
 * that are not of the column's type, are last in both directions. The contents of the given array
 * afterwards are undefined.
 */
export function* sortRows(column: TableColumn, rows: Uint32Array, descending: boolean): Sliced<Uint32Array> {
  if (column.kind === 'numeric') {
    const values = new Float64Array(rows.length);
    const parts = yield* partByPresence(rows, (row) => column.value(row), values);
    return joined(
      yield* sortByNumber(column, parts.present, values.subarray(0, parts.present.length), descending),
      parts,
    );
  }
  const codes = new Uint32Array(rows.length);
  // Texts may be renumbered once between two slices; codes are of little use before that anyway.
  const areRanked = column.entries.distinct;
  const isOdd = (row: number) => column.type === 'boolean' && column.isJson(row);
  const codeOf = (row: number) => (isOdd(row) ? Number.NaN : column.code(row) || Number.NaN);
  const parts = yield* partByPresence(rows, codeOf, codes);
  const { present } = parts;
  const keys = areRanked ? codes.subarray(0, present.length) : null;
  return joined(yield* sortByText(column, present, keys, descending), parts);
}

interface Parts {
  readonly present: Uint32Array;
  readonly missing: Uint32Array;
}

/**
 * The rows with a value, and those without (NaN). Values are put into `values` at the same index as their
 * rows.
 */
function* partByPresence(
  rows: Uint32Array,
  valueOf: (row: number) => number,
  values: Float64Array | Uint32Array,
): Sliced<Parts> {
  const missing = new Uint32Array(rows.length);
  let count = 0;
  yield* slices(rows.length, (from, to) => {
    for (let at = from; at < to; at += 1) {
      const row = rows[at] as number;
      const value = valueOf(row);
      if (Number.isNaN(value)) {
        missing[at - count] = row;
        continue;
      }
      rows[count] = row;
      values[count] = value;
      count += 1;
    }
  });
  return { present: rows.subarray(0, count), missing: missing.subarray(0, rows.length - count) };
}

function joined(sorted: Uint32Array, { missing }: Parts): Uint32Array {
  if (missing.length === 0) return sorted;
  const all = new Uint32Array(sorted.length + missing.length);
  all.set(sorted);
  all.set(missing, sorted.length);
  return all;
}
