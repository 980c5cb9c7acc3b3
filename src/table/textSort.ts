import type { TextColumn } from './columns';
import { sortByKeys } from './keySort';
import { slices, type Sliced } from './slices';
import { emptySurvey, endsBefore, keyReader, planOf, surveyor } from './textKeys';

/** So few rows are compared with each other; more get keys of what follows their common part. */
const fewRows = 32;

/**
 * The rows by the column's text in the order of `<`, equal ones in the order they came in. None of
 * the rows may miss its text.
 */
export function* sortByText(
  column: TextColumn,
  rows: Uint32Array,
  descending: boolean,
): Sliced<Uint32Array> {
  if (!column.distinct || column.entryCount > rows.length) {
    return yield* sortTexts(column, rows, (row) => column.code(row), descending);
  }
  const ranks = yield* ranksOf(column, descending);
  const keys = new Uint32Array(rows.length);
  yield* slices(rows.length, (from, to) => {
    for (let at = from; at < to; at += 1) {
      keys[at] = ranks[column.code(rows[at] as number)] as number;
    }
  });
  return (yield* sortByKeys({ rows, keys })).rows;
}

/** Places of a distinct column's entries among each other, by code. */
function* ranksOf(column: TextColumn, descending: boolean): Sliced<Uint32Array> {
  const codes = Uint32Array.from({ length: column.entryCount - 1 }, (_, place) => place + 1);
  const sorted = yield* sortTexts(column, codes, (code) => code, descending);
  const ranks = new Uint32Array(column.entryCount);
  sorted.forEach((code, rank) => (ranks[code] = rank));
  return ranks;
}

type CodeOf = (item: number) => number;

function* sortTexts(
  column: TextColumn,
  items: Uint32Array,
  codeOf: CodeOf,
  descending: boolean,
): Sliced<Uint32Array> {
  const sign = descending ? -1 : 1;
  const compare = (a: number, b: number) => sign * column.compareEntries(codeOf(a), codeOf(b));
  const isAside = (item: number) => column.readEntry(codeOf(item), asideTest);
  const inArena = items.slice();
  const aside: number[] = [];
  let count = 0;
  yield* slices(items.length, (from, to) => {
    for (let at = from; at < to; at += 1) {
      const item = items[at] as number;
      if (isAside(item)) aside.push(item);
      else inArena[count++] = item;
    }
  });
  const sorted = yield* sortInArena(
    column,
    inArena.subarray(0, count),
    codeOf,
    compare,
    descending,
  );
  return aside.length === 0 ? sorted : merge(sorted, aside.sort(compare), compare);
}

const asideTest = { bytes: () => false, text: () => true };

/** Sorts by as many characters as fit a key, then every group that these leave equal by the next ones. */
function* sortInArena(
  column: TextColumn,
  items: Uint32Array,
  codeOf: CodeOf,
  compare: (a: number, b: number) => number,
  descending: boolean,
): Sliced<Uint32Array> {
  const groups = [{ from: 0, to: items.length, depth: 0 }];
  for (let group = groups.pop(); group; group = groups.pop()) {
    const part = items.subarray(group.from, group.to);
    if (part.length <= fewRows) {
      sortFew(part, compare);
      continue;
    }
    const seen = emptySurvey();
    const survey = surveyor(seen, group.depth);
    yield* slices(part.length, (from, to) => {
      for (let at = from; at < to; at += 1) column.readEntry(codeOf(part[at] as number), survey);
    });
    const plan = planOf(seen, descending);
    const depth = group.depth + plan.places;
    const reader = keyReader(plan, group.depth);
    const keys = new Uint32Array(part.length);
    yield* slices(part.length, (from, to) => {
      for (let at = from; at < to; at += 1) {
        keys[at] = column.readEntry(codeOf(part[at] as number), reader);
      }
    });
    const sorted = yield* sortByKeys({ rows: part, keys });
    items.set(sorted.rows, group.from);
    const isEnded = endsBefore(depth);
    let first = 0;
    yield* slices(part.length, (from, to) => {
      for (let at = from; at < to; at += 1) {
        if (at + 1 < part.length && sorted.keys[at + 1] === sorted.keys[at]) continue;
        const [start, end] = [first, at + 1];
        first = end;
        if (end - start === 1 || column.readEntry(codeOf(part[start] as number), isEnded)) continue;
        if (end - start <= fewRows) sortFew(part.subarray(start, end), compare);
        else groups.push({ from: group.from + start, to: group.from + end, depth });
      }
    });
  }
  return items;
}

/** By insertion, in place. */
function sortFew(items: Uint32Array, compare: (a: number, b: number) => number): void {
  for (let end = 1; end < items.length; end += 1) {
    const item = items[end] as number;
    let at = end;
    while (at > 0 && compare(items[at - 1] as number, item) > 0) {
      items[at] = items[at - 1] as number;
      at -= 1;
    }
    items[at] = item;
  }
}

/** Two sorted lists, no item of one equal to one of the other, as one; `few` is short as a rule. */
function merge(
  many: Uint32Array,
  few: readonly number[],
  compare: (a: number, b: number) => number,
): Uint32Array {
  const merged = new Uint32Array(many.length + few.length);
  let taken = 0;
  few.forEach((item, place) => {
    let [low, high] = [taken, many.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compare(many[middle] as number, item) < 0) low = middle + 1;
      else high = middle;
    }
    merged.set(many.subarray(taken, low), taken + place);
    merged[low + place] = item;
    taken = low;
  });
  merged.set(many.subarray(taken), taken + few.length);
  return merged;
}
