import type { NumericColumn, TextColumn } from '../columns/columns';
import { segmentBits, segmentMask } from '../columns/segments';
import { slices, sliceRows, type Sliced } from '../columns/slices';
import type { ByteSearch, EntryReader } from '../columns/text/textMatch';
import type { OperatorRule } from '../../protocol/filterOperators';

/**
 * Removes the rows that don't pass from `kept`: `kept[at]` is 1 or 0 for row `from + at`. `from` is the
 * first row of a slice.
 */
export type RowFilter = (from: number, kept: Uint8Array) => void;

const noValues = new Float64Array(0);
const noCodes = new Uint32Array(0);

/** Keeps the rows that pass the test; for filters too rare to need a loop of their own. */
export const rowByRowFilter =
  (test: (row: number) => boolean): RowFilter =>
  (from, kept) => {
    for (let at = 0; at < kept.length; at += 1) {
      if (kept[at] === 1 && !test(from + at)) kept[at] = 0;
    }
  };

/** Compares numbers, or times in epoch milliseconds. */
export function numberFilter(column: NumericColumn, comparison: OperatorRule, wanted: number): RowFilter {
  const { before, equal, after } = comparison;
  const isUnlike = before && after;
  // Both bounds are inclusive; NaN keeps nothing.
  const low = before ? -Infinity : equal ? wanted : numberAbove(wanted);
  const high = after ? Infinity : equal ? wanted : -numberAbove(-wanted);
  return (from, kept) => {
    const values = column.segments[from >>> segmentBits]?.subarray(from & segmentMask) ?? noValues;
    const end = Math.min(values.length, kept.length);
    if (isUnlike) keepUnlike(values, end, wanted, kept);
    else keepBetween(values, end, low, high, kept);
    if (!isUnlike) kept.fill(0, end);
  };
}

/** The next larger double; NaN above infinity. */
function numberAbove(value: number): number {
  if (value === Infinity) return Number.NaN;
  if (value === 0) return Number.MIN_VALUE;
  const bits = new BigInt64Array(Float64Array.of(value).buffer);
  bits[0] = (bits[0] as bigint) + (value > 0 ? 1n : -1n);
  return new Float64Array(bits.buffer)[0] as number;
}

// `Number(comparison)` avoids a branch, which the processor can't predict for prices in random order.

function keepBetween(values: Float64Array, end: number, low: number, high: number, kept: Uint8Array): void {
  for (let at = 0; at < end; at += 1) {
    const value = values[at] as number;
    kept[at] = (kept[at] as number) & Number(value >= low) & Number(value <= high);
  }
}

function keepUnlike(values: Float64Array, end: number, wanted: number, kept: Uint8Array): void {
  for (let at = 0; at < end; at += 1) {
    kept[at] = (kept[at] as number) & Number(values[at] !== wanted);
  }
}

/** Keeps the rows whose code is marked 1. */
function codeFilter(column: TextColumn, marks: Uint8Array): RowFilter {
  return (from, kept) => {
    const codes = column.segments[from >>> segmentBits]?.subarray(from & segmentMask) ?? noCodes;
    const end = Math.min(codes.length, kept.length);
    keepCodes(codes, end, marks, kept);
    if (marks[0] === 0) kept.fill(0, end);
  };
}

function keepCodes(codes: Uint32Array, end: number, marks: Uint8Array, kept: Uint8Array): void {
  for (let at = 0; at < end; at += 1) {
    kept[at] = (kept[at] as number) & (marks[codes[at] as number] as number);
  }
}

/** Tests every text once; `missingPasses` decides about rows without a text. */
export function* textFilter(
  column: TextColumn,
  judge: EntryReader<boolean>,
  missingPasses: boolean,
  inBytes: ByteSearch | null = null,
): Sliced<RowFilter> {
  const { distinct } = column.entries;
  const marks = yield* column.entries.judge(judge, inBytes);
  marks[0] = missingPasses ? 1 : 0;
  const byCode = codeFilter(column, marks);
  const oneByOne = rowByRowFilter((row) => {
    const code = column.code(row);
    return code === 0 ? missingPasses : column.entries.read(code, judge);
  });
  // If texts are renumbered in the meantime, the marks no longer belong to their codes.
  return (from, kept) => (column.entries.distinct === distinct ? byCode : oneByOne)(from, kept);
}

/** The rows below `rows` that pass every filter, ascending. */
export function* passingRows(rows: number, filters: readonly RowFilter[]): Sliced<Uint32Array> {
  const passed = new Uint32Array(rows);
  const slice = new Uint8Array(sliceRows);
  let count = 0;
  yield* slices(rows, (from, to) => {
    const kept = slice.subarray(0, to - from).fill(1);
    for (const filter of filters) filter(from, kept);
    if (kept.includes(1)) count = collect(from, kept, passed, count);
  });
  return passed.slice(0, count);
}

/** Adds the kept rows to the `count` rows that already passed; returns the new count. */
function collect(from: number, kept: Uint8Array, passed: Uint32Array, count: number): number {
  let end = count;
  for (let at = 0; at < kept.length; at += 1) {
    passed[end] = from + at;
    end += kept[at] as number;
  }
  return end;
}
