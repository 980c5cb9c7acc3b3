import * as l10n from '@vscode/l10n';
import type { Field } from '../../market/records/recordKinds';
import { formatCount } from '../../text/l10n';
import { periodKey } from '../../protocol/tableTypes';
import type { NumericColumn, TextColumn } from '../columns/columns';
import { numbersOf, perTable, textsOf } from '../columns/perTable';
import { eachIndex, slices, type Sliced } from '../columns/slices';
import { Table } from '../columns/table';
import { maxSeriesCells, maxSeriesColumns } from '../limits';
import { QuestionError } from '../questionError';
import { distinguishing, recordsOfGroups } from '../series/seriesGroups';
import { seriesLabels } from '../series/seriesLabels';
import { isAttribute } from '../series/seriesNames';
import { sortRows } from '../sort/rowSort';

/**
 * The series of a table side by side: a row for each start and end, and a column for each series. If a series has
 * several values at the same time, the further ones have further columns. Throws `QuestionError` if there are too
 * many columns or cells.
 */
export const wideTable = perTable(function* (table): Sliced<Table> {
  const firsts = Float64Array.from(table.recordStarts);
  const groups = yield* recordsOfGroups(firsts, distinguishing(table));
  const rows = yield* rowsByTime(table);
  const places = yield* placesOf(table, rows, yield* seriesOfRows(table, groups), groups.length);
  const columns = seriesColumns(
    table,
    groups.map(([record = 0]) => firsts[record] ?? 0),
    places.counts,
  );
  const made = new Table({ columns: [...timeFields(), ...columns.map(({ field }) => field)] });
  made.ownUnits = new Map(columns.map(({ field, unit }) => [field.name, unit]));
  const [start, end, value] = timesAndValue(table);
  const [madeStart, madeEnd] = timesAndValue(made);
  const targets = columns.map(({ field }) => numbersOf(made, field.name));
  let last = -1;
  yield* eachIndex(rows.length, (index) => {
    const [row, to] = [rows[index] as number, places.rows[index] as number];
    if (to !== last) {
      madeStart.copy(to, start, row);
      madeEnd.copy(to, end, row);
      last = to;
    }
    const series = places.series[index] as number;
    const target = targets[(places.columns[series] as number) + (places.turns[index] as number)];
    target?.copy(to, value, row);
  });
  made.rows = last + 1;
  made.records = made.rows;
  return made;
});

const timesAndValue = (table: Table): [NumericColumn, NumericColumn, NumericColumn] => [
  numbersOf(table, 'startTime'),
  numbersOf(table, 'endTime'),
  numbersOf(table, 'value'),
];

const timeFields = (): Field[] => [
  { name: 'startTime', type: 'time', title: () => l10n.t('Start') },
  { name: 'endTime', type: 'time', title: () => l10n.t('End') },
];

/** All rows by start and end, except those that only stand for a series without values. */
function* rowsByTime(table: Table): Sliced<Uint32Array> {
  const columns = timesAndValue(table);
  const rows = new Uint32Array(table.rows);
  let count = 0;
  yield* slices(table.rows, (from, to) => {
    for (let row = from; row < to; row += 1) {
      if (columns.every((column) => column.isNull(row))) continue;
      rows[count] = row;
      count += 1;
    }
  });
  const [start, end] = columns;
  return yield* sortRows(start, yield* sortRows(end, rows.subarray(0, count), false), false);
}

/** The number of each row's series; `groups` contains the records of each. */
function* seriesOfRows(table: Table, groups: readonly Uint32Array[]): Sliced<Uint32Array> {
  const series = new Uint32Array(table.rows);
  for (const [number, records] of groups.entries()) {
    yield* eachIndex(records.length, (index) => {
      const record = records[index] as number;
      series.fill(number, table.recordStarts[record], table.recordStarts[record + 1] ?? table.rows);
    });
  }
  return series;
}

/** Where the values are in the wide table. */
interface Places {
  /** By index of the sorted rows: the row, the series, and how many values of the series are before it. */
  readonly rows: Uint32Array;
  readonly series: Uint32Array;
  readonly turns: Uint32Array;
  /** By series: the most values at the same time, and the first column, not counting the times. */
  readonly counts: Uint32Array;
  readonly columns: Uint32Array;
}

function* placesOf(
  table: Table,
  rows: Uint32Array,
  seriesOf: Uint32Array,
  seriesCount: number,
): Sliced<Places> {
  const [start, end] = timesAndValue(table);
  const isSame = (column: NumericColumn, row: number, other: number) =>
    Object.is(column.value(row), column.value(other)) && column.exact.get(row) === column.exact.get(other);
  const places = {
    rows: new Uint32Array(rows.length),
    series: new Uint32Array(rows.length),
    turns: new Uint32Array(rows.length),
    counts: new Uint32Array(seriesCount).fill(1),
  };
  const lastRows = new Int32Array(seriesCount).fill(-1);
  const lastTurns = new Uint32Array(seriesCount);
  let to = -1;
  yield* eachIndex(rows.length, (index) => {
    const row = rows[index] as number;
    const before = rows[index - 1];
    if (before === undefined || !isSame(start, row, before) || !isSame(end, row, before)) to += 1;
    const series = seriesOf[row] as number;
    const turn = lastRows[series] === to ? (lastTurns[series] as number) + 1 : 0;
    lastRows[series] = to;
    lastTurns[series] = turn;
    places.rows[index] = to;
    places.series[index] = series;
    places.turns[index] = turn;
    places.counts[series] = Math.max(places.counts[series] as number, turn + 1);
  });
  const columns = new Uint32Array(seriesCount);
  let count = 0;
  for (const [series, each] of places.counts.entries()) {
    columns[series] = count;
    count += each;
  }
  if (count > maxSeriesColumns) throw tooMany(count);
  const cells = count * (to + 1);
  if (cells > maxSeriesCells) throw tooManyCells(cells);
  return { ...places, columns };
}

const tooMany = (count: number) =>
  new QuestionError(
    l10n.t(
      'One column per series needs {0} columns, but only {1} are possible. Query fewer areas, or select another layout.',
      count,
      maxSeriesColumns,
    ),
  );

const tooManyCells = (count: number) =>
  new QuestionError(
    l10n.t(
      'One column per series needs {0} cells, but only {1} are possible. Select a longer resolution, or another layout.',
      formatCount(count),
      formatCount(maxSeriesCells),
    ),
  );

/** The columns of all series, each with its unit. `rows` has a row of each series. */
function seriesColumns(
  table: Table,
  rows: readonly number[],
  counts: Uint32Array,
): { readonly field: Field; readonly unit: string }[] {
  const unit = textsOf(table, 'unit');
  const names = namesOf(table, rows);
  const labels = seriesLabels(
    table,
    rows.map((row) => ({ row })),
  );
  const taken = new Set(['startTime', 'endTime', periodKey]);
  return rows.flatMap((row, series) =>
    Array.from({ length: counts[series] ?? 0 }, (_, turn) => {
      const name = freeName(names[series] ?? '', taken);
      const label = labels[series] ?? name;
      const title = turn === 0 ? label : `${label} (${turn + 1})`;
      return { field: { name, type: 'number' as const, title: () => title }, unit: unit.text(row) ?? '' };
    }),
  );
}

/** The name, or the first of `name_2`, `name_3`, … that isn't taken; takes it. */
function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let count = 2; taken.has(free); count += 1) free = `${name}_${count}`;
  taken.add(free);
  return free;
}

/**
 * The names of series in files: the attributes and the unit that differ between them and, where these are the
 * same, whatever else tells them apart. Other than labels, they don't depend on the language.
 */
function namesOf(table: Table, rows: readonly number[]): string[] {
  const columns = distinguishing(table);
  const differing = columns.filter((column) => new Set(rows.map((row) => column.text(row))).size > 1);
  const isNaming = (column: TextColumn) => isAttribute(column) || column.key === 'unit';
  const chosen = differing.filter(isNaming);
  const named = () => rows.map((row) => chosen.flatMap((column) => column.text(row) ?? []).join(' · '));
  for (const column of differing) {
    const before = new Set(named()).size;
    if (isNaming(column) || before === rows.length) continue;
    chosen.push(column);
    if (new Set(named()).size === before) chosen.pop();
  }
  const plain = (row: number) => columns.map((column) => column.text(row)).find(Boolean) ?? 'value';
  return named().map((name, series) => name || plain(rows[series] ?? 0));
}
