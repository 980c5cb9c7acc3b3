import { isJustBefore, wholeLength } from '../../market/time/wholeLength';
import { minuteMs } from '../../market/time/zones';
import { sliceRows, type Sliced } from '../columns/slices';

/** Without a next start, an interval is expected to last a whole number of quarter hours. */
const unit = 15 * minuteMs;

/**
 * Some services send the last second, or the last moment, of an interval as its end: `00:14:59Z` or
 * `00:14:59.9999999Z`. If all ends of a series are so, moves them to where the intervals really end: to the next
 * start or, before a gap, by the usual length or to a whole number of quarter hours. Nothing follows the last
 * interval, so its end stays as sent if none of this fits. `starts` are in ascending order, and `ends` may be NaN.
 * Returns the index of the first inclusive end; -1 if the series has none.
 */
export function* readInclusiveEnds(starts: Float64Array, ends: Float64Array): Sliced<number> {
  // Nearly every series has an exclusive end in its first interval.
  if (yield* hasExclusiveEnd(starts, ends)) return -1;
  const read = ends.slice();
  const usual = yield* usualStep(starts);
  const last = starts.at(-1) ?? Number.NaN;
  const nextStart = nextStarts(starts);
  let first = -1;
  for (let index = 0; index < ends.length; index += 1) {
    if (index % sliceRows === sliceRows - 1) yield;
    const start = starts[index] as number;
    const end = ends[index] as number;
    if (!(end > start)) continue;
    const whole = start + wholeLength(end - start, unit);
    const real = [nextStart(index), start + usual, whole].find((time) => isJustBefore(end, time));
    if (real === undefined && start < last) return -1;
    if (real === undefined) continue;
    read[index] = real;
    if (first < 0) first = index;
  }
  ends.set(read);
  return first;
}

function* hasExclusiveEnd(starts: Float64Array, ends: Float64Array): Sliced<boolean> {
  const nextStart = nextStarts(starts);
  for (let index = 0; index < ends.length; index += 1) {
    if (index % sliceRows === sliceRows - 1) yield;
    if (ends[index] === nextStart(index)) return true;
  }
  return false;
}

/** The first start after the one at an index, NaN if there is none. The indexes have to ascend. */
function nextStarts(starts: Float64Array): (index: number) => number {
  let next = 0;
  return (index) => {
    const start = starts[index] as number;
    while (next < starts.length && (starts[next] as number) <= start) next += 1;
    return starts[next] ?? Number.NaN;
  };
}

/** The most frequent time from one start to the next, in milliseconds; NaN if all starts are the same. */
function* usualStep(starts: Float64Array): Sliced<number> {
  const counts = new Map<number, number>();
  for (let index = 1; index < starts.length; index += 1) {
    if (index % sliceRows === 0) yield;
    const step = (starts[index] as number) - (starts[index - 1] as number);
    if (step > 0) counts.set(step, (counts.get(step) ?? 0) + 1);
  }
  let [usual, most] = [Number.NaN, 0];
  for (const [step, count] of counts) if (count > most) [usual, most] = [step, count];
  return usual;
}
