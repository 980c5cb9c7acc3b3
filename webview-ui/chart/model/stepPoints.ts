import type { Intervals, Point } from './drawing';

/**
 * Corners of a step line, each step as wide as its interval. The line breaks if an interval doesn't start
 * where the previous one ended, or has no value. Nothing is filled forward.
 */
export function stepPoints({ start, end, value }: Intervals): Point[] {
  const points: Point[] = [];
  let lastEnd = NaN;
  for (let index = 0; index < value.length; index += 1) {
    const [from, to, y] = [start[index] ?? NaN, end[index] ?? NaN, value[index] ?? NaN];
    if (Number.isNaN(y)) continue;
    if (points.length > 0 && from !== lastEnd) points.push({ x: lastEnd, y: NaN });
    points.push({ x: from, y }, { x: to, y });
    lastEnd = to;
  }
  return points;
}

/** Runs of intervals without gaps, as indexes `first` to `end` (exclusive); bounds may differ by rounding. */
export function runs({ start, end, value }: Intervals): [first: number, end: number][] {
  const found: [number, number][] = [];
  let first = 0;
  for (let index = 1; index <= value.length; index += 1) {
    const width = (end[index - 1] ?? 0) - (start[index - 1] ?? 0);
    const gap = (start[index] ?? Infinity) - (end[index - 1] ?? 0);
    if (gap <= width / 2) continue;
    found.push([first, index]);
    first = index;
  }
  return value.length === 0 ? [] : found;
}
