import * as l10n from '@vscode/l10n';
import { finding, standInKinds, type Finding, type StandInKind } from '../../market/integrity/findings';
import type { Asked } from '../../market/integrity/integrity';
import { marketZone } from '../../market/time/deliveryDay';
import { formatWithOffset, hourMs } from '../../market/time/zones';
import { formatCount, formatCounted, type Counted } from '../../text/l10n';
import { textsOf } from '../columns/perTable';
import { eachIndex, slices, type Sliced } from '../columns/slices';
import type { Table } from '../columns/table';
import { hasSeries, seriesGroups } from '../series/seriesGroups';
import type { SeriesIntervals } from '../series/seriesIntervals';

/** Zeros are as many as this in a row, or last as long, whichever is less. */
const leastZeros = { count: 8, length: 4 * hourMs };
/** Other equal values are as many in a row, and last as long. The quarter hours of one hour often have one price. */
const leastRepeated = { count: 8, length: 8 * hourMs };
/** A value is near zero up to this share of the mean distance from zero of all values that aren't zero. */
const nearShare = 0.1;

/** Consecutive equal values of a series. Nulls and texts between them don't end it. */
interface Run {
  readonly intervals: SeriesIntervals;
  value: number;
  /** The value of the run before; NaN at the start of the series. */
  before: number;
  first: number;
  last: number;
  /** Intervals that don't overlap an earlier one, and the time that they cover. */
  count: number;
  length: number;
  /** The end of the last such interval, also of an earlier run. */
  reached: number;
}

interface StandInRun extends Run {
  readonly kind: StandInKind;
}

/** Which of the table's series are judged. */
type AskedSeries = Pick<Asked, 'mayRest'>;

/** The findings for values that may stand for missing ones. */
export function* standInFindings(table: Table, asked: AskedSeries): Sliced<Finding[]> {
  const runs = yield* runsOf(table, asked);
  return standInKinds.flatMap((kind) => {
    const found = runs.filter((run) => run.kind === kind);
    if (found.length === 0) return [];
    const count = found.reduce((sum, run) => sum + run.count, 0);
    const start = found.reduce((least, run) => Math.min(least, run.intervals.start(run.first)), Infinity);
    const text = standInText(kind, count, found.length, start);
    return [{ ...finding(kind, count, text), shows: 'rows' }];
  });
}

/** `{1}` is when the first of them starts. */
const zerosInARow = (): Counted => [
  l10n.t('{0} zero from {1}; it may stand for a missing value'),
  l10n.t('{0} zeros in a row from {1}; they may stand for missing values'),
];

/** `start` is when the first of them starts. It's told by the market's clock, with its offset. */
function standInText(kind: StandInKind, count: number, runs: number, start: number): string {
  const from = formatWithOffset(start, marketZone);
  const all = formatCount(count);
  const times = formatCount(runs);
  if (kind === 'zeros') {
    return runs === 1
      ? formatCounted(count, zerosInARow(), from)
      : l10n.t(
          '{0} zeros in {1} runs, the first from {2}; they may stand for missing values',
          all,
          times,
          from,
        );
  }
  return runs === 1
    ? l10n.t('{0} equal values in a row from {1}; they may stand for missing values', all, from)
    : l10n.t(
        '{0} equal values in {1} runs, the first from {2}; they may stand for missing values',
        all,
        times,
        from,
      );
}

/** The rows with the values that a finding of `standInFindings` counts. */
export function* standInRows(table: Table, asked: AskedSeries, of: StandInKind): Sliced<Set<number>> {
  const rows = new Set<number>();
  for (const { kind, intervals, value, first, last } of yield* runsOf(table, asked)) {
    if (kind !== of) continue;
    yield* eachIndex(last + 1 - first, (at) => {
      if (intervals.value(first + at) === value) rows.add(intervals.row(first + at));
    });
  }
  return rows;
}

function* runsOf(table: Table, { mayRest = false }: AskedSeries): Sliced<StandInRun[]> {
  const found: StandInRun[] = [];
  if (!hasSeries(table)) return found;
  const units = textsOf(table, 'unit');
  for (const { row, intervals } of yield* seriesGroups(table)) {
    const isPrice = (units.text(row) ?? '').includes('/');
    if (!isPrice && mayRest) continue;
    // There may be more runs than a call takes arguments.
    for (const run of yield* runsIn(intervals)) found.push(run);
  }
  return found;
}

function* runsIn(intervals: SeriesIntervals): Sliced<StandInRun[]> {
  const found: StandInRun[] = [];
  const { starts, ends, values } = intervals;
  const near = nearShare * meanDistance(values);
  // Nearly every value begins a run, so there is only one of them, and what isn't long is told apart by numbers.
  const run: Run = {
    intervals,
    value: NaN,
    before: NaN,
    first: 0,
    last: 0,
    count: 0,
    length: 0,
    reached: -Infinity,
  };
  const endRun = (after: number) => {
    const kind = kindOf(run, after, near);
    if (kind) found.push({ ...run, kind });
  };
  yield* slices(values.length, (from, to) => {
    for (let index = from; index < to; index += 1) {
      const value = values[index] as number;
      if (Number.isNaN(value)) continue;
      if (run.value !== value) {
        endRun(value);
        run.before = run.value;
        run.value = value;
        run.first = index;
        run.count = 0;
        run.length = 0;
      }
      run.last = index;
      const start = starts[index] as number;
      if (start < run.reached) continue;
      run.reached = ends[index] as number;
      run.count += 1;
      run.length += run.reached - start;
    }
  });
  endRun(NaN);
  return found;
}

/** `after` is the value of the run after it; NaN at the end of the series. */
function kindOf({ value, before, count, length }: Run, after: number, near: number): StandInKind | undefined {
  if (value !== 0) {
    const isLong = count >= leastRepeated.count && length >= leastRepeated.length;
    return isLong && !(Number.isNaN(before) && Number.isNaN(after)) ? 'repeated' : undefined;
  }
  const isLong = count >= leastZeros.count || length >= leastZeros.length;
  return isLong && !(Math.abs(before) <= near || Math.abs(after) <= near) ? 'zeros' : undefined;
}

/** Of all values that aren't zero. */
function meanDistance(values: Float64Array): number {
  let [sum, count] = [0, 0];
  for (const value of values) {
    if (value === 0 || Number.isNaN(value)) continue;
    sum += Math.abs(value);
    count += 1;
  }
  return count === 0 ? 0 : sum / count;
}
