import type { NumericColumn } from '../columns/columns';
import { recordOf } from '../columns/recordOf';
import { numbersOf, perTable, textsOf } from '../columns/perTable';
import { eachIndex, type Sliced } from '../columns/slices';
import type { Table } from '../columns/table';
import { intervalsOfRows, type SeriesIntervals } from './seriesIntervals';

/** The periods of price curves, each of which has the points of both sides in consecutive rows. */
interface CurvePeriods {
  /** The first row of each period, in table order. */
  readonly firsts: Uint32Array;
  /** Rows of periods with points on only one side. */
  readonly isOneSided: (row: number) => boolean;
  readonly oneSided: number;
  /** The periods that can be placed in time; the rows are those in `firsts`. */
  readonly intervals: SeriesIntervals;
}

/** Whether the table contains price curves. No other record kind has this time column. */
export const hasCurves = (table: Table): boolean => table.column('curveStartTime')?.type === 'time';

/** The periods of a table of price curves. */
export const curvePeriods = perTable(function* (table): Sliced<CurvePeriods> {
  const [start, end] = [numbersOf(table, 'startTime'), numbersOf(table, 'endTime')];
  const price = numbersOf(table, 'price');
  const sides = textsOf(table, 'side');
  const records = new Set(table.recordStarts);
  // Times that can't be read differ by their texts.
  const differs = (times: NumericColumn, row: number) => times.cell(row) !== times.cell(row - 1);
  const firsts: number[] = [];
  const oneSided = new Set<number>();
  yield* eachIndex(table.rows, (row) => {
    const isSameSide = row > 0 && sides.code(row) === sides.code(row - 1);
    const isNew =
      records.has(row) ||
      differs(start, row) ||
      differs(end, row) ||
      // Sell comes before buy, so this is a new period with the same times.
      (!isSameSide && sides.text(row) === 'sell');
    if (isNew) oneSided.add(firsts.push(row) - 1);
    else if (!isSameSide) oneSided.delete(firsts.length - 1);
  });
  const rows = Uint32Array.from(firsts);
  return {
    firsts: rows,
    oneSided: oneSided.size,
    isOneSided: (row) => oneSided.has(recordOf({ recordStarts: rows }, row)),
    intervals: yield* intervalsOfRows(rows.slice(), { start, end, value: price }),
  };
});
