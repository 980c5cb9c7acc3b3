import type { Flaw, FindingKey, PlacedBy } from '../../market/integrity/findings';
import { NumericColumn } from '../columns/columns';
import { unquotedText } from '../columns/numberText';
import { slices, type Sliced } from '../columns/slices';
import { notMeasured, type Table } from '../columns/table';
import { timeProblem } from '../columns/timeText';

/** The columns that place a row in time. */
interface PlacingColumns {
  readonly start: NumericColumn;
  readonly end: NumericColumn;
  /** When an order changed or a capacity was published. It may be missing, but not unreadable. */
  readonly event: NumericColumn | undefined;
}

function placingColumns(table: Table): PlacingColumns | undefined {
  const time = (...keys: readonly string[]) => {
    const found = keys.map((key) => table.column(key)).find((column) => column?.type === 'time');
    return found instanceof NumericColumn ? found : undefined;
  };
  const start = time('startTime', 'deliveryStart');
  const end = time('endTime', 'deliveryEnd');
  return start && end && { start, end, event: time('publicationTime', 'createdTime') };
}

/** Documented prices, volumes, and capacities. Numbers that describe others, versions, and stamps aren't. */
const measuredColumns = (table: Table): NumericColumn[] =>
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

/** Whether the row only stands for a series or a curve without values. */
function isPlaceholder(table: Table): (row: number) => boolean {
  const { recordStarts, rows } = table;
  const measured = measuredColumns(table);
  let record = 0;
  return (row) => {
    if (recordStarts.length === 0 || measured.some((column) => !column.isNull(row))) return false;
    if ((recordStarts[record] ?? 0) > row) record = 0;
    while ((recordStarts[record + 1] ?? Infinity) <= row) record += 1;
    return recordStarts[record] === row && (recordStarts[record + 1] ?? rows) === row + 1;
  };
}

type Kind = 'times' | 'untimed' | 'reversed' | 'lengthless';

/** How a row can't be placed; `null` if it can. Rows are expected in ascending order. */
function placement(table: Table): (row: number) => { kind: Kind; of?: PlacedBy } | null {
  const columns = placingColumns(table);
  if (!columns) return () => null;
  const { start, end, event } = columns;
  const stands = isPlaceholder(table);
  const by = (isStart: boolean, isEnd: boolean) => (isStart && isEnd ? 'both' : isStart ? 'start' : 'end');
  return (row) => {
    const [from, to] = [start.value(row), end.value(row)];
    if (to > from) return event && isUnreadable(event, row) ? { kind: 'times', of: 'event' } : null;
    const [badStart, badEnd] = [isUnreadable(start, row), isUnreadable(end, row)];
    if (badStart || badEnd) return { kind: 'times', of: by(badStart, badEnd) };
    const [noStart, noEnd] = [Number.isNaN(from), Number.isNaN(to)];
    if (noStart && noEnd && stands(row)) return null;
    if (noStart || noEnd) return { kind: 'untimed', of: by(noStart, noEnd) };
    return { kind: to < from ? 'reversed' : 'lengthless' };
  };
}

/** Counts the rows that can't be placed in time, and the values in number columns that aren't numbers. */
export function* flawsOf(table: Table): Sliced<Flaw[]> {
  const columns = placingColumns(table);
  const placed = placement(table);
  const found = new Map<string, { kind: Kind; of: PlacedBy; count: number; row: number }>();
  yield* slices(table.rows, (from, to) => {
    for (let row = from; row < to; row += 1) {
      const flaw = placed(row);
      if (!flaw) continue;
      const { kind, of = 'both' } = flaw;
      const known = found.get(kind + of) ?? { kind, of, count: 0, row };
      found.set(kind + of, known);
      known.count += 1;
    }
  });
  const flaws: Flaw[] = [];
  for (const { kind, of, count, row } of found.values()) {
    if (kind === 'times') {
      const column = columns?.[of === 'both' ? 'start' : of];
      const json = column?.exact.get(row) ?? '';
      flaws.push({ kind, of, count, example: unquotedText(json), problem: timeProblem(json) });
    } else if (kind === 'untimed') {
      if (of !== 'event') flaws.push({ kind, of, count });
    } else flaws.push({ kind, count });
  }
  for (const column of measuredColumns(table)) {
    let [count, example] = [0, ''];
    for (const [row, json] of column.exact) {
      if (row >= table.rows || !isUnreadable(column, row)) continue;
      if (count === 0) example = unquotedText(json);
      count += 1;
    }
    yield;
    if (count > 0) flaws.push({ kind: 'texts', of: column.key, title: column.title, count, example });
  }
  return flaws;
}

/** Counts the rows with a price, volume, or capacity, readable or not. */
export function* countValues(table: Table): Sliced<number> {
  const measured = measuredColumns(table);
  let count = 0;
  yield* slices(table.rows, (from, to) => {
    for (let row = from; row < to; row += 1) if (measured.some((column) => !column.isNull(row))) count += 1;
  });
  return count;
}

/** Whether a row is one of those that `flawsOf` counts for the finding. Rows are expected in ascending order. */
export function flawTest(table: Table, { kind, of }: FindingKey): (row: number) => boolean {
  if (kind === 'texts') {
    const column = measuredColumns(table).find(({ key }) => key === of);
    return (row) => column !== undefined && isUnreadable(column, row);
  }
  const placed = placement(table);
  return (row) => {
    const flaw = placed(row);
    return flaw?.kind === kind && (of === undefined || flaw.of === of);
  };
}
