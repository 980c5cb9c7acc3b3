import * as l10n from '@vscode/l10n';
import type { ComparisonPlan } from '../../market/datasets/comparisonPlans';
import { slices, type Sliced } from '../columns/slices';
import { QuestionError } from '../questionError';
import { hasSeries, distinguishingKeysOf } from '../series/seriesGroups';
import { attributeName, finalityNames, isAttribute } from '../series/seriesNames';
import {
  dayKeyReaders,
  numbersBy,
  numbersByAll,
  type ColumnNumbers,
  type RowNumbers,
  type Side,
  type Sides,
} from './rowNumbers';

/**
 * Numbers the rows of both sides so that matching rows have the same number, in rounds. The second round, for
 * rows that the first one didn't match, ignores finality: a preliminary series may be official by now. `keys`
 * are the columns that rows are matched by. Throws `QuestionError` if the sides have no unit in common.
 */
export function* matchingRounds(
  sides: Sides,
  plan: ComparisonPlan,
): Sliced<{ rounds: RowNumbers[]; keys: string[] }> {
  const isOtherDay = sides.some(({ days }) => days !== 0);
  const readings = isOtherDay ? dayKeyReaders(plan) : null;
  const always: RowNumbers[] = [];
  const final: RowNumbers[] = [];
  const keys: string[] = [];
  for (const key of plan.keys) {
    // Publication times of different days never match.
    if (isOtherDay && key === 'publicationTime') continue;
    const numbers = yield* numbersBy(sides, key, readings?.get(key));
    if (key === 'unit' && !numbers.meet) refuseUnits(sides);
    always.push(numbers);
    keys.push(key);
  }
  const never: { key: string; numbers: ColumnNumbers }[] = [];
  for (const key of [...plan.apart, ...seriesKeysOf(sides)]) {
    const numbers = yield* numbersBy(sides, key);
    if (!numbers.meet) {
      never.push({ key, numbers });
      continue;
    }
    const name = attributeName({ key });
    if (name !== null && finalityNames.includes(name)) final.push(numbers);
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

/** Attributes, and the undocumented fields that tell series apart on either side. */
const seriesKeysOf = (sides: Sides): Set<string> =>
  new Set(
    sides.flatMap(({ table }) => [
      ...table.columns.filter(isAttribute).map(({ key }) => key),
      ...(hasSeries(table) ? distinguishingKeysOf(table) : []),
    ]),
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
