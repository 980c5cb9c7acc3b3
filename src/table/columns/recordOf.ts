import type { Table } from './table';

/** Index of the record from which the row was read. */
export function recordOf({ recordStarts }: Table, row: number): number {
  // Other records have one row each.
  if (recordStarts.length === 0) return row;
  let [low, high] = [0, recordStarts.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((recordStarts[middle] as number) <= row) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}
