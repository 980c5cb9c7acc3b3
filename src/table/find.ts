import { epochInstant, isEpochTime } from '../market/epochs';
import { formatInstant } from '../market/zones';
import type { TableColumn } from './columns';
import { sliceRows, type Sliced } from './slices';
import type { FindQuestion, Place } from './tableTypes';
import { containing, type PartSearch } from './textMatch';

/** Rows looked at in one go: each costs as many looks as there are columns. */
const findRows = sliceRows / 16;

/** What numbers and times are written with; a text of anything else is in none of them. */
const isOfFigures = (text: string) => /^[-+\d.:eE ]*$/.test(text);

/** Whether the row's cell contains the text as it is shown; `null` where no cell of the column can. */
type CellTest = ((row: number) => boolean) | null;

function cellTest(column: TableColumn, text: string, search: PartSearch, zone: string): CellTest {
  switch (column.kind) {
    case 'text':
      if (column.entryCount === 1) return null; // nothing but null
      return (row) => {
        const code = column.code(row);
        return code !== 0 && column.readEntry(code, search);
      };
    case 'boolean':
      return (row) => {
        const cell = column.cell(row);
        if (cell === null) return false;
        return search.text(typeof cell === 'boolean' ? (cell ? 'yes' : 'no') : String(cell));
      };
    case 'numeric':
      // Values of another type, kept as they were sent, may contain anything.
      if (!isOfFigures(text) && column.exact.size === 0) return null;
      return (row) => {
        const instant =
          column.type === 'time'
            ? column.value(row)
            : isEpochTime(column)
              ? (epochInstant(column.cell(row), column) ?? Number.NaN)
              : Number.NaN;
        if (!Number.isNaN(instant)) return search.text(formatInstant(instant, zone));
        const cell = column.text(row);
        return cell !== null && search.text(cell);
      };
  }
}

/** The test of a column all of whose texts were judged beforehand. */
function* judgedTest(
  column: TableColumn,
  oneByOne: CellTest,
  search: PartSearch,
): Sliced<CellTest> {
  if (column.kind !== 'text' || oneByOne === null) return oneByOne;
  const { distinct } = column;
  const marks = yield* column.judge(search);
  if (distinct && !marks.includes(1)) return null;
  // Texts may be numbered anew meanwhile: then the marks are about other codes.
  return (row) => (column.distinct === distinct ? marks[column.code(row)] === 1 : oneByOne(row));
}

/**
 * The nearest cell from `start` on, in reading order, that contains the text as it is shown, whatever
 * the case; `null` where there is none. `order` is undefined for the table's own order of `rows` rows.
 */
export function* findCell(
  columns: readonly TableColumn[],
  order: Uint32Array | undefined,
  rows: number,
  { text, zone, start, backwards = false }: FindQuestion,
): Sliced<Place | null> {
  const search = containing(text);
  const holds = columns.map((column) => cellTest(column, text, search, zone));
  const total = order?.length ?? rows;
  const step = backwards ? -1 : 1;
  const edge = backwards ? columns.length - 1 : 0;
  const first = backwards ? Math.min(start.row, total - 1) : Math.max(start.row, 0);
  const beside = backwards ? Math.min(start.column, edge) : Math.max(start.column, edge);
  let column = first === start.row ? beside : edge;
  for (let place = first, seen = 1; place >= 0 && place < total; place += step, seen += 1) {
    const row = order ? (order[place] as number) : place;
    for (; column >= 0 && column < columns.length; column += step) {
      if (holds[column]?.(row) === true) return { row: place, column };
    }
    column = edge;
    if (seen % findRows === 0) yield;
    // Not near: from here on it pays to have judged each text beforehand.
    if (seen !== findRows) continue;
    for (const [at, judged] of columns.entries()) {
      holds[at] = yield* judgedTest(judged, holds[at] ?? null, search);
    }
  }
  return null;
}
