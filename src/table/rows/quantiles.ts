import type { Quantiles, QuantilesQuestion } from '../../protocol/figureTypes';
import { slices, type Sliced } from '../columns/slices';
import type { Table } from '../columns/table';
import { sortRows } from '../sort/rowSort';
import { namedColumns } from './rows';

/** The finest division first. */
const divisions = [10, 4, 2];

/**
 * The deciles, quartiles, or median of a column of numbers, whichever is the finest division that `least`
 * allows. Each quantile is a value of the column (the nearest rank). Throws `QuestionError` for an unknown
 * column.
 */
export function* quantilesOf(table: Table, { column: key, least }: QuantilesQuestion): Sliced<Quantiles> {
  const [column] = namedColumns(table, [key]);
  if (column?.kind !== 'numeric' || column.type === 'time') return { quantiles: [] };
  const rows = Uint32Array.from({ length: table.rows }, (_, row) => row);
  // Missing values are last.
  const sorted = yield* sortRows(column, rows, false);
  let count = 0;
  yield* slices(sorted.length, (from, to) => {
    for (const row of sorted.subarray(from, to)) if (!Number.isNaN(column.value(row))) count += 1;
  });
  const chosen = divisions.find((number) => Math.floor(count / number) >= Math.max(1, least));
  if (chosen === undefined) return { quantiles: [] };
  return {
    quantiles: Array.from({ length: chosen - 1 }, (_, index) => {
      const share = (index + 1) / chosen;
      return { share, value: column.value(sorted[Math.ceil(share * count) - 1] as number) };
    }),
  };
}
