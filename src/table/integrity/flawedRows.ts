import type { Flaw, FindingKey } from '../../market/integrity/findings';
import { unquotedText } from '../columns/numberText';
import { numbersOf } from '../columns/perTable';
import { eachIndex, type Sliced } from '../columns/slices';
import type { Table } from '../columns/table';
import { timeProblem } from '../columns/timeText';
import {
  isUnreadable,
  measuredColumns,
  misplacements,
  placingColumns,
  type Misplacement,
} from '../series/rowPlacement';

/** Counts the rows that can't be placed in time, and the values in number columns that aren't numbers. */
export function* flawsOf(table: Table): Sliced<Flaw[]> {
  const columns = placingColumns(table);
  const misplaced = misplacements(table);
  const found = new Map<string, Required<Misplacement> & { count: number; row: number }>();
  yield* eachIndex(table.rows, (row) => {
    const flaw = misplaced(row);
    if (!flaw) return;
    const { kind, of = 'both' } = flaw;
    const known = found.get(kind + of) ?? { kind, of, count: 0, row };
    found.set(kind + of, known);
    known.count += 1;
  });
  const flaws: Flaw[] = [];
  for (const { kind, of, count, row } of found.values()) {
    if (kind === 'times') {
      const column =
        of === 'event'
          ? columns?.events.find((event) => isUnreadable(event, row))
          : columns?.[of === 'both' ? 'start' : of];
      const json = column?.exact.get(row) ?? '';
      flaws.push({ kind, of, count, example: unquotedText(json), problem: timeProblem(json) });
    } else if (kind === 'untimed') {
      if (of !== 'event') flaws.push({ kind, of, count });
    } else flaws.push({ kind, count });
  }
  for (const column of measuredColumns(table)) {
    let count = 0;
    let first = '';
    for (const [row, json] of column.exact) {
      if (row >= table.rows || !isUnreadable(column, row)) continue;
      if (count === 0) first = json;
      count += 1;
    }
    yield;
    if (count === 0) continue;
    const { key, title } = column;
    const isText = !/^[[{tf]/.test(first);
    flaws.push({ kind: 'texts', of: key, title, count, example: unquotedText(first), isText });
  }
  return flaws;
}

/** Counts the rows with a price, volume, or capacity, readable or not. */
export function* countValues(table: Table): Sliced<number> {
  const measured = measuredColumns(table);
  let count = 0;
  yield* eachIndex(table.rows, (row) => {
    if (measured.some((column) => !column.isNull(row))) count += 1;
  });
  return count;
}

/** Whether a row of price curves, a point, has no price or no volume. */
export function nullPointTest(table: Table): (row: number) => boolean {
  const columns = [numbersOf(table, 'price'), numbersOf(table, 'volume')];
  return (row) => columns.some((column) => column.isNull(row));
}

/** Whether a row is one of those that `flawsOf` counts for the finding. */
export function flawTest(table: Table, { kind, of }: FindingKey): (row: number) => boolean {
  if (kind === 'texts') {
    const column = measuredColumns(table).find(({ key }) => key === of);
    return (row) => column !== undefined && isUnreadable(column, row);
  }
  const misplaced = misplacements(table);
  return (row) => {
    const flaw = misplaced(row);
    return flaw?.kind === kind && (of === undefined || flaw.of === of);
  };
}
