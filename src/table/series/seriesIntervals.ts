import type { Intervals } from '../../market/integrity/integrity';
import type { NumericColumn } from '../columns/numericColumn';
import { sortByNumber } from '../sort/numberSort';
import { firstIndex } from '../columns/firstIndex';
import { sliceRows, slices, type Sliced } from '../columns/slices';
import type { Table } from '../columns/table';
import { numbersOf } from '../columns/perTable';
import { readInclusiveEnds } from './inclusiveEnds';

/**
 * The intervals of one series by ascending start. They are copied from the table's columns once,
 * because every chart reads them from end to end.
 */
export class SeriesIntervals implements Intervals {
  /** The latest end; -Infinity if there are no intervals. */
  readonly reach: number;
  /** Length of the longest interval in milliseconds; 0 if there are none. */
  readonly longest: number;

  /**
   * `starts`, `ends` (epoch milliseconds), and `values` (NaN for null and for a text) have the same length, as
   * do `rows`, the table rows they come from. `unplaced` is the number of rows that have no interval, because their
   * times can't be read.
   */
  constructor(
    private readonly rows: Uint32Array,
    readonly starts: Float64Array,
    readonly ends: Float64Array,
    readonly values: Float64Array,
    readonly unplaced = 0,
    /** Whether the value of a table row is a text. */
    readonly isText: (row: number) => boolean = () => false,
    /** A table row whose end was sent as inclusive; `undefined` if the series has none. See `readInclusiveEnds`. */
    readonly inclusiveEnd?: number,
  ) {
    let [reach, longest] = [-Infinity, 0];
    for (let index = 0; index < ends.length; index += 1) {
      const end = ends[index] as number;
      reach = Math.max(reach, end);
      longest = Math.max(longest, end - (starts[index] as number));
    }
    this.reach = reach;
    this.longest = longest;
  }

  get length(): number {
    return this.starts.length;
  }

  /** Length of the shortest interval in milliseconds; Infinity if there are none. */
  get shortest(): number {
    return this.starts.reduce((shortest, start, at) => Math.min(shortest, this.end(at) - start), Infinity);
  }

  /** Index of the row in the table. */
  row(index: number): number {
    return this.rows[index] as number;
  }

  start(index: number): number {
    return this.starts[index] as number;
  }

  end(index: number): number {
    return this.ends[index] as number;
  }

  /** NaN for null and for a text. */
  value(index: number): number {
    return this.values[index] as number;
  }

  isNull(index: number): boolean {
    return Number.isNaN(this.values[index]) && !this.isText(this.row(index));
  }

  /** The index range of all intervals that overlap the time from `from` to `to` (exclusive). */
  around(from: number, to: number): [first: number, end: number] {
    return [this.firstAt(from - this.longest), this.firstAt(to)];
  }

  /** Index of the first interval that starts at this time or later. */
  private firstAt(time: number): number {
    return firstIndex(this.length, (index) => this.start(index) >= time);
  }
}

/** Collects intervals that were moved, combined, or made up, by ascending start. */
export class IntervalList {
  private readonly rows: number[] = [];
  private readonly starts: number[] = [];
  private readonly ends: number[] = [];
  private readonly values: number[] = [];

  /** `row` is the row of the table whose value the interval has. */
  add(row: number, start: number, end: number, value: number): void {
    this.rows.push(row);
    this.starts.push(start);
    this.ends.push(end);
    this.values.push(value);
  }

  /** The intervals added so far. `isText` as in `SeriesIntervals`. */
  intervals(isText?: (row: number) => boolean): SeriesIntervals {
    return new SeriesIntervals(
      Uint32Array.from(this.rows),
      Float64Array.from(this.starts),
      Float64Array.from(this.ends),
      Float64Array.from(this.values),
      0,
      isText,
    );
  }
}

/** The columns with the rows' intervals. */
interface IntervalColumns {
  readonly start: NumericColumn;
  readonly end: NumericColumn;
  readonly value: NumericColumn;
}

/**
 * The intervals of some of the table's records. `firsts` contains the first row of every record,
 * and `endRow` is the row after the last one; see `intervalsOfRows`.
 */
export function* intervalsOfRecords(
  table: Table,
  firsts: Float64Array,
  endRow: number,
  records: Uint32Array,
): Sliced<SeriesIntervals> {
  const columns = {
    start: numbersOf(table, 'startTime'),
    end: numbersOf(table, 'endTime'),
    value: numbersOf(table, 'value'),
  };
  return yield* intervalsOfRows(yield* rowsOf(firsts, endRow, records), columns);
}

/**
 * The intervals of some rows. Inclusive ends are read as exclusive. If an end is missing or not after the start,
 * the next start is used; the last interval is as long as the one before it, and a single one isn't there. The
 * contents of `rows` afterwards are undefined.
 */
export function* intervalsOfRows(
  given: Uint32Array,
  { start, end, value }: IntervalColumns,
): Sliced<SeriesIntervals> {
  let rows = given;
  let starts = yield* valuesOf(start, rows);
  let dropped: number[] = [];
  if (!isAscending(starts)) {
    const known = rows.filter((_, index) => !Number.isNaN(starts[index]));
    dropped = Array.from(rows.filter((_, index) => Number.isNaN(starts[index])));
    rows = yield* sortByNumber(start, known, yield* valuesOf(start, known), false);
    starts = yield* valuesOf(start, rows);
  }
  const ends = yield* valuesOf(end, rows);
  const values = yield* valuesOf(value, rows);
  const inclusiveEnd = rows[yield* readInclusiveEnds(starts, ends)];
  const kept = yield* mended(rows, starts, ends, values, dropped);
  // Rows with neither a time nor a value, readable or not, stand for series without values.
  const isFilled = (row: number) => [start, end, value].some((column) => !column.isNull(row));
  return new SeriesIntervals(
    rows.subarray(kept),
    starts.subarray(kept),
    ends.subarray(kept),
    values.subarray(kept),
    dropped.filter(isFilled).length,
    (row) => value.exact.has(row),
    inclusiveEnd,
  );
}

function* rowsOf(firsts: Float64Array, endRow: number, records: Uint32Array): Sliced<Uint32Array> {
  const lengthOf = (record: number) => (firsts[record + 1] ?? endRow) - (firsts[record] ?? 0);
  const rows = new Uint32Array(records.reduce((sum, record) => sum + lengthOf(record), 0));
  let index = 0;
  for (const record of records) {
    const [first, length] = [firsts[record] ?? 0, lengthOf(record)];
    for (let at = 0; at < length; at += 1) rows[index + at] = first + at;
    index += length;
    if (length > 0 && index % sliceRows < length) yield;
  }
  return rows;
}

function* valuesOf(column: NumericColumn, rows: Uint32Array): Sliced<Float64Array> {
  const values = new Float64Array(rows.length);
  for (let index = 0; index < rows.length; index += 1) {
    values[index] = column.value(rows[index] as number);
    if (index % sliceRows === sliceRows - 1) yield;
  }
  return values;
}

/** Whether each time is present and none is before the previous one. */
const isAscending = (times: Float64Array): boolean =>
  times.every((time, index) => time >= (times[index - 1] ?? -Infinity));

/**
 * Fills in ends for which the service sent no valid value. Used entries are moved to the end, in order; the rows of
 * the others are added to `dropped`. Returns the index of the first used entry.
 */
function* mended(
  rows: Uint32Array,
  starts: Float64Array,
  ends: Float64Array,
  values: Float64Array,
  dropped: number[],
): Sliced<number> {
  const size = rows.length;
  const state = { nextStart: endAfterLast(starts, ends), laterStart: NaN, kept: size };
  yield* slices(size, (from, to) => {
    // Numbers that a closure shares with its scope would be allocated anew each time.
    let { nextStart, laterStart, kept } = state;
    for (let index = size - 1 - from; index >= size - to; index -= 1) {
      const start = starts[index] as number;
      let end = ends[index] as number;
      if (start !== nextStart) {
        laterStart = nextStart;
        nextStart = start;
      }
      if (!(end > start)) end = laterStart;
      if (!(end > start)) {
        dropped.push(rows[index] as number);
        continue;
      }
      kept -= 1;
      ends[kept] = end;
      if (kept === index) continue;
      starts[kept] = start;
      values[kept] = values[index] as number;
      rows[kept] = rows[index] as number;
    }
    Object.assign(state, { nextStart, laterStart, kept });
  });
  return state.kept;
}

/** The end of an interval that would follow the last start as the last follows the one before; NaN for one. */
function endAfterLast(starts: Float64Array, ends: Float64Array): number {
  const last = starts.at(-1) ?? Number.NaN;
  let before = starts.length - 1;
  while (before >= 0 && !((starts[before] as number) < last)) before -= 1;
  const start = starts[before] ?? Number.NaN;
  const end = ends[before] ?? Number.NaN;
  return last + (end > start ? Math.min(end, last) : last) - start;
}
