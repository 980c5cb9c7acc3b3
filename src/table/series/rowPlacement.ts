import { recordOf } from '../columns/recordOf';
import { NumericColumn } from '../columns/columns';
import { notMeasured, type Table } from '../columns/table';

/** The columns that place a row in time. */
interface PlacingColumns {
  readonly start: NumericColumn;
  readonly end: NumericColumn;
  /** When an order was created and changed, or a capacity was published. They may be missing, but not unreadable. */
  readonly events: readonly NumericColumn[];
}

/** The columns that place the rows of a table in time; `undefined` for a comparison of orders. */
export function placingColumns(table: Table): PlacingColumns | undefined {
  const times = (...keys: readonly string[]) =>
    keys.flatMap((key) => {
      const column = table.column(key);
      return column instanceof NumericColumn && column.type === 'time' ? [column] : [];
    });
  const [start] = times('startTime', 'deliveryStart');
  const [end] = times('endTime', 'deliveryEnd');
  return start && end && { start, end, events: times('publicationTime', 'createdTime', 'updatedTime') };
}

/** Documented prices, volumes, and capacities. Numbers that describe others, versions, and stamps aren't. */
export const measuredColumns = (table: Table): NumericColumn[] =>
  table.fixed.flatMap((column) =>
    column instanceof NumericColumn &&
    column.type !== 'time' &&
    !notMeasured.has(column.key) &&
    !/^createdTime$|Epoch$/.test(column.key)
      ? [column]
      : [],
  );

/** Whether the column has something in this row that it can't read. */
export const isUnreadable = (column: NumericColumn, row: number): boolean =>
  column.exact.has(row) && Number.isNaN(column.value(row));

/** Whether a value that a number column can't read, given as its JSON text, is a number all the same. */
export const unreadableKind = (json: string): 'texts' | 'tooLarge' =>
  /^[-\d]/.test(json) ? 'tooLarge' : 'texts';

/** Whether the row only stands for a series or a curve without values. */
function isPlaceholder(table: Table): (row: number) => boolean {
  const { recordStarts, rows } = table;
  const measured = measuredColumns(table);
  return (row) => {
    if (recordStarts.length === 0 || measured.some((column) => !column.isNull(row))) return false;
    const record = recordOf(table, row);
    return recordStarts[record] === row && (recordStarts[record + 1] ?? rows) === row + 1;
  };
}

/**
 * Why a row can't be placed in time: see the findings of these kinds. It's placed by its start, its end, or both;
 * `event` is the time at which an order changed or a capacity was published.
 */
export type Misplacement =
  | { readonly kind: 'times'; readonly of: 'start' | 'end' | 'both' | 'event' }
  | { readonly kind: 'untimed'; readonly of: 'start' | 'end' | 'both' }
  | { readonly kind: 'reversed' | 'lengthless'; readonly of?: undefined };

/** Why a row can't be placed in time; `null` if it can. */
export function misplacements(table: Table): (row: number) => Misplacement | null {
  const columns = placingColumns(table);
  if (!columns) return () => null;
  const { start, end, events } = columns;
  const stands = isPlaceholder(table);
  const oddEvents = events.filter(({ exact }) => exact.size > 0);
  const by = (isStart: boolean, isEnd: boolean) => (isStart && isEnd ? 'both' : isStart ? 'start' : 'end');
  return (row) => {
    const from = start.value(row);
    const to = end.value(row);
    if (to > from && oddEvents.length === 0) return null;
    if (to > from) {
      return oddEvents.some((event) => isUnreadable(event, row)) ? { kind: 'times', of: 'event' } : null;
    }
    const [badStart, badEnd] = [isUnreadable(start, row), isUnreadable(end, row)];
    if (badStart || badEnd) return { kind: 'times', of: by(badStart, badEnd) };
    const [noStart, noEnd] = [Number.isNaN(from), Number.isNaN(to)];
    if (noStart && noEnd && stands(row)) return null;
    if (noStart || noEnd) return { kind: 'untimed', of: by(noStart, noEnd) };
    return { kind: to < from ? 'reversed' : 'lengthless' };
  };
}

/**
 * Whether a row has no place among others: its start can't be read or is missing, or it can't be read when it was
 * published or changed. The delivery of events may be missing.
 */
export function unplacedTest(table: Table, areEvents = false): (row: number) => boolean {
  const misplaced = misplacements(table);
  return (row) => {
    const { kind, of } = misplaced(row) ?? {};
    return (kind === 'times' || (kind === 'untimed' && !areEvents)) && of !== 'end';
  };
}
