import * as l10n from '@vscode/l10n';
import { periodLater } from '../../market/time/alignedDays';
import {
  comparedColumns,
  otherDayKey,
  comparedKeys,
  type ComparisonPlan,
} from '../../market/datasets/comparisonPlans';
import {
  type Change,
  type ComparisonSummary,
  type Difference,
} from '../../market/datasets/comparisonSummary';
import { oneLine } from '../../text/plainText';
import { isPreliminary } from '../../market/records/statusWords';
import type { Field } from '../../market/records/recordKinds';
import { formatUtc } from '../../market/time/zones';
import { numbersOf } from '../columns/perTable';
import { distinguishingColumns, distinguishingKeysOf } from '../series/seriesGroups';
import { seriesOfRow } from '../series/seriesLabels';
import { attributeName } from '../series/seriesNames';
import { TextColumn, type TableColumn } from '../columns/columns';
import { differenceOf, isSameNumber } from './difference';
import { lengthWeighted } from './weightedMean';
import { exactNumber } from '../columns/numberText';
import { columnOf, type Side, type Sides } from './rowNumbers';
import { none } from './rowPairs';
import { Table, unitColumns } from '../columns/table';
import type { CompareQuestion } from '../../protocol/workerMessages';

/**
 * Fills the table of a comparison row by row. Takes row numbers of both tables; `none` means that there is
 * no row.
 */
export function comparedRows(
  sides: Sides,
  plan: ComparisonPlan,
  keys: readonly string[],
  wanted: ComparedWishes,
) {
  const { areValuesReplaced = false } = wanted;
  const isOtherDay = sides[1].days !== 0;
  const seriesKeys = new Set(sides.flatMap((side) => distinguishingKeysOf(side.table)));
  const table = new Table(
    { columns: fieldsOf(sides, plan, keys, seriesKeys, wanted) },
    unitsOf(plan),
    preliminaryOf(sides, plan),
  );
  table.distinguishingKeys = keys.filter((key) => seriesKeys.has(key));
  const moved = isOtherDay ? [plan.time, plan.end] : [];
  const taken = keys.filter((key) => !moved.includes(key)).map((key) => cellsOf(sides, table, key));
  if (isOtherDay) taken.push(periodsOf(sides, table, plan));
  const told = plan.told.map((key) => cellsOf(sides, table, key));
  const change = table.column('change');
  const compared = plan.compared.map((field) => {
    const columns = comparedColumns(field, plan.compared);
    return {
      field,
      sources: [numbersOf(sides[0].table, field), numbersOf(sides[1].table, field)] as const,
      first: numbersOf(table, columns.first),
      second: numbersOf(table, columns.second),
      difference: numbersOf(table, columns.difference),
      unit: table.column(table.units[columns.difference] ?? ''),
    };
  });
  const counts: Record<Change, number> = { changed: 0, same: 0, added: 0, missing: 0 };
  // Fields in different units have no common extremes, so only those of the first field count.
  const rivals = plan.unit === undefined ? plan.compared.slice(0, 1) : plan.compared;
  let lowest: Extreme | null = null;
  let highest: Extreme | null = null;
  const mean = lengthWeighted();

  function judge(first: number, second: number): Change {
    if (first === none) return 'added';
    if (second === none) return 'missing';
    if (areValuesReplaced) return 'same';
    const isSame = compared.every(({ sources: [a, b] }) => isSameNumber(a, first, b, second));
    return isSame ? 'same' : 'changed';
  }

  function subtract(row: number, first: number, second: number): void {
    compared.forEach(({ field, sources, difference, ...column }) => {
      if (first !== none) column.first.copy(row, sources[0], first);
      if (second !== none) column.second.copy(row, sources[1], second);
      if (first === none || second === none || areValuesReplaced) return;
      // Texts aren't subtracted, even if they look like numbers.
      if (Number.isNaN(sources[0].value(first)) || Number.isNaN(sources[1].value(second))) return;
      const text = differenceOf(sources[0].text(first), sources[1].text(second));
      if (text === null) return;
      difference.set(row, exactNumber(text));
      if (!rivals.includes(field)) return;
      const value = Number(text);
      if (!lowest || value < lowest.value) lowest = { value, text, row, field };
      if (!highest || value > highest.value) highest = { value, text, row, field };
      mean.add(value, lengthOf(table, plan, row), column.unit?.text(row) ?? '');
    });
  }

  const differenceOfExtreme = (extreme: Extreme): Difference =>
    differenceAt({ sides, plan, table }, extreme, compared[0]?.unit?.text(extreme.row) ?? plan.unit ?? '');

  return {
    add(first: number, second: number): void {
      const row = table.rows;
      for (const take of taken) take(row, first, second);
      for (const take of told) take(row, second === none ? first : none, second);
      const became = judge(first, second);
      counts[became] += 1;
      // Next to two values, one of which was replaced, "same" would seem to be about them.
      change?.set(row, areValuesReplaced && became === 'same' ? 'in both' : became);
      subtract(row, first, second);
      if (isOtherDay && second !== none) {
        const source = numbersOf(sides[1].table, plan.time);
        numbersOf(table, otherDayKey(plan.time)).copy(row, source, second);
      }
      table.rows = row + 1;
    },
    /** Approximate memory use of the table so far. */
    bytes: () => table.bytes(),
    end(leftOut: number, unplaced: number): { table: Table; figures: ComparisonSummary } {
      const extremes =
        lowest && highest
          ? { lowest: differenceOfExtreme(lowest), highest: differenceOfExtreme(highest) }
          : null;
      // A mean across several series, or of points of a curve, would be meaningless.
      const isOneSeries =
        plan.named.length === 0 &&
        distinguishingColumns(table).every((column) => column.isConstant(table.rows));
      return {
        table,
        figures: {
          counts,
          extremes,
          mean: isOneSeries ? mean.text() : null,
          leftOut,
          ...(unplaced > 0 && { unplaced }),
        },
      };
    },
  };
}

/** What else the comparison's table depends on. */
type ComparedWishes = Pick<CompareQuestion, 'titles' | 'tellsChanges' | 'areValuesReplaced'>;

/** The columns of the comparison's table. `seriesKeys` are those that tell series of either side apart. */
function fieldsOf(
  sides: Sides,
  plan: ComparisonPlan,
  keys: readonly string[],
  seriesKeys: ReadonlySet<string>,
  { titles, tellsChanges, areValuesReplaced = false }: ComparedWishes,
): Field[] {
  const named = (key: string): Field[] => {
    const column = sides[0].table.column(key) ?? sides[1].table.column(key);
    if (!column) return [];
    // Only texts tell series apart.
    return [{ name: key, type: seriesKeys.has(key) ? 'text' : column.type, title: () => column.title }];
  };
  const figures = plan.compared.flatMap((field): Field[] => {
    const { first, second, difference } = comparedColumns(field, plan.compared);
    const [source] = named(field);
    const of = plan.compared.length > 1 ? [source?.title() ?? field] : [];
    const type = source?.type ?? 'number';
    const titled = (name: string, title: string): Field => ({
      name,
      type,
      title: () => [...of, title].join(', '),
    });
    return [
      ...(areValuesReplaced ? [] : [titled(difference, titles[2])]),
      titled(second, titles[1]),
      titled(first, titles[0]),
    ];
  });
  const other: Field = {
    name: otherDayKey(plan.time),
    type: 'time',
    title: () => l10n.t('Start, {0}', titles[1]),
  };
  const isTime = (key: string) => key === plan.time;
  const change: Field = { name: 'change', type: 'text', title: () => l10n.t('Change') };
  return [
    ...keys.filter(isTime).flatMap(named),
    ...figures,
    ...(tellsChanges ? [change] : []),
    ...keys.filter((key) => !isTime(key)).flatMap(named),
    ...(sides[1].days !== 0 ? [other] : []),
    ...plan.told.flatMap(named),
  ];
}

/** The row with the lowest or highest difference of a field. */
interface Extreme {
  readonly value: number;
  readonly text: string;
  readonly row: number;
  readonly field: string;
}

/** A comparison and its table. */
interface Compared {
  readonly sides: Sides;
  readonly plan: ComparisonPlan;
  readonly table: Table;
}

/** Names the series and record and, if several fields are compared, the field. */
function nameOf({ sides, plan, table }: Compared, { row, field }: Extreme): string {
  const title = plan.compared.length > 1 ? sides[0].table.column(field)?.title : undefined;
  const names = plan.named.map((keys) =>
    keys.flatMap((key) => table.column(key)?.text(row) ?? []).join(' → '),
  );
  return oneLine([seriesOfRow(table, row), ...names, title].filter(Boolean).join(' · '), 100);
}

function differenceAt(compared: Compared, extreme: Extreme, unit: string): Difference {
  const { value, text, row } = extreme;
  const at = numbersOf(compared.table, compared.plan.time).value(row);
  return {
    text: value > 0 ? `+${text}` : text,
    unit,
    of: nameOf(compared, extreme),
    at: Number.isNaN(at) ? null : at,
  };
}

/** The length of the row's period in milliseconds, or 1 if the rows have no periods. */
function lengthOf(table: Table, { time, end }: ComparisonPlan, row: number): number {
  return end === undefined ? 1 : numbersOf(table, end).value(row) - numbersOf(table, time).value(row);
}

/**
 * The columns of a side whose series are all preliminary: all lines of a side are drawn in the same style.
 */
function preliminaryOf(sides: Sides, { compared }: ComparisonPlan): string[] {
  const [isFirst, isSecond] = [isAllPreliminary(sides[0].table), isAllPreliminary(sides[1].table)];
  return compared.flatMap((field) => {
    const { first, second } = comparedColumns(field, compared);
    return [...(isFirst ? [first] : []), ...(isSecond ? [second] : [])];
  });
}

/** Whether every series of the table has the status preliminary. */
function isAllPreliminary({ columns, rows }: Table): boolean {
  const status = columns.find((column) => attributeName(column) === 'status');
  return status instanceof TextColumn && status.isConstant(rows) && isPreliminary(status.text(0) ?? '');
}

/** Copies a cell from the first table's row if there is one, otherwise from the second's. */
function cellsOf(sides: Sides, table: Table, key: string) {
  const target = table.column(key);
  const [first, second] = [columnOf(sides[0], key), columnOf(sides[1], key)];
  return (row: number, firstRow: number, secondRow: number): void => {
    if (firstRow !== none) copy(target, row, first, firstRow);
    else copy(target, row, second, secondRow);
  };
}

/**
 * Copies a period from the first table's row, or from the second's, moved to the first's day if it exists
 * there.
 */
function periodsOf(sides: Sides, table: Table, { time, end = '' }: ComparisonPlan) {
  const target = { start: numbersOf(table, time), end: numbersOf(table, end) };
  const columnsOf = (side: Side) => ({ start: numbersOf(side.table, time), end: side.ends });
  const [first, second] = [columnsOf(sides[0]), columnsOf(sides[1])];
  return (row: number, firstRow: number, secondRow: number): void => {
    if (firstRow !== none) {
      target.start.copy(row, first.start, firstRow);
      target.end.copy(row, first.end, firstRow);
      return;
    }
    const there = { start: second.start.value(secondRow), end: second.end.value(secondRow) };
    const { start, end: movedEnd } = periodLater(there, -sides[1].days);
    if (!Number.isNaN(start)) target.start.set(row, formatUtc(start));
    if (!Number.isNaN(movedEnd)) target.end.set(row, formatUtc(movedEnd));
  };
}

function copy(
  target: TableColumn | undefined,
  row: number,
  source: TableColumn | undefined,
  from: number,
): void {
  if (target?.kind === 'numeric' && source?.kind === 'numeric') target.copy(row, source, from);
  else target?.set(row, source?.cell(from));
}

/** Which column contains the unit of each figure. */
function unitsOf({ compared }: ComparisonPlan): Record<string, string> {
  return Object.fromEntries(
    compared.flatMap((field) => {
      const unit = unitColumns[field];
      return unit === undefined ? [] : comparedKeys(field, compared).map((key) => [key, unit]);
    }),
  );
}
