import * as l10n from '@vscode/l10n';
import type { Field } from '../../market/records/recordKinds';
import { periodKey } from '../../protocol/tableTypes';
import type { NumericColumn, TextColumn } from '../columns/columns';
import { numbersOf, perTable, textsOf } from '../columns/perTable';
import { eachIndex, slices, type Sliced } from '../columns/slices';
import { Table } from '../columns/table';
import { maxSeriesColumns, memoryLimit } from '../tableLimits';
import { QuestionError } from '../questionError';
import { distinguishingColumns, recordsOfGroups } from '../series/seriesGroups';
import { seriesLabels } from '../series/seriesLabels';
import { isAttribute } from '../series/seriesNames';
import { sortRows } from '../sort/rowSort';

/** Of a number and how many decimals were sent. */
const cellBytes = 9;

/**
 * The series of a table side by side: a row for each start and end, and a column for each series. If a series has
 * several values at the same time, the further ones have further columns. Throws `QuestionError` if there are too
 * many columns, or if both tables need more than `maxBytes` of memory: series that share no times make it mostly
 * empty.
 */
export const wideTable = perTable(function* (table, maxBytes: number): Sliced<Table> {
  const firsts = Float64Array.from(table.recordStarts);
  const groups = yield* recordsOfGroups(firsts, distinguishingColumns(table));
  const seriesOf = yield* seriesOfRows(table, groups);
  const rows = yield* rowsByTime(table);
  const counts = new Uint32Array(groups.length).fill(1);
  let last = -1;
  yield* eachPlace(table, rows, seriesOf, (_row, to, series, turn) => {
    counts[series] = Math.max(counts[series] as number, turn + 1);
    last = to;
  });
  const count = counts.reduce((sum, each) => sum + each, 0);
  if (count > maxSeriesColumns) throw tooManyError(count);
  const bytes = (last + 1) * (timeFields().length + count) * cellBytes;
  if (table.bytes() + bytes > maxBytes) throw tooLargeError();
  const columns = seriesColumns(
    table,
    groups.map(([record = 0]) => firsts[record] ?? 0),
    counts,
  );
  const all = columns.flat();
  const made = new Table({ columns: [...timeFields(), ...all.map(({ field }) => field)] });
  made.ownUnits = new Map(all.map(({ field, unit }) => [field.name, unit]));
  const targets = columns.map((turns) => turns.map(({ field }) => numbersOf(made, field.name)));
  const [start, end, value] = timesAndValue(table);
  const [madeStart, madeEnd] = timesAndValue(made);
  yield* eachPlace(table, rows, seriesOf, (row, to, series, turn) => {
    if (to === made.rows) {
      madeStart.copy(to, start, row);
      madeEnd.copy(to, end, row);
      made.rows += 1;
    }
    targets[series]?.[turn]?.copy(to, value, row);
  });
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

/**
 * Calls `take` with each of the sorted rows, its row in the wide table, its series, and how many values of the
 * series are before it at the same time.
 */
function* eachPlace(
  table: Table,
  rows: Uint32Array,
  seriesOf: Uint32Array,
  take: (row: number, to: number, series: number, turn: number) => void,
): Sliced<void> {
  const [start, end] = timesAndValue(table);
  const isSame = (column: NumericColumn, row: number, other: number) =>
    Object.is(column.value(row), column.value(other)) && column.exact.get(row) === column.exact.get(other);
  const lastRows = new Int32Array(table.recordStarts.length).fill(-1);
  const lastTurns = new Uint32Array(lastRows.length);
  let to = -1;
  yield* eachIndex(rows.length, (index) => {
    const row = rows[index] as number;
    const before = rows[index - 1];
    if (before === undefined || !isSame(start, row, before) || !isSame(end, row, before)) to += 1;
    const series = seriesOf[row] as number;
    const turn = lastRows[series] === to ? (lastTurns[series] as number) + 1 : 0;
    lastRows[series] = to;
    lastTurns[series] = turn;
    take(row, to, series, turn);
  });
}

const tooManyError = (count: number) =>
  new QuestionError(
    l10n.t(
      'One column per series needs {0} columns, but only {1} are possible. Query fewer areas, or select another layout.',
      count,
      maxSeriesColumns,
    ),
  );

const tooLargeError = () =>
  new QuestionError(
    l10n.t(
      'One column per series needs more memory than "{0}" allows. Query fewer days or areas, or select a coarser resolution or another layout.',
      memoryLimit.name,
    ),
  );

interface SeriesColumn {
  readonly field: Field;
  readonly unit: string;
}

/** The columns of each series. `rows` has a row of each. */
function seriesColumns(table: Table, rows: readonly number[], counts: Uint32Array): SeriesColumn[][] {
  const unit = textsOf(table, 'unit');
  const names = namesOf(table, rows);
  const labels = seriesLabels(
    table,
    rows.map((row) => ({ row })),
  );
  const taken = new Set(['startTime', 'endTime', periodKey]);
  return rows.map((row, series) =>
    Array.from({ length: counts[series] ?? 0 }, (_, turn) => {
      const name = freeName(names[series] ?? '', taken);
      const label = labels[series] ?? name;
      const title = turn === 0 ? label : `${label} (${turn + 1})`;
      return { field: { name, type: 'number', title: () => title }, unit: unit.text(row) ?? '' };
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
  const columns = distinguishingColumns(table);
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
