import * as l10n from '@vscode/l10n';
import { alignedStart } from '../../market/time/alignedDays';
import { comparisonPlans, type ComparisonPlan } from '../../market/datasets/comparisonPlans';
import { type ComparisonSummary } from '../../market/datasets/comparisonSummary';
import type { RecordKind } from '../../market/records/recordKinds';
import { numbersOf } from '../columns/perTable';
import { attributeName, isAttribute } from '../series/seriesNames';
import { NumericColumn } from '../columns/columns';
import { comparedRows } from './comparedRows';
import { QuestionError } from '../questionError';
import { sortRows } from '../sort/rowSort';
import {
  dayKeyReaders,
  numbersBy,
  numbersByAll,
  type ColumnNumbers,
  type RowNumbers,
  type Side,
  type Sides,
} from './rowNumbers';
import { none, pairsOf } from './rowPairs';
import { slices, type Sliced } from '../columns/slices';
import type { Table } from '../columns/table';

export interface CompareQuestion {
  readonly record: RecordKind;
  /** How many delivery days the second is after the first; with 0, rows are joined by instant. */
  readonly days: number;
  /** Column headers of the two values and their difference: "NO1", "SE3", "SE3 minus NO1". */
  readonly titles: readonly [first: string, second: string, difference: string];
  /** Whether the rows say what changed. Two days or two areas differ everywhere, which is no change. */
  readonly tellsChanges: boolean;
  /** Whether each side has only some rows of its response, by default neither. What such a side lacks is left out. */
  readonly parts?: readonly [first: boolean, second: boolean];
  /**
   * Whether prices, volumes, and ids of one side were replaced, by default not. Then rows are matched by what was kept,
   * and nothing is subtracted.
   */
  readonly areValuesReplaced?: boolean;
  /** Approximate limit for the memory of the table, in bytes. */
  readonly maxTableBytes: number;
}

export interface Compared {
  readonly table: Table;
  readonly figures: ComparisonSummary;
}

/**
 * A table that compares two tables of the same record kind: their common columns, the difference of their
 * values (second minus first), both values, and the kind of change. Every row of either table is in exactly one of
 * its rows, sorted by time; for orders, every id is, with its last event. Of a part, see `parts`. Throws `QuestionError` if the
 * tables have no unit in common, or if the new table would exceed its memory limit.
 */
export function* compare(
  first: Table,
  second: Table,
  { record, days, titles, tellsChanges, maxTableBytes, ...question }: CompareQuestion,
): Sliced<Compared> {
  const { parts = [false, false], areValuesReplaced = false } = question;
  const plan = planOf(comparisonPlans[record], parts.includes(true), areValuesReplaced);
  const sides: Sides = [
    { table: first, rows: yield* countedRows(first, plan), days: 0 },
    { table: second, rows: yield* countedRows(second, plan), days },
  ];
  const { rounds, keys } = yield* roundsOf(sides, plan);
  const pairs = yield* pairsOf(rounds);
  const rowOf = (side: 0 | 1, pair: number) => {
    const index = (side === 0 ? pairs.first : pairs.second)[pair] as number;
    return index === none ? none : (sides[side].rows[index] as number);
  };
  const sortKeys = new NumericColumn(plan.time, plan.time, 'number');
  const unordered = new Uint32Array(pairs.first.length);
  yield* slices(unordered.length, (from, to) => {
    for (let pair = from; pair < to; pair += 1) {
      unordered[pair] = pair;
      sortKeys.set(pair, sortKeyOf(sides, plan, rowOf(0, pair), rowOf(1, pair)));
    }
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
  return compared.end(leftOut);
}

/**
 * The last event of an order need not be in a part, and isn't known where its id was replaced, so single events are
 * compared.
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

/** By what pairs are sorted: their instant or, for different days, their position in the delivery day. */
function sortKeyOf(sides: Sides, plan: ComparisonPlan, first: number, second: number): number {
  const isOtherDay = sides.some(({ days }) => days !== 0);
  const [{ table, days }, row] = first === none ? [sides[1], second] : [sides[0], first];
  const start = numbersOf(table, plan.time).value(row);
  if (!isOtherDay) return start;
  return alignedStart({ start, end: numbersOf(table, plan.end ?? '').value(row) }, days);
}

/** All rows or, if records are events, the last row of each key. */
function* countedRows(table: Table, { keys, apart, lastBy }: ComparisonPlan): Sliced<Uint32Array> {
  const all = new Uint32Array(table.rows);
  yield* slices(all.length, (from, to) => {
    for (let row = from; row < to; row += 1) all[row] = row;
  });
  if (lastBy === undefined) return all;
  const alone: Sides = [
    { table, rows: all, days: 0 },
    { table, rows: new Uint32Array(0), days: 0 },
  ];
  const parts: RowNumbers[] = [];
  for (const key of [...keys, ...apart]) parts.push(yield* numbersBy(alone, key));
  const { of, count } = yield* numbersByAll(alone, parts);
  const last = new Uint32Array(count);
  const latest = new Float64Array(count).fill(-Infinity);
  const column = table.column(lastBy);
  yield* slices(all.length, (from, to) => {
    for (let row = from; row < to; row += 1) {
      const time = column?.kind === 'numeric' ? column.value(row) : NaN;
      const number = of[0][row] as number;
      // If events have the same time or none, the later one in the response counts.
      if (time < (latest[number] as number)) continue;
      last[number] = row;
      if (!Number.isNaN(time)) latest[number] = time;
    }
  });
  let kept = 0;
  yield* slices(all.length, (from, to) => {
    for (let row = from; row < to; row += 1) if (last[of[0][row] as number] === row) all[kept++] = row;
  });
  return all.slice(0, kept);
}

/** Attributes that say how final a value is. It remains the same value if they change. */
const finality: readonly string[] = ['status', 'confirmationstatus'];

/**
 * What rows are joined by, round by round. The second round, for rows that the first one did not match,
 * ignores finality: a series that was preliminary may be official by now. `keys` are the common columns.
 */
function* roundsOf(sides: Sides, plan: ComparisonPlan): Sliced<{ rounds: RowNumbers[]; keys: string[] }> {
  const isOtherDay = sides.some(({ days }) => days !== 0);
  const readings = isOtherDay ? dayKeyReaders(plan) : null;
  const always: RowNumbers[] = [];
  const final: RowNumbers[] = [];
  const keys: string[] = [];
  for (const key of plan.keys) {
    // For another day, publication times never match.
    if (isOtherDay && key === 'publicationTime') continue;
    const numbers = yield* numbersBy(sides, key, readings?.get(key));
    if (key === 'unit' && !numbers.meet) refuseUnits(sides);
    always.push(numbers);
    keys.push(key);
  }
  const never: { key: string; numbers: ColumnNumbers }[] = [];
  for (const key of [...plan.apart, ...attributesOf(sides)]) {
    const numbers = yield* numbersBy(sides, key);
    if (!numbers.meet) {
      never.push({ key, numbers });
      continue;
    }
    const name = attributeName({ key });
    if (name !== null && finality.includes(name)) final.push(numbers);
    else {
      always.push(numbers);
      keys.push(key);
    }
  }
  // A column with no common value is what distinguishes the two results (another area, another version),
  // so rows aren't joined by it, unless rows of one side can't be told apart without it.
  for (const { key, numbers } of never) {
    if (!(yield* tellsRows(sides, always, numbers))) continue;
    always.push(numbers);
    keys.push(key);
  }
  const loose = yield* numbersByAll(sides, always);
  const isLoose = final.every(({ count }) => count < 2);
  return {
    rounds: isLoose ? [loose] : [yield* numbersByAll(sides, [loose, ...final]), loose],
    keys,
  };
}

/** Whether rows of one side that are equal in `known` differ in `more`. */
function* tellsRows(sides: Sides, known: RowNumbers[], more: RowNumbers): Sliced<boolean> {
  const without = yield* numbersByAll(sides, known);
  const withIt = yield* numbersByAll(sides, [...known, more]);
  for (const side of [0, 1] as const) {
    const [some, all] = [yield* distinct(without, side), yield* distinct(withIt, side)];
    if (some !== all) return true;
  }
  return false;
}

function* distinct({ of, count }: RowNumbers, side: 0 | 1): Sliced<number> {
  const seen = new Uint8Array(count);
  let found = 0;
  yield* slices(of[side].length, (from, to) => {
    for (const number of of[side].subarray(from, to)) {
      if (seen[number] === 0) found += 1;
      seen[number] = 1;
    }
  });
  return found;
}

const attributesOf = (sides: Sides): Set<string> =>
  new Set(sides.flatMap(({ table }) => table.columns.filter(isAttribute).map(({ key }) => key)));

const tooLarge = () =>
  l10n.t(
    'The comparison needs more memory than the "marketData.maxResultMegabytes" setting allows. Increase the limit, or compare results for fewer days or areas.',
  );

function refuseUnits(sides: Sides): void {
  if (sides.some(({ rows }) => rows.length === 0)) return;
  const unitOf = ({ table, rows }: Side) => table.column('unit')?.text(rows[0] ?? 0) ?? null;
  const [first, second] = sides.map(unitOf);
  throw new QuestionError(
    l10n.t(
      "The results have different units ({0} and {1}), so they can't be compared. Run one of the queries again, using the unit or currency of the other.",
      first ?? l10n.t('no unit'),
      second ?? l10n.t('no unit'),
    ),
  );
}
