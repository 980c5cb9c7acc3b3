import type { TableColumn } from './columns';
import { sliceRows, type Sliced } from './slices';
import { containing, type PartSearch } from './textMatch';

/** Rows looked at in one go: each costs as many looks as there are columns. */
const findRows = sliceRows / 16;

/** Where to look: `start` is a place in the order; it is looked at first, then those behind or before it. */
export interface FindQuestion {
  text: string;
  start: number;
  backwards?: boolean;
}

/**
 * The nearest place in the order, from `start` on, whose row contains the text in one of the columns as
 * it reads there, whatever the case; `null` where there is none. `order` is undefined for the table's
 * own order of `rows` rows.
 */
export function* findPlace(
  columns: readonly TableColumn[],
  order: Uint32Array | undefined,
  rows: number,
  { text, start, backwards = false }: FindQuestion,
): Sliced<number | null> {
  const search = containing(text);
  const total = order?.length ?? rows;
  const step = backwards ? -1 : 1;
  let place = backwards ? Math.min(start, total - 1) : Math.max(start, 0);
  let holds = columns.map((column) => cellTest(column, search));
  for (let seen = 1; place >= 0 && place < total; place += step, seen += 1) {
    const row = order ? (order[place] as number) : place;
    if (holds.some((test) => test(row))) return place;
    if (seen % findRows === 0) yield;
    // Not near: from here on it pays to have judged each text beforehand.
    if (seen === findRows) holds = yield* quickTests(columns, search);
  }
  return null;
}

type CellTest = (row: number) => boolean;

function cellTest(column: TableColumn, search: PartSearch): CellTest {
  if (column.kind === 'text') {
    return (row) => {
      const code = column.code(row);
      return code !== 0 && column.readEntry(code, search);
    };
  }
  return (row) => {
    const cell = column.text(row);
    return cell !== null && search.text(cell);
  };
}

function* quickTests(columns: readonly TableColumn[], search: PartSearch): Sliced<CellTest[]> {
  const tests: CellTest[] = [];
  for (const column of columns) {
    if (column.kind !== 'text') {
      tests.push(cellTest(column, search));
      continue;
    }
    const { distinct } = column;
    const marks = yield* column.judge(search);
    const oneByOne = cellTest(column, search);
    // Texts may be numbered anew meanwhile: then the marks are about other codes.
    if (marks.includes(1) || !distinct) {
      tests.push((row) =>
        column.distinct === distinct ? marks[column.code(row)] === 1 : oneByOne(row),
      );
    }
  }
  return tests;
}
