import type { TextColumn } from '../../../table/columns/columns';
import { slices, type Sliced } from '../../../table/columns/slices';
import type { Table } from '../../../table/columns/table';

/**
 * Removes the rows from `first` on that belong to other delivery days. `days` says which day a row belongs to;
 * rows without one are removed, too.
 */
export function* keepDays(
  table: Table,
  days: TextColumn,
  first: number,
  wanted: readonly string[],
): Sliced<void> {
  const isWanted = new Map<number, boolean>();
  const columns = [...table.columns, days];
  const { rows } = table;
  let kept = first;
  yield* slices(rows - first, (from, to) => {
    for (let row = first + from; row < first + to; row += 1) {
      const code = days.code(row);
      let isKept = isWanted.get(code);
      if (isKept === undefined) {
        isKept = code !== 0 && wanted.includes(days.entryText(code));
        isWanted.set(code, isKept);
      }
      if (!isKept) continue;
      if (kept < row) for (const column of columns) column.copyRow(row, kept);
      kept += 1;
    }
  });
  for (const column of columns) column.clear(kept, rows);
  table.rows = kept;
}
