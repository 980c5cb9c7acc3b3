import * as l10n from '@vscode/l10n';
import { alignedStart } from '../../market/time/alignedDays';
import { comparisonPlans, type ComparisonPlan } from '../../market/datasets/comparisonPlans';
import { type ComparisonSummary } from '../../market/datasets/comparisonSummary';
import type { RecordKind } from '../../market/records/recordKinds';
import { numbersOf } from '../series/perTable';
import { attributeName, isAttribute } from '../series/seriesNames';
import { NumericColumn } from '../columns/columns';
import { comparedRows } from './comparedRows';
import { QuestionError } from '../filter/filter';
import { sortRows } from '../sort/rowSort';
import {
  dayKeyReaders,
  numbersBy,
  numbersByAll,
  type ColumnNumbers,
  type RowNumbers,
  type Side,
  type Sides,
} from './rowKeys';
import { none, pairsOf } from './rowPairs';
import { slices, type Sliced } from '../columns/slices';
import type { Table } from '../columns/table';

export interface CompareQuestion {
  readonly record: RecordKind;
  /** How many delivery days the second lies after the first; 0 joins by instant. */
  readonly days: number;
  /** What the columns of both and of their difference are called: "NO1", "SE3", "SE3 minus NO1". */
  readonly titles: readonly [first: string, second: string, difference: string];
  /** Whether the rows say what changed. Two days or two areas differ everywhere, which is no change. */
  readonly tellsChanges: boolean;
  /** What the table may take in bytes, about. */
  readonly maxTableBytes: number;
}

export interface Compared {
  readonly table: Table;
  readonly figures: ComparisonSummary;
}

/**
 * A table made of two tables of the same record kind: what they have in common, the difference of their
 * values, second minus first, both values, and what became of them. Every row of both is in exactly one
 * row of it, ordered by time; of orders every id is, with its last event. Throws `QuestionError`
 * where the two have no unit in common, or the table would take more memory than it may.
 */
export function* compare(
  first: Table,
  second: Table,
  { record, days, titles, tellsChanges, maxTableBytes }: CompareQuestion,
): Sliced<Compared> {
  const plan = comparisonPlans[record];
  const sides: Sides = [
    { table: first, rows: yield* countedRows(first, plan), days: 0 },
    { table: second, rows: yield* countedRows(second, plan), days },
  ];
  const { rounds, keys } = yield* roundsOf(sides, plan);
  const pairs = yield* pairsOf(rounds);
  const rowOf = (side: 0 | 1, pair: number) => {
    const place = (side === 0 ? pairs.first : pairs.second)[pair] as number;
    return place === none ? none : (sides[side].rows[place] as number);
  };
  const places = new NumericColumn(plan.time, plan.time, 'number');
  const unordered = new Uint32Array(pairs.first.length);
  yield* slices(unordered.length, (from, to) => {
    for (let pair = from; pair < to; pair += 1) {
      unordered[pair] = pair;
      places.set(pair, placeOf(sides, plan, rowOf(0, pair), rowOf(1, pair)));
    }
  });
  const order = yield* sortRows(places, unordered, false);
  const compared = comparedRows(sides, plan, keys, { titles, tellsChanges });
  yield* slices(order.length, (from, to) => {
    for (let row = from; row < to; row += 1) {
      const pair = order[row] as number;
      compared.add(rowOf(0, pair), rowOf(1, pair));
    }
    if (compared.bytes() > maxTableBytes) throw new QuestionError(tooLarge());
  });
  return compared.end();
}

/** Where a pair stands among the others: by its instant, or by its place in the delivery day. */
function placeOf(sides: Sides, plan: ComparisonPlan, first: number, second: number): number {
  const isOtherDay = sides.some(({ days }) => days !== 0);
  const [{ table, days }, row] = first === none ? [sides[1], second] : [sides[0], first];
  const start = numbersOf(table, plan.time).value(row);
  if (!isOtherDay) return start;
  return alignedStart({ start, end: numbersOf(table, plan.end ?? '').value(row) }, days);
}

/** All rows; where records are events, the last of each key. */
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
      // Of events at the same time, or at none, the later one in the answer counts.
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

/** Attributes that say how final a value is: it is the same value. */
const finality: readonly string[] = ['status', 'confirmationstatus'];

/**
 * By what rows are joined, and by what those are that this leaves over: a series that was preliminary
 * for some days may be official by now. `keys` are the columns that the two have in common.
 */
function* roundsOf(sides: Sides, plan: ComparisonPlan): Sliced<{ rounds: RowNumbers[]; keys: string[] }> {
  const isOtherDay = sides.some(({ days }) => days !== 0);
  const readings = isOtherDay ? dayKeyReaders(plan) : null;
  const always: RowNumbers[] = [];
  const final: RowNumbers[] = [];
  const keys: string[] = [];
  for (const key of plan.keys) {
    // A publication of another day is never at the same time of day.
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
  // What is never the same on both sides is what tells them apart (another area, another version),
  // unless rows of one side would be taken for each other without it.
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

/** Whether rows of one side that are equal in `known` are not in `more`. */
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
      "The results have different units ({0} and {1}), so they can't be compared. Run one of the queries again in the unit or currency of the other.",
      first ?? l10n.t('no unit'),
      second ?? l10n.t('no unit'),
    ),
  );
}
