import type { ColumnSummaryQuestion } from '../../protocol/rowsQuestion';
import type { ColumnSummary } from '../../protocol/tableTypes';
import type { NumericColumn, TextColumn } from '../columns/columns';
import { eachIndex, type Sliced } from '../columns/slices';
import type { Table } from '../columns/table';
import { parseTime } from '../columns/timeText';
import { columnFacts } from '../integrity/breaches';
import { valuesOf } from './columnValues';
import { namedColumns } from './rows';

/** More aren't told apart in the header of a column. */
const mostBars = 16;
/** The most values to list; the others are counted. */
const mostValues = 12;

/** How many values are in each of equal parts of the range. Of a range without a width, all are in the first. */
function* barsOf(column: NumericColumn, rows: number, from: number, to: number): Sliced<number[]> {
  const bars = Array.from({ length: mostBars }, () => 0);
  const width = (to - from) / mostBars;
  const isWide = width > 0 && Number.isFinite(width);
  yield* eachIndex(rows, (row) => {
    const value = column.value(row);
    if (Number.isNaN(value)) return;
    const at = isWide ? Math.min(mostBars - 1, Math.floor((value - from) / width)) : 0;
    bars[at] = (bars[at] ?? 0) + 1;
  });
  return bars;
}

function* answersOf(column: TextColumn, rows: number): Sliced<ColumnSummary['values']> {
  const counts = { yes: 0, no: 0 };
  yield* eachIndex(rows, (row) => {
    const cell = column.cell(row);
    if (typeof cell === 'boolean') counts[cell ? 'yes' : 'no'] += 1;
  });
  return Object.entries(counts).flatMap(([value, found]) => (found > 0 ? [{ value, rows: found }] : []));
}

/** What a column contains. Throws `QuestionError` for an unknown column. */
export function* columnSummary(table: Table, { column: key }: ColumnSummaryQuestion): Sliced<ColumnSummary> {
  const { rows } = table;
  const [column] = namedColumns(table, [key]);
  const numbers = column?.kind === 'numeric' ? column : null;
  // Only with a bound are extremes looked for.
  const facts = yield* columnFacts(table, key, numbers ? { '>=': -Infinity } : {});
  const cell = (text: string | null) => (text !== null && numbers?.type === 'time' ? parseTime(text) : text);
  const [least, greatest] = [cell(facts?.least ?? null), cell(facts?.greatest ?? null)];
  const { values, more } =
    column?.type === 'boolean'
      ? { values: yield* answersOf(column, rows), more: 0 }
      : yield* valuesOf(table, { column: key, text: '' });
  const listed = values.slice(0, mostValues);
  const found = {
    missing: facts?.nulls ?? 0,
    least,
    greatest,
    values: listed,
    more: more + values.length - listed.length,
  };
  if (!numbers || least === null || greatest === null) return { ...found, bars: [] };
  return { ...found, bars: yield* barsOf(numbers, rows, Number(least), Number(greatest)) };
}
