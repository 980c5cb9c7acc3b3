import type { Intervals } from '../../market/integrity';
import type { NumericColumn, TextColumn } from '../columns';
import type { Table } from '../table';
import { numbersOf, perTable, textsOf } from './perTable';
import { isAttribute } from './seriesNames';

/** The records of one series and the intervals they hold. */
export interface SeriesGroup {
  /** A row of the series, to read what all its rows agree on. */
  readonly row: number;
  readonly intervals: RowIntervals;
}

/** Columns that tell one series from another. Resolution, creation time and scale do not. */
export function distinguishing(table: Table): TextColumn[] {
  const attributes = table.columns.filter(isAttribute);
  return [
    ...attributes.filter((column) => column.kind === 'text').map(({ key }) => textsOf(table, key)),
    ...['type', 'SubType', 'category', 'unit'].map((key) => textsOf(table, key)),
  ];
}

/** Whether the table holds time series: no other record kind has this column of times. */
export function holdsSeries(table: Table): boolean {
  return table.column('seriesStartTime')?.type === 'time';
}

/** The series of the table in order of their first record, those without a single interval too. */
export const seriesGroups = perTable((table): SeriesGroup[] => {
  if (!holdsSeries(table)) return [];
  const starts = Float64Array.from(table.recordStarts);
  const groupOf = numberRecords(starts, distinguishing(table));
  const records: number[][] = [];
  groupOf.forEach((group, record) => (records[group] ??= []).push(record));
  return records.map((ofGroup) => ({
    row: starts[ofGroup[0] ?? 0] ?? 0,
    intervals: intervalsOf(table, starts, ofGroup),
  }));
});

/** Gives records with equal texts in all columns the same number, counted by first appearance. */
function numberRecords(starts: Float64Array, columns: readonly TextColumn[]): Uint32Array {
  const numbers = new Uint32Array(starts.length);
  for (const column of columns) {
    if (column.entryCount === 1) continue;
    const known = new Map<number, number>();
    let lastPair = -1;
    let lastNumber = 0;
    for (let record = 0; record < numbers.length; record += 1) {
      const code = column.code(starts[record] ?? 0);
      const pair = (numbers[record] ?? 0) * column.entryCount + code;
      if (pair !== lastPair) {
        lastNumber = known.get(pair) ?? known.size;
        known.set(pair, lastNumber);
        lastPair = pair;
      }
      numbers[record] = lastNumber;
    }
  }
  return numbers;
}

function intervalsOf(table: Table, starts: Float64Array, records: number[]): RowIntervals {
  const start = numbersOf(table, 'startTime');
  const behind = (record: number) => starts[record + 1] ?? table.rows;
  const firstStart = (record: number) => start.value(starts[record] ?? 0) || 0;
  // Stable, and next to nothing where the records come in order.
  records.sort((a, b) => firstStart(a) - firstStart(b));
  const size = records.reduce((sum, record) => sum + behind(record) - (starts[record] ?? 0), 0);
  const rows = new Uint32Array(size);
  let count = 0;
  let last = -Infinity;
  let ordered = true;
  for (const record of records) {
    for (let row = starts[record] ?? 0; row < behind(record); row += 1) {
      const at = start.value(row);
      if (Number.isNaN(at)) continue;
      if (at < last) ordered = false;
      last = at;
      rows[count++] = row;
    }
  }
  const found = rows.subarray(0, count);
  if (!ordered) found.sort((a, b) => start.value(a) - start.value(b) || a - b);
  return new RowIntervals(found, start, numbersOf(table, 'endTime'), numbersOf(table, 'value'));
}

/**
 * The intervals of one series, ordered by start, read from the table's columns. An end that is
 * missing or not behind the start is the next start; where there is none, there is no interval.
 */
export class RowIntervals implements Intervals {
  private readonly rows: Uint32Array;
  private readonly mendedEnds = new Map<number, number>();
  private longest = 0;
  /** The last end of all, -Infinity where there are no intervals. */
  readonly reach: number = -Infinity;

  constructor(
    rows: Uint32Array,
    private readonly starts: NumericColumn,
    private readonly ends: NumericColumn,
    private readonly values: NumericColumn,
  ) {
    let nextStart = NaN;
    // Usable rows are gathered at the back of `rows`, so that none is copied where all are usable.
    let kept = rows.length;
    for (let place = rows.length - 1; place >= 0; place -= 1) {
      const row = rows[place] as number;
      const start = starts.value(row);
      let end = ends.value(row);
      if (!(end > start)) {
        end = nextStart;
        this.mendedEnds.set(row, end);
      }
      if (place > 0 && starts.value(rows[place - 1] as number) !== start) nextStart = start;
      if (!(end > start)) continue;
      this.longest = Math.max(this.longest, end - start);
      if (end > this.reach) this.reach = end;
      rows[--kept] = row;
    }
    this.rows = rows.subarray(kept);
  }

  get length(): number {
    return this.rows.length;
  }

  /** Place in the table. */
  row(place: number): number {
    return this.rows[place] as number;
  }

  start(place: number): number {
    return this.starts.value(this.rows[place] as number);
  }

  end(place: number): number {
    const row = this.rows[place] as number;
    const end = this.ends.value(row);
    return this.mendedEnds.size === 0 ? end : (this.mendedEnds.get(row) ?? end);
  }

  /** NaN for null. */
  value(place: number): number {
    return this.values.value(this.rows[place] as number);
  }

  /** Places between which every interval lies that touches the time from `from` to `to` (exclusive). */
  around(from: number, to: number): [first: number, behind: number] {
    return [this.firstAt(from - this.longest), this.firstAt(to)];
  }

  /** First place with this start or a later one. */
  private firstAt(time: number): number {
    let [low, high] = [0, this.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.start(middle) < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
