import type { Quantiles, QuantilesQuestion } from '../../protocol/figureTypes';
import { slices, type Sliced } from '../columns/slices';
import type { Table } from '../columns/table';
import { askedColumns } from './rows';

/** The finest division first. */
const parts = [10, 4, 2];

/**
 * The deciles, quartiles, or median of a column of numbers, whichever is the finest division that `least`
 * allows. Each quantile is a value of the column (the nearest rank). Throws `QuestionError` for an unknown
 * column.
 */
export function* quantilesOf(table: Table, { column: key, least }: QuantilesQuestion): Sliced<Quantiles> {
  const [column] = askedColumns(table, [key]);
  if (column?.kind !== 'numeric' || column.type === 'time') return { quantiles: [] };
  const values = new Float64Array(table.rows);
  let count = 0;
  yield* slices(table.rows, (from, to) => {
    for (let row = from; row < to; row += 1) {
      const value = column.value(row);
      if (Number.isNaN(value)) continue;
      values[count] = value;
      count += 1;
    }
  });
  const chosen = parts.find((number) => Math.floor(count / number) >= Math.max(1, least));
  if (chosen === undefined) return { quantiles: [] };
  const sorted = yield* sortedInRuns(values.subarray(0, count));
  return {
    quantiles: Array.from({ length: chosen - 1 }, (_, index) => {
      const share = (index + 1) / chosen;
      return { share, value: sorted[Math.ceil(share * count) - 1] as number };
    }),
  };
}

/** How many numbers are sorted at once, in a few milliseconds. */
const runLength = 1 << 15;

/** Sorts in runs and then merges these, so that other work can run in between. */
function* sortedInRuns(values: Float64Array<ArrayBuffer>): Sliced<Float64Array> {
  let from = values;
  for (let start = 0; start < from.length; start += runLength) {
    from.subarray(start, start + runLength).sort();
    yield;
  }
  let to = new Float64Array(values.length);
  for (let width = runLength; width < values.length; width *= 2) {
    for (let start = 0; start < values.length; start += 2 * width) {
      yield* merge(from, to, start, Math.min(start + width, values.length), start + 2 * width);
    }
    [from, to] = [to, from];
  }
  return from;
}

function* merge(
  from: Float64Array,
  to: Float64Array,
  start: number,
  middle: number,
  end: number,
): Sliced<void> {
  const last = Math.min(end, from.length);
  let [left, right] = [start, middle];
  for (let at = start; at < last; at += 1) {
    const isLeft = left < middle && (right >= last || (from[left] as number) <= (from[right] as number));
    to[at] = from[isLeft ? left : right] as number;
    if (isLeft) left += 1;
    else right += 1;
    if (at % runLength === 0) yield;
  }
}
