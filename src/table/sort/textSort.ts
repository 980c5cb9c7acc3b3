import type { TextColumn } from '../columns/columns';
import { sortByKeys } from './keySort';
import { slices, type Sliced } from '../columns/slices';
import { emptySurvey, endsBefore, keyReader, keyPlan, surveyor } from './textKeys';

/**
 * Up to this many rows are compared with each other; more get keys that start after their common
 * prefix.
 */
const fewRows = 32;
/** More would cost as much as keys. */
const movesPerItem = 2;

/**
 * The rows by the column's text in the order of `<`, equal ones in their original order. `codes`
 * are those of the rows, none 0, if the column is distinct. Its contents afterwards are undefined.
 */
export function* sortByText(
  column: TextColumn,
  rows: Uint32Array,
  codes: Uint32Array | null,
  descending: boolean,
): Sliced<Uint32Array> {
  if (codes === null || column.entries.count > rows.length) {
    return yield* sortTexts(column, rows, (row) => column.code(row), descending);
  }
  const ranks = yield* ranksOf(column, descending);
  yield* slices(rows.length, (from, to) => {
    for (let at = from; at < to; at += 1) codes[at] = ranks[codes[at] as number] as number;
  });
  return (yield* sortByKeys({ rows, keys: codes })).rows;
}

/** Ranks of a distinct column's entries, by code. */
function* ranksOf(column: TextColumn, descending: boolean): Sliced<Uint32Array> {
  const codes = Uint32Array.from({ length: column.entries.count - 1 }, (_, at) => at + 1);
  const sorted = yield* sortTexts(column, codes, (code) => code, descending);
  const ranks = new Uint32Array(column.entries.count);
  sorted.forEach((code, rank) => (ranks[code] = rank));
  return ranks;
}

type Compare = (a: number, b: number) => number;

/** Sorts by as many characters as fit a key, then each group of equal keys by the next characters. */
function* sortTexts(
  column: TextColumn,
  items: Uint32Array,
  codeOf: (item: number) => number,
  descending: boolean,
): Sliced<Uint32Array> {
  const sign = descending ? -1 : 1;
  const compare = (a: number, b: number) => sign * column.entries.compare(codeOf(a), codeOf(b));
  if (yield* settle(items, compare)) return items;
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
      for (let at = from; at < to; at += 1) column.entries.read(codeOf(part[at] as number), survey);
    });
    const plan = keyPlan(seen, descending);
    const depth = group.depth + plan.positions;
    const reader = keyReader(plan, group.depth);
    const keys = new Uint32Array(part.length);
    yield* slices(part.length, (from, to) => {
      for (let at = from; at < to; at += 1) {
        keys[at] = column.entries.read(codeOf(part[at] as number), reader);
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
        if (end - start === 1 || column.entries.read(codeOf(part[start] as number), isEnded)) continue;
        if (end - start <= fewRows) sortFew(part.subarray(start, end), compare);
        else groups.push({ from: group.from + start, to: group.from + end, depth });
      }
    });
  }
  return items;
}

/**
 * Sorts nearly ascending ids, such as running numbers: a million in 0.15 s of processor time
 * instead of 0.35. Returns whether everything is sorted.
 */
function* settle(items: Uint32Array, compare: Compare): Sliced<boolean> {
  let settled = 0;
  yield* slices(items.length, (from, to) => {
    if (settled === from) settled = insert(items, from, to, compare, movesPerItem);
  });
  return settled === items.length;
}

/** Sorts in place, by insertion. */
function sortFew(items: Uint32Array, compare: Compare): void {
  insert(items, 0, items.length, compare, items.length);
}

/**
 * Inserts the items `from` to `to` into the sorted ones before. Returns the index at which it gave
 * up because items had to move too far on average. Equal items are in order then.
 */
function insert(items: Uint32Array, from: number, to: number, compare: Compare, movesEach: number): number {
  let moves = (to - from) * movesEach;
  for (let next = from; next < to; next += 1) {
    const item = items[next] as number;
    let at = next;
    while (at > 0 && moves > 0 && compare(items[at - 1] as number, item) > 0) {
      items[at] = items[at - 1] as number;
      at -= 1;
      moves -= 1;
    }
    items[at] = item;
    if (moves === 0) return next;
  }
  return to;
}
