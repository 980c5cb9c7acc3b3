import type { RecordKind } from '../../market/records/recordKinds';
import { fieldsOfRows } from '../body/recordRows';
import { isAttribute } from '../series/seriesNames';
import { numbersOf } from '../columns/perTable';
import { TextColumn, type TableColumn } from '../columns/columns';
import { slices, type Sliced } from '../columns/slices';
import type { Table } from '../columns/table';

/**
 * Determines where the records of the rows from `from` on begin, for rows that were written without them. One
 * begins at `from`, one at every row whose record has other fields than that of the row before, and one where
 * time goes back, as it does where the next series begins that differs only in an undocumented field.
 * Consecutive records with the same fields count as one; no chart or finding depends on the difference.
 */
export function* noteRecords(table: Table, record: RecordKind, from: number): Sliced<void> {
  const { rows, recordStarts } = table;
  const differing = fieldsOfRows[record];
  if (differing === undefined) {
    table.records += rows - from;
    return;
  }
  const begun = recordStarts.length;
  // An undocumented field may belong to a value.
  const columns = table.columns.filter(
    (column) => (table.fixed.includes(column) && !differing.includes(column.key)) || isAttribute(column),
  );
  const start = numbersOf(table, 'startTime');
  yield* slices(rows - from, (first, end) => {
    for (let row = from + first; row < from + end; row += 1) {
      const isNext =
        columns.some((column) => !isSame(column, row)) || start.value(row) < start.value(row - 1);
      if (row === from || isNext) recordStarts.push(row);
    }
  });
  table.records += recordStarts.length - begun;
}

/** Whether the row has the same value as the row before. */
function isSame(column: TableColumn, row: number): boolean {
  if (column instanceof TextColumn) {
    const [code, before] = [column.code(row), column.code(row - 1)];
    return code === before || (code !== 0 && before !== 0 && column.compareEntries(code, before) === 0);
  }
  if (column.kind === 'boolean') return column.code(row) === column.code(row - 1);
  return Object.is(column.value(row), column.value(row - 1));
}
