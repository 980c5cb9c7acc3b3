import { cellTest, judgedTest } from './findTests';
import type { TableColumn } from '../columns/columns';
import { sliceRows, type Sliced } from '../columns/slices';
import type { CellPosition } from '../../protocol/tableTypes';
import type { FindQuestion } from '../../protocol/rowsQuestion';
import { containing } from '../columns/text/textMatch';

/** Rows searched at a time; each row costs one test per column. */
export const findRows = sliceRows / 16;

/**
 * The nearest cell from `start` on, in reading order, whose displayed text contains the text, ignoring
 * case; `null` if there is none. `sorted` is undefined if the table's `rows` rows are in their own order.
 */
export function* findCell(
  columns: readonly TableColumn[],
  sorted: Uint32Array | undefined,
  rows: number,
  { text, zone, start, backwards = false }: FindQuestion,
): Sliced<CellPosition | null> {
  const search = containing(text);
  const tests = columns.map((column) => cellTest(column, text, search, zone));
  const total = sorted?.length ?? rows;
  const step = backwards ? -1 : 1;
  const edge = backwards ? columns.length - 1 : 0;
  const first = backwards ? Math.min(start.row, total - 1) : Math.max(start.row, 0);
  const startColumn = backwards ? Math.min(start.column, edge) : Math.max(start.column, edge);
  let column = first === start.row ? startColumn : edge;
  for (let index = first, seen = 1; index >= 0 && index < total; index += step, seen += 1) {
    const row = sorted ? (sorted[index] as number) : index;
    for (; column >= 0 && column < columns.length; column += step) {
      if (tests[column]?.(row) === true) return { row: index, column };
    }
    column = edge;
    if (seen % findRows === 0) yield;
    // No match nearby: from here on, it pays off to search each distinct text in advance.
    if (seen !== findRows) continue;
    for (const [at, judged] of columns.entries()) {
      tests[at] = yield* judgedTest(judged, tests[at] ?? null, search);
    }
  }
  return null;
}
