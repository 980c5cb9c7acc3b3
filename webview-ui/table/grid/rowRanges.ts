import type { RowRange } from '../../../src/table/tableTypes';

/**
 * Selected rows as ranges in ascending order, none empty, none touching another: five million rows
 * are one range.
 */
export type RowRanges = readonly RowRange[];

/** Those rows as well. */
export function withRows(ranges: RowRanges, [from, to]: RowRange): RowRanges {
  if (from >= to) return ranges;
  const before = ranges.filter(([, end]) => end < from);
  const after = ranges.filter(([start]) => start > to);
  const met = ranges.slice(before.length, ranges.length - after.length);
  const start = Math.min(from, met[0]?.[0] ?? from);
  const end = Math.max(to, met.at(-1)?.[1] ?? to);
  return [...before, [start, end], ...after];
}

/** Without those rows. */
export function withoutRows(ranges: RowRanges, [from, to]: RowRange): RowRanges {
  if (from >= to) return ranges;
  return ranges.flatMap(([start, end]): RowRange[] =>
    (
      [
        [start, Math.min(end, from)],
        [Math.max(start, to), end],
      ] as const
    ).filter(([first, behind]) => first < behind),
  );
}

/** How many rows these are. */
export function countRows(ranges: RowRanges): number {
  return ranges.reduce((sum, [from, to]) => sum + to - from, 0);
}

export function hasRow(ranges: RowRanges, row: number): boolean {
  return ranges.some(([from, to]) => row >= from && row < to);
}
