import * as l10n from '@vscode/l10n';
import type { FindingKey } from '../../market/integrity/findings';
import type { Asked } from '../../market/integrity/integrity';
import type { TableColumn } from '../columns/columns';
import { recordOf } from '../columns/recordOf';
import { rowFilterOf } from '../filter/filter';
import { QuestionError } from '../questionError';
import { findingFilter } from '../integrity/findingRows';
import { curvePeriods, hasCurves } from '../series/curvePeriods';
import { sortRows } from '../sort/rowSort';
import { passingRows, type RowFilter } from '../filter/rowFilter';
import { eachIndex, paced, type Sliced } from '../columns/slices';
import type { Table } from '../columns/table';
import type { ChosenRows, JudgedPageQuestion } from '../../protocol/tableTypes';
import type { Filter, RowRange, RowsQuestion, SortKey } from '../../protocol/rowsQuestion';

const columnOf = (table: Table, key: string): TableColumn => existing(table.column(key), key);

function existing(column: TableColumn | undefined, key: string): TableColumn {
  if (!column) throw new QuestionError(l10n.t('Column "{0}" not found in this result.', key));
  return column;
}

/**
 * The rows that pass the filter, sorted; `undefined` if these are all rows in table order. Throws
 * `QuestionError` for an unknown column, operator, or value.
 */
export function* sortedRows(
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
  const filters: RowFilter[] = [];
  for (const part of filter) filters.push(yield* rowFilterOf(columnOf(table, part.column), part));
  if (judged) filters.push(yield* findingFilter(table, judged.asked, judged.finding));
  let sorted = yield* passingRows(rows, filters);
  for (const { column, descending } of keys.reverse()) {
    sorted = yield* sortRows(column, sorted, descending);
  }
  return sorted;
}

/** Caches the last sorted rows, so that scrolling does not sort again. */
export class SortedRows {
  private readonly known = new Map<string, Uint32Array | undefined>();
  private turn: Promise<unknown> = Promise.resolve();

  constructor(private readonly table: Table) {}

  /** Questions run one at a time: pages with the same sort and filter wait for the first one's work. */
  async rowsFor(
    { sort = [], filter = [], finding, asked }: JudgedPageQuestion,
    signal?: AbortSignal,
  ): Promise<Uint32Array | undefined> {
    const judged = finding && asked && { finding, asked };
    if (sort.length === 0 && filter.length === 0 && !judged) return undefined;
    const key = JSON.stringify([this.table.rows, sort, filter, judged]);
    const find = async () => {
      if (this.known.has(key)) return this.known.get(key);
      const sorted = await paced(sortedRows(this.table, sort, filter, judged), signal);
      if (this.known.size >= 4) this.known.delete(this.known.keys().next().value ?? '');
      this.known.set(key, sorted);
      return sorted;
    };
    if (this.known.has(key)) return find();
    const found = this.turn.then(find);
    this.turn = found.catch(() => undefined);
    return found;
  }
}

/** The requested range of the rows after filter and sort, limited to those that exist. */
function pageRange(question: RowsQuestion, total: number): RowRange {
  const from = Math.min(Math.max(0, Math.trunc(question.from ?? 0)), total);
  return [from, Math.min(Math.max(from, Math.trunc(question.to ?? total)), total)];
}

/** The table rows of the requested page, and the number of rows on all pages. */
export async function pageOf(
  table: Table,
  sorted: SortedRows,
  question: JudgedPageQuestion,
  signal?: AbortSignal,
): Promise<{ total: number; rows: number[] }> {
  const all = await sorted.rowsFor(question, signal);
  const total = all?.length ?? table.rows;
  const [from, to] = pageRange(question, total);
  const rows = Array.from({ length: to - from }, (_, at) => (all ? (all[from + at] as number) : from + at));
  return { total, rows };
}

/** The chosen table rows in the order shown, each once; `undefined` if these are all rows in table order. */
export async function chosenRows(
  table: Table,
  sorted: SortedRows,
  question: ChosenRows,
  signal?: AbortSignal,
): Promise<Uint32Array | undefined> {
  const { sample, ...unlimited } = question;
  if (sample !== undefined) {
    const rows = await chosenRows(table, sorted, unlimited, signal);
    return paced(sampleOf(table, rows, sample), signal);
  }
  const all = await sorted.rowsFor(question, signal);
  const total = all?.length ?? table.rows;
  const page = pageRange(question, total);
  const parts = question.ranges ? apart(question.ranges, page) : [page];
  const count = parts.reduce((sum, [from, to]) => sum + to - from, 0);
  if (count === total) return all;
  const rows = new Uint32Array(count);
  let at = 0;
  for (const [from, to] of parts) {
    if (all) rows.set(all.subarray(from, to), at);
    else for (let row = from; row < to; row += 1) rows[at + row - from] = row;
    at += to - from;
  }
  return rows;
}

/** The rows that `ChosenRows.sample` limits the choice to; `rows` is `undefined` for all rows. */
function* sampleOf(table: Table, rows: Uint32Array | undefined, most: number): Sliced<Uint32Array> {
  const total = rows?.length ?? table.rows;
  if (table.recordStarts.length === 0) {
    return rows
      ? rows.subarray(0, most)
      : Uint32Array.from({ length: Math.min(most, total) }, (_, row) => row);
  }
  const isKept = hasCurves(table)
    ? firstValues(table, (yield* curvePeriods(table)).firsts, most)
    : firstRows(table, most);
  const kept: number[] = [];
  yield* eachIndex(total, (index) => {
    const row = rows ? (rows[index] as number) : index;
    if (isKept(row)) kept.push(row);
  });
  return Uint32Array.from(kept);
}

/** Whether the row is among the first `most` rows of its record; counts the rows it was called with. */
function firstRows(table: Table, most: number): (row: number) => boolean {
  const counts = new Uint32Array(table.recordStarts.length);
  return (row) => {
    const record = recordOf(table, row);
    const count = (counts[record] ?? 0) + 1;
    counts[record] = count;
    return count <= most;
  };
}

/** The same for the first values of curves. A value has several rows; `starts` are the first of these. */
function firstValues(table: Table, starts: Uint32Array, most: number): (row: number) => boolean {
  const found = new Map<number, Set<number>>();
  return (row) => {
    const record = recordOf(table, row);
    const ofRecord = found.get(record) ?? new Set();
    found.set(record, ofRecord);
    const value = recordOf({ recordStarts: starts }, row);
    if (ofRecord.size < most) ofRecord.add(value);
    return ofRecord.has(value);
  };
}

/** The parts of the page that are in one of the ranges, in order and without overlaps. */
function apart(ranges: readonly RowRange[], [first, end]: RowRange): RowRange[] {
  const parts: RowRange[] = [];
  let next = first;
  for (const [from, to] of [...ranges].sort(([one], [other]) => one - other)) {
    const part = [Math.max(from, next), Math.min(to, end)] as const;
    if (part[0] >= part[1]) continue;
    parts.push(part);
    next = part[1];
  }
  return parts;
}

/** The requested columns in the requested order; all in table order if none are given. */
export function namedColumns(table: Table, keys?: readonly string[]): readonly TableColumn[] {
  if (!keys) return table.columns;
  return keys.map((key) => existing(table.column(key), key));
}
