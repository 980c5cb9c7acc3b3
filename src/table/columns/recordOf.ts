import { firstIndex } from './firstIndex';
import type { Table } from './table';

/** Index of the record from which the row was read. */
export function recordOf(
  { recordStarts }: { readonly recordStarts: ArrayLike<number> },
  row: number,
): number {
  // Records of other kinds have one row each.
  if (recordStarts.length === 0) return row;
  return Math.max(0, firstIndex(recordStarts.length, (record) => (recordStarts[record] ?? 0) > row) - 1);
}

/** How many records the rows were read from; all rows of the table if `undefined`. */
export function recordCount(table: Table, rows: Uint32Array | undefined): number {
  if (!rows) return table.records;
  if (table.recordStarts.length === 0) return rows.length;
  const records = new Set<number>();
  for (const row of rows) records.add(recordOf(table, row));
  return records.size;
}
