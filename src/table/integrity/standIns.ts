import { standInKinds, type StandInKind, type StandIns } from '../../market/integrity/findings';
import type { Asked } from '../../market/integrity/integrity';
import { hourMs } from '../../market/time/zones';
import { textsOf } from '../columns/perTable';
import { eachIndex, type Sliced } from '../columns/slices';
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
  readonly value: number;
  readonly first: number;
  last: number;
  /** Intervals that don't overlap an earlier one, and the time that they cover. */
  count: number;
  length: number;
}

interface StandInRun extends Run {
  readonly kind: StandInKind;
}

/** Which of the table's series are judged. */
type AskedSeries = Pick<Asked, 'mayRest'>;

/** Counts the values that may stand for missing ones. */
export function* standInsOf(table: Table, asked: AskedSeries): Sliced<StandIns[]> {
  const runs = yield* runsOf(table, asked);
  return standInKinds.flatMap((kind) => {
    const found = runs.filter((run) => run.kind === kind);
    if (found.length === 0) return [];
    const count = found.reduce((sum, run) => sum + run.count, 0);
    const start = found.reduce((least, run) => Math.min(least, run.intervals.start(run.first)), Infinity);
    return [{ kind, count, runs: found.length, start }];
  });
}

/** The rows with the values that `standInsOf` counts. */
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
  const near = nearShare * (yield* meanDistance(intervals));
  let run: Run | undefined;
  let before = NaN;
  let reached = -Infinity;
  const endRun = (after: number) => {
    if (!run) return;
    const kind = kindOf(run, [before, after], near);
    if (kind) found.push({ ...run, kind });
    before = run.value;
  };
  yield* eachIndex(intervals.length, (index) => {
    const value = intervals.value(index);
    if (Number.isNaN(value)) return;
    if (run?.value !== value) {
      endRun(value);
      run = { intervals, value, first: index, last: index, count: 0, length: 0 };
    }
    run.last = index;
    if (intervals.start(index) < reached) return;
    reached = intervals.end(index);
    run.count += 1;
    run.length += reached - intervals.start(index);
  });
  endRun(NaN);
  return found;
}

/** `neighbors` are the values before and after the run; NaN at an end of the series. */
function kindOf(
  { value, count, length }: Run,
  neighbors: readonly number[],
  near: number,
): StandInKind | undefined {
  if (value !== 0) {
    const isLong = count >= leastRepeated.count && length >= leastRepeated.length;
    return isLong && !neighbors.every(Number.isNaN) ? 'repeated' : undefined;
  }
  const isLong = count >= leastZeros.count || length >= leastZeros.length;
  return isLong && !neighbors.some((each) => Math.abs(each) <= near) ? 'zeros' : undefined;
}

/** Of all values that aren't zero. */
function* meanDistance({ values }: SeriesIntervals): Sliced<number> {
  let [sum, count] = [0, 0];
  yield* eachIndex(values.length, (index) => {
    const distance = Math.abs(values[index] as number);
    if (!(distance > 0)) return;
    sum += distance;
    count += 1;
  });
  return count === 0 ? 0 : sum / count;
}
