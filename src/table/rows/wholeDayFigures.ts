import type { Asked } from '../../market/integrity/integrity';
import type { WholeDayFigures, WholeDayFiguresQuestion } from '../../protocol/figureTypes';
import { numbersOf, textsOf } from '../columns/perTable';
import { slices, type Sliced } from '../columns/slices';
import type { Table } from '../columns/table';
import { areWholeDays, isMidnight, marketDay } from '../integrity/wholeDays';
import { curvePeriods, hasCurves } from '../series/curvePeriods';
import { measuredColumns } from '../series/rowPlacement';
import { hasSeries, recordsOfGroups, seriesGroups } from '../series/seriesGroups';
import { intervalsOfRows, type SeriesIntervals } from '../series/seriesIntervals';
import { namedColumns } from './rows';
import { figuresOfCells } from './selectionFigures';

/**
 * Figures of a column that reveal no single value, because each delivery day of a series and each contract is
 * in them as a whole or not at all. Rows that aren't part of one are left out.
 */
export function* wholeDayFigures(
  table: Table,
  { column: key, asked, least, isComparison }: WholeDayFiguresQuestion,
): Sliced<WholeDayFigures> {
  const [column] = namedColumns(table, [key]);
  // A number of a record, such as one that isn't documented, is a single value in many rows.
  const isTold = isComparison ? key === 'difference' : measuredColumns(table).some((each) => each === column);
  if (!column || !isTold) return { rows: 0, figures: null };
  const rows = isComparison
    ? yield* rowsOfDifferences(table, least)
    : hasSeries(table)
      ? yield* rowsOfSeries(table, least)
      : hasCurves(table)
        ? yield* rowsOfCurves(table, least)
        : yield* rowsOfContracts(table, asked, least);
  const { count, numbers } = yield* figuresOfCells(table, [column], rows, [[0, rows.length]]);
  if (count < rows.length || numbers === null) return { rows: rows.length, figures: null };
  const { min, max, mean, timeWeightedMean } = numbers;
  // The extremes of differences from known values would be single values.
  return { rows: rows.length, figures: isComparison ? { mean } : { min, max, mean, timeWeightedMean } };
}

function* rowsOfSeries(table: Table, least: number): Sliced<Uint32Array> {
  const rows: number[] = [];
  for (const { intervals } of yield* seriesGroups(table)) {
    if (yield* areWholeDays(intervals, least)) yield* addRows(rows, intervals);
  }
  return Uint32Array.from(rows);
}

function* addRows(rows: number[], intervals: SeriesIntervals): Sliced<void> {
  yield* slices(intervals.length, (from, to) => {
    for (let index = from; index < to; index += 1) rows.push(intervals.row(index));
  });
}

/** Differences of series, which a comparison has in rows of their own. */
function* rowsOfDifferences(table: Table, least: number): Sliced<Uint32Array> {
  const columns = {
    start: numbersOf(table, 'startTime'),
    end: numbersOf(table, 'endTime'),
    value: numbersOf(table, 'difference'),
  };
  const texts = table.columns.flatMap(({ kind, key }) =>
    kind === 'text' && key !== 'change' ? [textsOf(table, key)] : [],
  );
  const all = Float64Array.from({ length: table.rows }, (_, row) => row);
  const rows: number[] = [];
  for (const group of yield* recordsOfGroups(all, texts)) {
    const intervals = yield* intervalsOfRows(group, columns);
    if (yield* areWholeDays(intervals, least)) yield* addRows(rows, intervals);
  }
  return Uint32Array.from(rows);
}

/** The points of all curves, or none: a period's curve can't be told apart from others of that period. */
function* rowsOfCurves(table: Table, least: number): Sliced<Uint32Array> {
  const { intervals } = yield* curvePeriods(table);
  const isWhole = yield* areWholeDays(intervals, least);
  return Uint32Array.from({ length: isWhole ? table.rows : 0 }, (_, row) => row);
}

/**
 * The events of whole contracts. Which time of an event a period selects by isn't documented, so the period must
 * consist of whole delivery days, and the events of a contract that were created on one day and changed on one
 * day must be enough. Contracts that could still get events aren't whole. Capacities are of a single hour.
 */
function* rowsOfContracts(table: Table, { start, end, due }: Asked, least: number): Sliced<Uint32Array> {
  const isOfDays = start !== null && end !== null && isMidnight(start) && isMidnight(end);
  const contracts = textsOf(table, 'contractId');
  const areas = textsOf(table, 'deliveryArea');
  const [delivered, created, updated] = [
    numbersOf(table, 'deliveryEnd'),
    numbersOf(table, 'createdTime'),
    numbersOf(table, 'updatedTime'),
  ];
  if (!isOfDays || contracts.entries.count === 1) return new Uint32Array(0);
  const all = Float64Array.from({ length: table.rows }, (_, row) => row);
  const rows: number[] = [];
  for (const group of yield* recordsOfGroups(all, [contracts, areas])) {
    const counts = new Map<string, number>();
    let isOver = contracts.code(group[0] ?? 0) > 0;
    yield* slices(group.length, (from, to) => {
      for (const row of group.subarray(from, to)) {
        isOver &&= delivered.value(row) <= Math.min(due ?? Infinity, end);
        const days = `${marketDay(created.value(row))} ${marketDay(updated.value(row))}`;
        counts.set(days, (counts.get(days) ?? 0) + 1);
      }
    });
    if (!isOver || Math.min(...counts.values()) < least) continue;
    yield* slices(group.length, (from, to) => rows.push(...group.subarray(from, to)));
  }
  return Uint32Array.from(rows);
}
