import type { RowRange } from '#src/protocol/rowsQuestion';

/**
 * Selected rows as ranges in ascending order. None is empty, and no two touch: five million rows are one
 * range.
 */
export type RowRanges = readonly RowRange[];

/** Adds these rows. */
export function withRows(ranges: RowRanges, [from, to]: RowRange): RowRanges {
  if (from >= to) return ranges;
  const before = ranges.filter(([, end]) => end < from);
  const after = ranges.filter(([start]) => start > to);
  const met = ranges.slice(before.length, ranges.length - after.length);
  const start = Math.min(from, met[0]?.[0] ?? from);
  const end = Math.max(to, met.at(-1)?.[1] ?? to);
  return [...before, [start, end], ...after];
}

/** Removes these rows. */
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

/** The number of selected rows. */
export function countRows(ranges: RowRanges): number {
  return ranges.reduce((sum, [from, to]) => sum + to - from, 0);
}

/** Whether the row is selected. */
export function hasRow(ranges: RowRanges, row: number): boolean {
  return ranges.some(([from, to]) => row >= from && row < to);
}
