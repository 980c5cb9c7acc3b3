import { isJustBefore, wholeLength } from '../../market/time/inclusiveEnds';
import { minuteMs } from '../../market/time/zones';

/** Without a next start, an interval is expected to last a whole number of quarter hours. */
const unit = 15 * minuteMs;

/**
 * Some services send the last second, or the last moment, of an interval as its end: `00:14:59Z` or
 * `00:14:59.9999999Z`. If all ends of a series are so, moves them to where the intervals really end: to the next
 * start or, before a gap, by the usual length. The end of the last interval, which has no next start, may also be
 * exclusive. `starts` are in ascending order, and `ends` may be NaN. Returns the index of the first inclusive end;
 * -1 if the series has none.
 */
export function readInclusiveEnds(starts: Float64Array, ends: Float64Array): number {
  const nextStart = nextStarts(starts);
  // Nearly every series ends here, at its first interval.
  if (ends.some((end, index) => end === nextStart(index))) return -1;
  const read = ends.slice();
  const usual = usualStep(starts);
  const last = starts.at(-1) ?? Number.NaN;
  const next = nextStarts(starts);
  let first = -1;
  for (const [index, end] of ends.entries()) {
    const start = starts[index] as number;
    if (!(end > start)) continue;
    const whole = start + wholeLength(end - start, unit);
    const real = [next(index), start + usual, whole].find((time) => isJustBefore(end, time));
    if (real === undefined) {
      if (start < last) return -1;
      continue;
    }
    read[index] = real;
    if (first < 0) first = index;
  }
  ends.set(read);
  return first;
}

/** The first start after that of an index, NaN if there is none. The indexes have to ascend. */
function nextStarts(starts: Float64Array): (index: number) => number {
  let next = 0;
  return (index) => {
    const start = starts[index] as number;
    while (next < starts.length && (starts[next] as number) <= start) next += 1;
    return starts[next] ?? Number.NaN;
  };
}

/** The most frequent time from one start to the next, in milliseconds; NaN if all starts are the same. */
function usualStep(starts: Float64Array): number {
  const counts = new Map<number, number>();
  starts.forEach((start, index) => {
    const step = start - (starts[index - 1] ?? Number.NaN);
    if (step > 0) counts.set(step, (counts.get(step) ?? 0) + 1);
  });
  let [usual, most] = [Number.NaN, 0];
  for (const [step, count] of counts) if (count > most) [usual, most] = [step, count];
  return usual;
}
