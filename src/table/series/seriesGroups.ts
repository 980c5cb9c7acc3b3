import type { TextColumn } from '../columns/columns';
import { slices, type Sliced } from '../columns/slices';
import type { Table } from '../columns/table';
import { perTable, textsOf } from '../columns/perTable';
import { intervalsOfRecords, type SeriesIntervals } from './seriesIntervals';
import { isAttribute } from './seriesNames';
import { tellingFields } from './undocumentedFields';

/** The records of one series and their intervals. */
export interface SeriesGroup {
  /** A row of the series, for values that are the same in all its rows. */
  readonly row: number;
  readonly intervals: SeriesIntervals;
}

/** The series of a table, and the columns that tell them apart. */
interface SeriesOfTable {
  readonly columns: readonly TextColumn[];
  readonly groups: readonly SeriesGroup[];
}

/**
 * Columns that tell series apart: attributes, type, category, and unit, and of all other fields those in which
 * series differ that would overlap otherwise. Creation times don't.
 */
export function distinguishingColumns(table: Table): readonly TextColumn[] {
  const work = seriesOf(table);
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value.columns;
  }
}

/** The keys of the fields that tell series apart only because these would overlap otherwise. */
export const distinguishingKeysOf = (table: Table): string[] => {
  const documented = new Set(documentedColumns(table).map(({ key }) => key));
  return distinguishingColumns(table).flatMap(({ key }) => (documented.has(key) ? [] : [key]));
};

function documentedColumns(table: Table): TextColumn[] {
  const attributes = table.columns.filter(isAttribute);
  return [
    ...attributes.filter((column) => column.kind === 'text').map(({ key }) => textsOf(table, key)),
    ...['type', 'SubType', 'category', 'unit', ...table.distinguishingKeys].map((key) => textsOf(table, key)),
  ];
}

/** Whether the table contains time series. No other record kind has this time column. */
export function hasSeries(table: Table): boolean {
  return table.column('seriesStartTime')?.type === 'time';
}

/** The series of the table in order of their first record, including those without intervals. */
export function* seriesGroups(table: Table): Sliced<readonly SeriesGroup[]> {
  return (yield* seriesOf(table)).groups;
}

const seriesOf = perTable(function* (table): Sliced<SeriesOfTable> {
  const columns = documentedColumns(table);
  if (!hasSeries(table)) return { columns, groups: [] };
  const starts = Float64Array.from(table.recordStarts);
  let candidates: TextColumn[] | undefined;
  for (;;) {
    const groups: SeriesGroup[] = [];
    const apart = new Set<TextColumn>();
    for (const records of yield* recordsOfGroups(starts, columns)) {
      const intervals = yield* intervalsOfRecords(table, starts, table.rows, records);
      groups.push({ row: starts[records[0] ?? 0] ?? 0, intervals });
      const overlapping = records.length > 1 ? yield* overlappingRows(intervals) : [];
      if (overlapping.length === 0) continue;
      candidates ??= yield* tellingFields(table);
      for (const column of candidates) {
        const code = column.code(overlapping[0] ?? 0);
        if (overlapping.some((row) => column.code(row) !== code)) apart.add(column);
      }
    }
    if (apart.size === 0) return { columns, groups };
    columns.push(...apart);
    candidates = candidates?.filter((column) => !apart.has(column));
  }
});

/** The rows of intervals that overlap an earlier one of the same series, and of those. */
function* overlappingRows(intervals: SeriesIntervals): Sliced<number[]> {
  const rows: number[] = [];
  let reached = -Infinity;
  let reachedBy = 0;
  yield* slices(intervals.length, (from, to) => {
    for (let index = from; index < to; index += 1) {
      if (intervals.start(index) < reached) rows.push(intervals.row(reachedBy), intervals.row(index));
      const end = intervals.end(index);
      if (end > reached) {
        reached = end;
        reachedBy = index;
      }
    }
  });
  return rows;
}

/**
 * The indexes in `starts` of every group with equal texts in all columns. Each start is a row of
 * the table, the first of a record or an individual row.
 */
export function* recordsOfGroups(
  starts: Float64Array,
  columns: readonly TextColumn[],
): Sliced<Uint32Array[]> {
  const { numbers, count } = yield* numberRecords(starts, columns);
  const ends = new Uint32Array(count);
  for (const number of numbers) ends[number] = (ends[number] as number) + 1;
  for (let number = 1; number < count; number += 1) {
    ends[number] = (ends[number] as number) + (ends[number - 1] as number);
  }
  yield;
  const begins = Uint32Array.from(ends, (_, number) => ends[number - 1] ?? 0);
  const free = begins.slice();
  const records = new Uint32Array(numbers.length);
  yield* slices(numbers.length, (from, to) => {
    for (let record = from; record < to; record += 1) {
      const number = numbers[record] as number;
      const index = free[number] as number;
      records[index] = record;
      free[number] = index + 1;
    }
  });
  return Array.from(begins, (begin, number) => records.subarray(begin, ends[number]));
}

/** Gives records with equal texts in all columns the same number, in order of appearance. */
function* numberRecords(
  starts: Float64Array,
  columns: readonly TextColumn[],
): Sliced<{ numbers: Uint32Array; count: number }> {
  const numbers = new Uint32Array(starts.length);
  let count = Math.min(1, starts.length);
  for (const column of columns) {
    if (column.entries.count === 1) continue;
    const known = new Map<number, number>();
    let lastPair = -1;
    let lastNumber = 0;
    yield* slices(numbers.length, (from, to) => {
      for (let record = from; record < to; record += 1) {
        const code = column.code(starts[record] ?? 0);
        const pair = (numbers[record] ?? 0) * column.entries.count + code;
        if (pair !== lastPair) {
          lastNumber = known.get(pair) ?? known.size;
          known.set(pair, lastNumber);
          lastPair = pair;
        }
        numbers[record] = lastNumber;
      }
    });
    count = known.size;
  }
  return { numbers, count };
}
