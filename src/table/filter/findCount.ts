import { cellTest, judgedTest, type CellTest } from './findTests';
import type { TableColumn } from '../columns/columns';
import { findRows } from './find';
import type { Sliced } from '../columns/slices';
import type { Table } from '../columns/table';
import type { FindCountAnswer, CellPosition } from '../../protocol/tableTypes';
import type { FindCountQuestion } from '../../protocol/rowsQuestion';
import { containing } from '../columns/text/textMatch';

/** The matches counted so far. */
interface Count {
  /** Identifies the text, rows, and columns. */
  readonly about: string;
  /** The number of matches before each run of `findRows` rows; the last entry counts all rows so far. */
  readonly before: number[];
  /** One test per column; empty until all texts have been searched. */
  tests: readonly CellTest[];
  /** `null` once it is complete, because it would keep millions of sorted rows in memory. */
  work: Sliced<void> | null;
}

/**
 * Only one text at a time is searched for in a table, and its count also numbers the next match. Not in
 * `perTable`, which keeps only complete results.
 */
const counts = new WeakMap<Table, Count>();

/**
 * How many cells in the given rows and columns contain the text, and the number of the match at cell `at`.
 * Once `isLate` returns true, returns the count so far. Another call, even for another cell, continues the
 * same work, even if an earlier caller gave up. `sorted` as in `findCell`.
 */
export function* countMatches(
  table: Table,
  columns: readonly TableColumn[],
  sorted: Uint32Array | undefined,
  { at, ...question }: FindCountQuestion,
  isLate: () => boolean,
): Sliced<FindCountAnswer> {
  const about = JSON.stringify([table.rows, columns.map(({ key }) => key), question]);
  let count = counts.get(table);
  if (count?.about !== about) {
    count = begin(about, columns, sorted, table.rows, question);
    counts.set(table, count);
  }
  while (count.work) {
    try {
      if (count.work.next().done === true) count.work = null;
    } catch (error) {
      counts.delete(table); // work that failed can't be continued
      throw error;
    }
    if (isLate()) break;
    yield;
  }
  return {
    number: numberOf(count, sorted, at),
    total: count.before.at(-1) ?? 0,
    isComplete: count.work === null,
  };
}

function begin(
  about: string,
  columns: readonly TableColumn[],
  sorted: Uint32Array | undefined,
  rows: number,
  { text, zone }: Pick<FindCountQuestion, 'text' | 'zone'>,
): Count {
  const count: Count = { about, before: [0], tests: [], work: work() };
  return count;

  function* work(): Sliced<void> {
    const search = containing(text);
    const tests: CellTest[] = [];
    for (const column of columns) {
      tests.push(yield* judgedTest(column, cellTest(column, text, search, zone), search));
    }
    count.tests = tests;
    const total = sorted?.length ?? rows;
    for (let from = 0, seen = 0; from < total; from += findRows) {
      const to = Math.min(total, from + findRows);
      for (const test of tests) seen += matchesOf(test, sorted, from, to);
      count.before.push(seen);
      yield;
    }
  }
}

/** The number of matches of a column in the sorted rows `from` to `to` (exclusive). */
function matchesOf(test: CellTest, sorted: Uint32Array | undefined, from: number, to: number): number {
  let matches = 0;
  if (test === null) return matches;
  for (let index = from; index < to; index += 1) {
    if (test(sorted ? (sorted[index] as number) : index)) matches += 1;
  }
  return matches;
}

/** The number of the match in the cell, starting at 1; `null` if its row isn't counted yet. */
function numberOf(
  { before, tests }: Count,
  sorted: Uint32Array | undefined,
  { row, column }: CellPosition,
): number | null {
  const run = Math.floor(row / findRows);
  const [earlier, reached] = [before[run], before[run + 1]];
  if (earlier === undefined || reached === undefined) return null;
  let number = earlier;
  for (const [each, test] of tests.entries()) {
    // In its own row, only cells to its left come before it.
    number += matchesOf(test, sorted, run * findRows, each <= column ? row + 1 : row);
  }
  return number;
}
