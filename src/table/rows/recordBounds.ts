import type { RecordKind } from '../../market/records/recordKinds';
import { fieldsOfRows } from '../body/recordRows';
import { hasSeries } from '../series/seriesGroups';
import { isAttribute } from '../series/seriesNames';
import { numbersOf } from '../columns/perTable';
import type { TableColumn, TextColumn } from '../columns/columns';
import { slices, sliceRows, type Sliced } from '../columns/slices';
import type { Table } from '../columns/table';

/**
 * Determines where the records of the rows from `from` on begin, for rows that were written without them. One
 * begins at `from`, one at every row whose record has other fields than that of the row before, and one where
 * time goes back, as it does where the next series begins that differs only in an undocumented field. If intervals
 * of a record would overlap nevertheless, one begins at every row that differs in an undocumented field.
 * Consecutive records with the same fields count as one; no chart or finding depends on the difference.
 */
export function* noteRecords(table: Table, record: RecordKind, from: number): Sliced<void> {
  const { rows, recordStarts } = table;
  const ofRows = fieldsOfRows[record];
  if (ofRows === undefined) {
    table.records += rows - from;
    return;
  }
  const begun = recordStarts.length;
  const columns = table.columns.filter(({ key }) => !ofRows.includes(key));
  const documented = columns.filter((column) => table.isFixed(column) || isAttribute(column));
  // An undocumented field may belong to a value. But intervals of one record don't overlap, as those of blocks would
  // that differ only in such a field.
  if (yield* noteStarts(table, documented, from)) {
    recordStarts.length = begun;
    yield* noteStarts(table, columns, from);
  }
  table.records += recordStarts.length - begun;
}

/**
 * Notes the first rows of records that differ in one of the columns. Returns whether intervals of a series overlap
 * within one of these records.
 */
function* noteStarts(table: Table, columns: readonly TableColumn[], from: number): Sliced<boolean> {
  const { rows, recordStarts } = table;
  const differing = columns.filter((column) => !column.isConstant(rows));
  const most = Math.min(rows - from, sliceRows) + 1;
  const [numbers, codes] = [new Float64Array(most), new Uint32Array(most)];
  const [start, end] = [numbersOf(table, 'startTime'), numbersOf(table, 'endTime')];
  let reach = -Infinity;
  let isOverlapping = false as boolean; // set inside a slice, which the compiler doesn't see
  yield* slices(rows - from, (first, last) => {
    const [row, count] = [from + first, last - first];
    const begins = new Uint8Array(count);
    if (first === 0) begins[0] = 1;
    for (const column of differing) {
      if (column.kind === 'numeric') {
        column.copyValues(row - 1, row + count, numbers);
        markNumbers(numbers, begins);
      } else {
        column.copyCodes(row - 1, row + count, codes);
        if (column.kind === 'text' && !column.distinct) markTexts(column, codes, begins);
        else markCodes(codes, begins);
      }
    }
    start.copyValues(row - 1, row + count, numbers);
    for (let at = 0; at < count; at += 1) {
      const begin = numbers[at + 1] as number;
      if (begins[at] === 1 || begin < (numbers[at] as number)) {
        recordStarts.push(row + at);
        reach = -Infinity;
      }
      if (begin < reach) isOverlapping = true;
      const ended = end.value(row + at);
      if (ended > reach) reach = ended;
    }
  });
  return isOverlapping && hasSeries(table);
}

// Each sets `begins[at]` to 1 where a row differs from the row before; the values begin with those of the row before
// the first one.

function markNumbers(values: Float64Array, begins: Uint8Array): void {
  for (let at = 0; at < begins.length; at += 1) {
    const value = values[at + 1] as number;
    const before = values[at] as number;
    if (value !== before && !(Number.isNaN(value) && Number.isNaN(before))) begins[at] = 1;
  }
}

function markCodes(codes: Uint32Array, begins: Uint8Array): void {
  for (let at = 0; at < begins.length; at += 1) if (codes[at + 1] !== codes[at]) begins[at] = 1;
}

/** Of texts that hardly repeat, equal ones may have different codes. */
function markTexts(column: TextColumn, codes: Uint32Array, begins: Uint8Array): void {
  for (let at = 0; at < begins.length; at += 1) {
    const code = codes[at + 1] as number;
    const before = codes[at] as number;
    if (code === before) continue;
    if (code === 0 || before === 0 || column.compareEntries(code, before) !== 0) begins[at] = 1;
  }
}
