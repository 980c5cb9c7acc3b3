import { cellTest, judgedTest, type CellTest } from './cellTest';
import type { TableColumn } from '../columns/columns';
import { findRows } from './find';
import type { Sliced } from '../columns/slices';
import type { Table } from '../columns/table';
import type { FindCountAnswer, FindCountQuestion, CellPosition } from '../tableTypes';
import { containing } from '../columns/textMatch';

/** Matches as far as they are counted. */
interface Count {
  /** Text, rows and columns that it is about. */
  readonly about: string;
  /** Matches in the rows before each run of `findRows` rows; the last number is of all rows so far. */
  readonly before: number[];
  /** One test per column; none until all texts are judged. */
  holds: readonly CellTest[];
  /** None once it is complete: it would keep millions of sorted rows. */
  work: Sliced<void> | null;
}

/**
 * One text at a time is looked for in a table: what was counted of it numbers the next match, too.
 * Not by `perTable`, whose answers are whole.
 */
const counts = new WeakMap<Table, Count>();

/**
 * How many cells of the asked rows and columns contain the text, and which of them the asked place is.
 * Answers with what it has once it `isLate`; whoever asks the same again, or for another place, goes
 * on with the same work, also where the first one gave up. `sorted` as in `findCell`.
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
      counts.delete(table); // work that broke off has nothing to go on with
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
  const count: Count = { about, before: [0], holds: [], work: work() };
  return count;

  function* work(): Sliced<void> {
    const search = containing(text);
    const holds: CellTest[] = [];
    for (const column of columns) {
      holds.push(yield* judgedTest(column, cellTest(column, text, search, zone), search));
    }
    count.holds = holds;
    const total = sorted?.length ?? rows;
    for (let from = 0, seen = 0; from < total; from += findRows) {
      const to = Math.min(total, from + findRows);
      for (const test of holds) seen += matchesOf(test, sorted, from, to);
      count.before.push(seen);
      yield;
    }
  }
}

/** Matches of a column in the sorted rows `from` to `to` (exclusive). */
function matchesOf(test: CellTest, sorted: Uint32Array | undefined, from: number, to: number): number {
  let matches = 0;
  if (test === null) return matches;
  for (let index = from; index < to; index += 1) {
    if (test(sorted ? (sorted[index] as number) : index)) matches += 1;
  }
  return matches;
}

/** Which match the cell at the place is, from 1; `null` where its row is not counted yet. */
function numberOf(
  { before, holds }: Count,
  sorted: Uint32Array | undefined,
  { row, column }: CellPosition,
): number | null {
  const run = Math.floor(row / findRows);
  const [earlier, reached] = [before[run], before[run + 1]];
  if (earlier === undefined || reached === undefined) return null;
  let number = earlier;
  for (const [each, test] of holds.entries()) {
    // Of its own row, what stands left of it comes before it.
    number += matchesOf(test, sorted, run * findRows, each <= column ? row + 1 : row);
  }
  return number;
}
