import * as l10n from '@vscode/l10n';
import type { FindingKey } from '../../market/integrity/findings';
import type { Asked } from '../../market/integrity/integrity';
import type { TableColumn } from '../columns/columns';
import { QuestionError, sieveOf } from '../filter/filter';
import { findingSieve } from '../integrity/findingRows';
import { sortRows } from '../sort/rowSort';
import { sift, type Sieve } from '../filter/rowFilter';
import { paced, type Sliced } from '../columns/slices';
import type { Table } from '../columns/table';
import type { Filter, JudgedPageQuestion, SortKey } from '../tableTypes';

const columnOf = (table: Table, key: string): TableColumn => {
  const column = table.column(key);
  if (!column) throw new QuestionError(l10n.t('There is no column "{0}" in this result.', key));
  return column;
};

/**
 * The rows in the asked order, as places in the table; `undefined` where that is simply all of
 * them. Throws `QuestionError` for an unknown column, operator or value.
 */
export function* orderOf(
  table: Table,
  sort: readonly SortKey[],
  filter: readonly Filter[],
  judged?: { finding: FindingKey; asked: Asked },
): Sliced<Uint32Array | undefined> {
  if (sort.length === 0 && filter.length === 0 && !judged) return undefined;
  const { rows } = table;
  const keys = sort.map(({ column, descending = false }) => ({
    column: columnOf(table, column),
    descending,
  }));
  const sieves: Sieve[] = [];
  for (const part of filter) sieves.push(yield* sieveOf(columnOf(table, part.column), part));
  if (judged) sieves.push(yield* findingSieve(table, judged.asked, judged.finding));
  let order = yield* sift(rows, sieves);
  for (const { column, descending } of keys.reverse()) {
    order = yield* sortRows(column, order, descending);
  }
  return order;
}

/** Remembers the last orders asked for, so that scrolling does not sort again. */
export class RowOrders {
  private readonly known = new Map<string, Uint32Array | undefined>();
  private turn: Promise<unknown> = Promise.resolve();

  constructor(private readonly table: Table) {}

  /** One order is worked out at a time: pages of the same order wait for the first one's work. */
  async order(
    { sort = [], filter = [], finding, asked }: JudgedPageQuestion,
    signal?: AbortSignal,
  ): Promise<Uint32Array | undefined> {
    const judged = finding && asked && { finding, asked };
    if (sort.length === 0 && filter.length === 0 && !judged) return undefined;
    const key = JSON.stringify([this.table.rows, sort, filter, judged]);
    const find = async () => {
      if (this.known.has(key)) return this.known.get(key);
      const order = await paced(orderOf(this.table, sort, filter, judged), signal);
      if (this.known.size >= 4) this.known.delete(this.known.keys().next().value ?? '');
      this.known.set(key, order);
      return order;
    };
    if (this.known.has(key)) return find();
    const found = this.turn.then(find);
    this.turn = found.catch(() => undefined);
    return found;
  }
}

/** Places in the table of the rows `from` to `to` (exclusive) of the asked order, and how many there are. */
export async function pageOf(
  table: Table,
  orders: RowOrders,
  question: JudgedPageQuestion,
  signal?: AbortSignal,
): Promise<{ total: number; places: number[] }> {
  const order = await orders.order(question, signal);
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
