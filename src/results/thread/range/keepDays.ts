import type { TextColumn } from '../../../table/columns/columns';
import { slices, type Sliced } from '../../../table/columns/slices';
import type { Table } from '../../../table/columns/table';

/** Whether a row belongs to one of the days. Rows without a day belong to none. */
export function ofDays(days: TextColumn, wanted: readonly string[]): (row: number) => boolean {
  const known = new Map<number, boolean>();
  return (row) => {
    const code = days.code(row);
    let isWanted = known.get(code);
    if (isWanted === undefined) {
      isWanted = code !== 0 && wanted.includes(days.entryText(code));
      known.set(code, isWanted);
    }
    return isWanted;
  };
}

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
  const isWanted = ofDays(days, wanted);
  const columns = [...table.columns, days];
  const { rows } = table;
  let kept = first;
  yield* slices(rows - first, (from, to) => {
    for (let row = first + from; row < first + to; row += 1) {
      if (!isWanted(row)) continue;
      if (kept < row) for (const column of columns) column.copyRow(row, kept);
      kept += 1;
    }
  });
  for (const column of columns) column.clear(kept, rows);
  table.rows = kept;
}
