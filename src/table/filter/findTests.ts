import { epochInstant, isEpochTime } from '../../market/records/epochs';
import { formatInstant } from '../../market/time/zones';
import type { TableColumn } from '../columns/columns';
import type { Sliced } from '../columns/slices';
import type { PartSearch } from '../columns/text/textMatch';

/**
 * Whether the text has only characters that numbers and times are written with. If not, no number or time
 * contains it.
 */
const isOfFigures = (text: string) => /^[-+\d.:eE ]*$/.test(text);

/** Whether the row's cell, as shown, contains the text; `null` if no cell of the column can contain it. */
export type CellTest = ((row: number) => boolean) | null;

/** The test of a column. `search` is the search for `text`; times are tested as shown in `zone`. */
export function cellTest(column: TableColumn, text: string, search: PartSearch, zone: string): CellTest {
  const inTime = instantTest(search, zone);
  switch (column.kind) {
    case 'text':
      if (column.entries.count === 1) return null; // only null
      if (column.type === 'boolean') {
        return (row) => {
          const cell = column.cell(row);
          if (typeof cell === 'boolean') return search.text(cell ? 'yes' : 'no');
          return cell !== null && search.text(String(cell));
        };
      }
      return (row) => {
        const code = column.code(row);
        return code !== 0 && column.entries.read(code, search.bytes);
      };
    case 'numeric':
      // Values of another type are kept as sent and may contain anything.
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

/** How many instants have their result cached; delivery times repeat in many rows. */
const maxKnownInstants = 10_000;

/** Whether an instant, as shown in the zone, contains the part. */
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

/** The test of a column whose texts are all searched in advance. */
export function* judgedTest(column: TableColumn, oneByOne: CellTest, search: PartSearch): Sliced<CellTest> {
  if (column.type !== 'text' || oneByOne === null) return oneByOne;
  const { distinct } = column.entries;
  const marks = yield* column.entries.judge(search.bytes, search.inBytes);
  if (distinct && !marks.includes(1)) return null;
  // If texts are renumbered in the meantime, the marks no longer belong to their codes.
  return (row) => (column.entries.distinct === distinct ? marks[column.code(row)] === 1 : oneByOne(row));
}
