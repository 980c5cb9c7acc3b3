import * as l10n from '@vscode/l10n';
import type { SpreadFacts } from '../../protocol/charts/seriesChart';
import { sliceRows, type Sliced } from '../columns/slices';
import { differenceOf } from '../compare/difference';
import { IntervalList, type SeriesIntervals } from '../series/seriesIntervals';
import type { Line } from './lines';

/** Second minus first, exact in every digit; NaN if either has no value. */
function difference(first: number, second: number): number {
  if (Number.isNaN(first) || Number.isNaN(second)) return NaN;
  return Number(differenceOf(String(first), String(second)));
}

/**
 * The difference of two lines, second minus first, at the intervals that have equal bounds in both; nothing
 * is interpolated. Of several intervals with the same bounds, the first one counts.
 */
export function* spreadOf(first: Line, second: Line): Sliced<{ line: Line; facts: SpreadFacts }> {
  const [one, other] = [first.intervals, second.intervals];
  const shared = new IntervalList();
  let [at, there, steps] = [0, 0, 0];
  while (at < one.length && there < other.length) {
    steps += 1;
    if (steps % sliceRows === 0) yield;
    const start = one.start(at);
    if (other.start(there) < start) there += 1;
    else if (other.start(there) > start) at += 1;
    else {
      const [next, nextThere] = [yield* afterStart(one, at), yield* afterStart(other, there)];
      const match = yield* matchOf(
        { of: one, from: at, to: next },
        { of: other, from: there, to: nextThere },
      );
      if (match) {
        const value = difference(one.value(match.at), other.value(match.there));
        shared.add(one.row(match.at), start, one.end(match.at), value);
      }
      [at, there] = [next, nextThere];
    }
  }
  const label = l10n.t('{0} minus {1}', second.label, first.label);
  const intervals = shared.intervals();
  return {
    line: { label, unit: second.unit, isDifference: true, intervals },
    facts: {
      first: first.label,
      second: second.label,
      label,
      shared: intervals.length,
      inFirst: one.length,
      inSecond: other.length,
      firstLength: one.shortest,
      secondLength: other.shortest,
    },
  };
}

/** Index of the first interval that begins later than the one at `from`. */
function* afterStart(intervals: SeriesIntervals, from: number): Sliced<number> {
  const start = intervals.start(from);
  let at = from + 1;
  for (; at < intervals.length && intervals.start(at) === start; at += 1) if (at % sliceRows === 0) yield;
  return at;
}

/** The intervals of a line that begin at the same time. */
interface SameStart {
  readonly of: SeriesIntervals;
  readonly from: number;
  readonly to: number;
}

/**
 * The first interval of one line whose end also occurs in the other, and the other's first interval with that
 * end.
 */
function* matchOf(one: SameStart, other: SameStart): Sliced<{ at: number; there: number } | null> {
  // Nearly always, each has just one interval.
  if (one.of.end(one.from) === other.of.end(other.from)) return { at: one.from, there: other.from };
  const indexes = new Map<number, number>();
  for (let there = other.from; there < other.to; there += 1) {
    const end = other.of.end(there);
    if (!indexes.has(end)) indexes.set(end, there);
    if (there % sliceRows === 0) yield;
  }
  for (let at = one.from; at < one.to; at += 1) {
    const there = indexes.get(one.of.end(at));
    if (there !== undefined) return { at, there };
    if (at % sliceRows === 0) yield;
  }
  return null;
}
