import type { IntervalArrays, Point } from './drawing';

/**
 * Corners of a step line, each step as wide as its interval. The line breaks if an interval doesn't start
 * where the previous one ended, or has no value. Values are never carried forward.
 */
export function stepPoints({ start, end, value }: IntervalArrays): Point[] {
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

/**
 * Runs of intervals with neither gaps nor missing values between them, as indexes `first` to `end`
 * (exclusive); bounds may differ by rounding, which is less than a millisecond.
 */
export function runs({ start, end, value }: IntervalArrays): [first: number, end: number][] {
  const found: [number, number][] = [];
  for (let index = 0; index < value.length; index += 1) {
    if (Number.isNaN(value[index])) continue;
    const last = found.at(-1);
    const gap = (start[index] ?? NaN) - (end[index - 1] ?? NaN);
    if (last?.[1] === index && gap < 1) last[1] = index + 1;
    else found.push([index, index + 1]);
  }
  return found;
}
