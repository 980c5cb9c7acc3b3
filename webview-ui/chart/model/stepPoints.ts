import type { Intervals, Point } from './drawing';

/**
 * Corners of the step line of intervals: each as wide as it is, with a break where one does not
 * begin where the last one ended, and where there is no value. Nothing is filled forward.
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

/** Indexes `first` to `end`, exclusive, of neighbours without a gap between them; ends may differ by rounding. */
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
