import type { TableColumn } from './columns';
import { QuestionError, testOf } from './filter';
import type { Table } from './table';
import { filterOperators, type Filter, type RowsQuestion, type SortKey } from './tableTypes';

const columnOf = (table: Table, key: string): TableColumn => {
  const column = table.column(key);
  if (!column) throw new QuestionError(`There is no column "${key}" in this result.`);
  return column;
};

/** Sort keys of the listed rows: numbers as they are, texts by rank, NaN for missing. */
function keysOf(column: TableColumn, rows: number): Float64Array {
  const keys = new Float64Array(rows);
  if (column.kind === 'text') {
    const ranks = rankTexts(column.texts());
    for (let row = 0; row < rows; row += 1) keys[row] = ranks[column.code(row)] ?? Number.NaN;
  } else if (column.kind === 'numeric') {
    for (let row = 0; row < rows; row += 1) keys[row] = column.value(row);
  } else {
    for (let row = 0; row < rows; row += 1) keys[row] = column.code(row) || Number.NaN;
  }
  return keys;
}

/** By code; place 0, which stands for null, is NaN. */
function rankTexts(values: readonly string[]): Float64Array {
  const codes = values.map((_, code) => code).slice(1);
  codes.sort((a, b) => {
    const [left, right] = [values[a] ?? '', values[b] ?? ''];
    return left < right ? -1 : left > right ? 1 : 0;
  });
  const ranks = new Float64Array(values.length).fill(Number.NaN);
  let rank = 0;
  codes.forEach((code, place) => {
    if (values[code] !== values[codes[place - 1] ?? 0]) rank += 1;
    ranks[code] = rank;
  });
  return ranks;
}

/** Stable; missing values last in both directions. */
function sortBy(order: Uint32Array, keys: Float64Array, descending: boolean): Uint32Array {
  const sign = descending ? -1 : 1;
  return order.sort((a, b) => {
    const [left, right] = [keys[a] as number, keys[b] as number];
    if (left === right) return 0;
    if (Number.isNaN(left)) return Number.isNaN(right) ? 0 : 1;
    if (Number.isNaN(right)) return -1;
    return left < right ? -sign : sign;
  });
}

function filterRows(table: Table, filters: readonly Filter[]): Uint32Array {
  const tests = filters.map((filter) => {
    if (!filterOperators.includes(filter.op)) {
      throw new QuestionError(`"${filter.op}" is none of ${filterOperators.join(' ')}.`);
    }
    return testOf(columnOf(table, filter.column), filter);
  });
  const kept = new Uint32Array(table.rows);
  let count = 0;
  for (let row = 0; row < table.rows; row += 1) {
    if (tests.every((test) => test(row))) kept[count++] = row;
  }
  return kept.slice(0, count);
}

/**
 * The rows in the asked order, as places in the table; `undefined` where that is simply all of
 * them. Throws `QuestionError` for an unknown column, operator or value.
 */
export function orderOf(
  table: Table,
  sort: readonly SortKey[],
  filter: readonly Filter[],
): Uint32Array | undefined {
  if (sort.length === 0 && filter.length === 0) return undefined;
  const sortColumns = sort.map(({ column }) => columnOf(table, column));
  let order =
    filter.length > 0
      ? filterRows(table, filter)
      : Uint32Array.from({ length: table.rows }, (_, row) => row);
  for (let place = sort.length - 1; place >= 0; place -= 1) {
    const keys = keysOf(sortColumns[place] as TableColumn, table.rows);
    order = sortBy(order, keys, sort[place]?.descending === true);
  }
  return order;
}

/** Remembers the last orders asked for, so that scrolling does not sort again. */
export class RowOrders {
  private readonly known = new Map<string, Uint32Array | undefined>();

  constructor(private readonly table: Table) {}

  order({ sort = [], filter = [] }: RowsQuestion): Uint32Array | undefined {
    const key = JSON.stringify([this.table.rows, sort, filter]);
    if (!this.known.has(key)) {
      if (this.known.size >= 4) this.known.delete(this.known.keys().next().value ?? '');
      this.known.set(key, orderOf(this.table, sort, filter));
    }
    return this.known.get(key);
  }
}

/** Places in the table of the rows `from` to `to` (exclusive) of the asked order, and how many there are. */
export function pageOf(
  table: Table,
  orders: RowOrders,
  question: RowsQuestion,
): { total: number; places: number[] } {
  const order = orders.order(question);
  const total = order?.length ?? table.rows;
  const from = Math.min(Math.max(0, Math.trunc(question.from ?? 0)), total);
  const to = Math.min(Math.max(from, Math.trunc(question.to ?? total)), total);
  const places = Array.from({ length: to - from }, (_, place) =>
    order ? (order[from + place] as number) : from + place,
  );
  return { total, places };
}

/** The asked columns in the asked order, all in table order where none are named. */
export function askedColumns(table: Table, keys?: readonly string[]): readonly TableColumn[] {
  return keys ? keys.map((key) => columnOf(table, key)) : table.columns;
}
