import * as l10n from '@vscode/l10n';
import type { SpreadFacts } from '../chartTypes';
import { sliceRows, type Sliced } from '../columns/slices';
import { differenceOf } from '../compare/difference';
import { SeriesIntervals } from '../series/seriesIntervals';
import type { Line } from './lines';

/** Second minus first, exact in every digit; NaN if either has no value. */
function difference(first: number, second: number): number {
  if (Number.isNaN(first) || Number.isNaN(second)) return NaN;
  return Number(differenceOf(String(first), String(second)));
}

/**
 * The difference of two lines, second minus first, at the intervals that both have with equal bounds: nothing is
 * filled in between. Of several intervals with the same bounds, the first one counts.
 */
export function* spreadOf(first: Line, second: Line): Sliced<{ line: Line; facts: SpreadFacts }> {
  const [one, other] = [first.intervals, second.intervals];
  const rows: number[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  const values: number[] = [];
  let [at, there, steps] = [0, 0, 0];
  while (at < one.length && there < other.length) {
    steps += 1;
    if (steps % sliceRows === 0) yield;
    const start = one.start(at);
    if (other.start(there) < start) there += 1;
    else if (other.start(there) > start) at += 1;
    else {
      const match = matchOf(one, at, other, there);
      if (match && starts.at(-1) !== start) {
        rows.push(one.row(match.at));
        starts.push(start);
        ends.push(one.end(match.at));
        values.push(difference(one.value(match.at), other.value(match.there)));
      }
      at += 1;
    }
  }
  const label = l10n.t('{0} minus {1}', second.label, first.label);
  const intervals = new SeriesIntervals(
    Uint32Array.from(rows),
    Float64Array.from(starts),
    Float64Array.from(ends),
    Float64Array.from(values),
    ends.reduce((reach, end) => Math.max(reach, end), -Infinity),
    ends.reduce((longest, end, place) => Math.max(longest, end - (starts[place] ?? end)), 0),
  );
  return {
    line: { label, unit: second.unit, isPreliminary: false, isDifference: true, endpoint: '', intervals },
    facts: {
      first: first.label,
      second: second.label,
      label,
      shared: starts.length,
      inFirst: one.length,
      inSecond: other.length,
      firstLength: one.shortest,
      secondLength: other.shortest,
    },
  };
}

/** The first interval of the second line from `there` on with the bounds of the first line's interval at `at`. */
function matchOf(one: SeriesIntervals, at: number, other: SeriesIntervals, there: number) {
  for (let place = there; place < other.length && other.start(place) === one.start(at); place += 1) {
    if (other.end(place) === one.end(at)) return { at, there: place };
  }
  return null;
}
