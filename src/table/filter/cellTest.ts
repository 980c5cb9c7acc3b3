import { epochInstant, isEpochTime } from '../../market/records/epochs';
import { formatInstant } from '../../market/time/zones';
import type { TableColumn } from '../columns/columns';
import type { Sliced } from '../columns/slices';
import type { PartSearch } from '../columns/textMatch';

/** What numbers and times are written with; a text of anything else is in none of them. */
const isOfFigures = (text: string) => /^[-+\d.:eE ]*$/.test(text);

/** Whether the row's cell contains the text as it is shown; `null` where no cell of the column can. */
export type CellTest = ((row: number) => boolean) | null;

/** The test of a column, by the part and what was made of it; times as the clock of `zone` shows them. */
export function cellTest(column: TableColumn, text: string, search: PartSearch, zone: string): CellTest {
  const inTime = instantTest(search, zone);
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
        if (!Number.isNaN(instant)) return inTime(instant);
        const cell = column.text(row);
        return cell !== null && search.text(cell);
      };
  }
}

/** Instants whose verdict is kept; delivery times repeat in row after row. */
const maxKnownInstants = 10_000;

/** Whether an instant contains the part as the clock of the zone shows it. */
function instantTest(search: PartSearch, zone: string): (instant: number) => boolean {
  const known = new Map<number, boolean>();
  return (instant) => {
    let verdict = known.get(instant);
    if (verdict === undefined) {
      verdict = search.text(formatInstant(instant, zone));
      if (known.size >= maxKnownInstants) known.clear();
      known.set(instant, verdict);
    }
    return verdict;
  };
}

/** The test of a column all of whose texts were judged beforehand. */
export function* judgedTest(column: TableColumn, oneByOne: CellTest, search: PartSearch): Sliced<CellTest> {
  if (column.kind !== 'text' || oneByOne === null) return oneByOne;
  const { distinct } = column;
  const marks = yield* column.judge(search);
  if (distinct && !marks.includes(1)) return null;
  // Texts may be numbered anew meanwhile: then the marks are about other codes.
  return (row) => (column.distinct === distinct ? marks[column.code(row)] === 1 : oneByOne(row));
}
