import * as l10n from '@vscode/l10n';
import { alignedStart } from '../../market/time/alignedDays';
import { comparisonPlans, type ComparisonPlan } from '../../market/datasets/comparisonPlans';
import type { ComparisonSummary } from '../../market/datasets/comparisonSummary';
import { numbersOf } from '../columns/perTable';
import { NumericColumn } from '../columns/columns';
import { comparedRows } from './comparedRows';
import type { CompareQuestion } from '../../protocol/workerMessages';
import { QuestionError } from '../questionError';
import { intervalEnds } from '../series/intervalEnds';
import { isUnreadable, unplacedTest } from '../series/rowPlacement';
import { sortRows } from '../sort/rowSort';
import { matchingRounds } from './rowMatching';
import { numbersBy, numbersByAll, type RowNumbers, type Sides } from './rowNumbers';
import { none, pairsOf } from './rowPairs';
import { eachIndex, slices, type Sliced } from '../columns/slices';
import type { Table } from '../columns/table';

interface Compared {
  readonly table: Table;
  readonly figures: ComparisonSummary;
}

/**
 * A table that compares two tables of the same record kind: their common columns, the difference of their
 * values (second minus first), both values, and the kind of change. Every row of either table is part of
 * exactly one row; for orders, every id is, with its last event. Rows are sorted by time. For parts of
 * responses, see `parts`. Throws `QuestionError` if the tables have no unit in common, or if the new table
 * would exceed its memory limit.
 */
export function* compare(
  first: Table,
  second: Table,
  { record, days, titles, tellsChanges, maxTableBytes, ...question }: CompareQuestion,
): Sliced<Compared> {
  const { parts = [false, false], areValuesReplaced = false } = question;
  const plan = planOf(comparisonPlans[record], parts.includes(true), areValuesReplaced);
  const counted = [yield* countedRows(first, plan), yield* countedRows(second, plan)] as const;
  const sides: Sides = [
    { table: first, rows: counted[0].rows, ends: yield* endsOf(first, plan), days: 0 },
    { table: second, rows: counted[1].rows, ends: yield* endsOf(second, plan), days },
  ];
  const { rounds, keys } = yield* matchingRounds(sides, plan);
  const pairs = yield* pairsOf(rounds);
  const rowOf = (side: 0 | 1, pair: number) => {
    const index = (side === 0 ? pairs.first : pairs.second)[pair] as number;
    return index === none ? none : (sides[side].rows[index] as number);
  };
  const sortKeys = new NumericColumn(plan.time, plan.time, 'number');
  const unordered = new Uint32Array(pairs.first.length);
  yield* eachIndex(unordered.length, (pair) => {
    unordered[pair] = pair;
    sortKeys.set(pair, sortKeyOf(sides, plan, rowOf(0, pair), rowOf(1, pair)));
  });
  const order = yield* sortRows(sortKeys, unordered, false);
  const compared = comparedRows(sides, plan, keys, { titles, tellsChanges, areValuesReplaced });
  let leftOut = 0;
  yield* slices(order.length, (from, to) => {
    for (let row = from; row < to; row += 1) {
      const pair = order[row] as number;
      const [ofFirst, ofSecond] = [rowOf(0, pair), rowOf(1, pair)];
      const isLacking = (parts[0] && ofFirst === none) || (parts[1] && ofSecond === none);
      if (isLacking) leftOut += 1;
      else compared.add(ofFirst, ofSecond);
    }
    if (compared.bytes() > maxTableBytes) throw new QuestionError(tooLarge());
  });
  return compared.end(leftOut, counted[0].unplaced + counted[1].unplaced);
}

/**
 * The last event of an order may not be in a part, and can't be recognized if ids were replaced, so single
 * events are compared.
 */
function planOf(usual: ComparisonPlan, isOfPart: boolean, areValuesReplaced: boolean): ComparisonPlan {
  const { lastBy, ...plan } = usual;
  if (areValuesReplaced) {
    const { keptKeys = plan.keys } = plan;
    return { ...plan, keys: keptKeys, told: plan.told.filter((key) => !keptKeys.includes(key)) };
  }
  if (!isOfPart) return usual;
  return { ...plan, keys: lastBy === undefined ? plan.keys : [...plan.keys, lastBy] };
}

/** Inclusive ends of one side match exclusive ones of the other. */
function* endsOf(table: Table, { end = '' }: ComparisonPlan): Sliced<NumericColumn> {
  return end === 'endTime' ? yield* intervalEnds(table) : numbersOf(table, end);
}

/** What pairs are sorted by: their instant or, for different days, their position in the delivery day. */
function sortKeyOf(sides: Sides, plan: ComparisonPlan, first: number, second: number): number {
  const isOtherDay = sides.some(({ days }) => days !== 0);
  const [{ table, ends, days }, row] = first === none ? [sides[1], second] : [sides[0], first];
  const start = numbersOf(table, plan.time).value(row);
  if (!isOtherDay) return start;
  return alignedStart({ start, end: ends.value(row) }, days);
}

/**
 * All rows that can be placed in time or, if records are events, the last row of each key. How many rows can't be
 * placed: what they would be compared with is unknown.
 */
function* countedRows(table: Table, plan: ComparisonPlan): Sliced<{ rows: Uint32Array; unplaced: number }> {
  const rows = new Uint32Array(table.rows);
  const isUnplaced = unplacedTest(table, plan.end === undefined);
  const changed = numbersOf(table, plan.lastBy ?? '');
  let placed = 0;
  yield* eachIndex(rows.length, (row) => {
    if (!isUnplaced(row) && !isUnreadable(changed, row)) rows[placed++] = row;
  });
  const all = rows.subarray(0, placed);
  return { rows: yield* lastOf(table, all, plan), unplaced: rows.length - placed };
}

function* lastOf(
  table: Table,
  all: Uint32Array,
  { keys, apart, lastBy, end = '' }: ComparisonPlan,
): Sliced<Uint32Array> {
  if (lastBy === undefined) return all;
  const ends = numbersOf(table, end);
  const alone: Sides = [
    { table, rows: all, ends, days: 0 },
    { table, rows: new Uint32Array(0), ends, days: 0 },
  ];
  const parts: RowNumbers[] = [];
  for (const key of [...keys, ...apart]) parts.push(yield* numbersBy(alone, key));
  const { of, count } = yield* numbersByAll(alone, parts);
  const last = new Uint32Array(count);
  const latest = new Float64Array(count).fill(-Infinity);
  const column = table.column(lastBy);
  yield* eachIndex(all.length, (at) => {
    const row = all[at] as number;
    const time = column?.kind === 'numeric' ? column.value(row) : NaN;
    const number = of[0][at] as number;
    // If events have the same time or none, the later one in the response counts.
    if (time < (latest[number] as number)) return;
    last[number] = row;
    if (!Number.isNaN(time)) latest[number] = time;
  });
  let kept = 0;
  yield* eachIndex(all.length, (at) => {
    const row = all[at] as number;
    if (last[of[0][at] as number] === row) all[kept++] = row;
  });
  return all.slice(0, kept);
}

const tooLarge = () =>
  l10n.t(
    'The comparison needs more memory than the "marketData.maxResultMegabytes" setting allows. Increase the limit, or compare results for fewer days or areas.',
  );
