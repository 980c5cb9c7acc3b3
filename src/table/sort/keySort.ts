import { slices, type Sliced } from '../columns/slices';

/** 2048 counters and as many places that are written to fit the first-level cache. */
const maxDigitBits = 11;

/** More would cost as much as counting. */
const movesPerRow = 8;

/** Rows in the order of their keys, and the keys in the same order. */
export interface Keyed {
  rows: Uint32Array;
  keys: Uint32Array;
}

/**
 * The rows by ascending key (`keys[place]` is that of `rows[place]`), equal ones in the order they
 * came in: a counting pass per digit, the last digit first. Digits in which all keys agree cost
 * nothing, and keys that nearly ascend little. What the given arrays hold afterwards is undefined.
 */
export function* sortByKeys(given: Keyed): Sliced<Keyed> {
  const size = given.rows.length;
  if (yield* settle(given)) return given;
  let differing = 0;
  yield* slices(size, (from, to) => (differing |= differingBits(given.keys, from, to)));
  // Few rows would spend their time on counters: a digit has about as many values as there are rows.
  const digitBits = Math.min(maxDigitBits, Math.max(4, 32 - Math.clz32(size)));
  let source = given;
  let target: Keyed = { rows: new Uint32Array(size), keys: new Uint32Array(size) };
  while (differing !== 0) {
    const shift = 31 - Math.clz32(differing & -differing);
    const counts = new Uint32Array(1 << digitBits);
    const [input, output] = [source, target];
    yield* slices(size, (from, to) => count(input.keys, from, to, shift, counts));
    startsOf(counts);
    yield* slices(size, (from, to) => scatter(input, output, from, to, shift, counts));
    [source, target] = [output, input];
    const rest = shift + digitBits;
    differing = rest >= 32 ? 0 : (differing >>> rest) << rest;
  }
  return source;
}

/**
 * Sorts by insertion while that takes few moves a row: what a service sends by time is nearly in the
 * order of many a column. Returns whether all is sorted; if not, equal keys are in their order still.
 */
function* settle(given: Keyed): Sliced<boolean> {
  let settled = 0;
  yield* slices(given.rows.length, (from, to) => {
    if (settled === from) settled = insert(given, from, to);
  });
  return settled === given.rows.length;
}

/** Inserts the rows `from` to `to` into the sorted ones before; returns the place it gave up at. */
function insert({ rows, keys }: Keyed, from: number, to: number): number {
  let moves = (to - from) * movesPerRow;
  for (let place = from; place < to; place += 1) {
    const key = keys[place] as number;
    const row = rows[place] as number;
    let at = place;
    while (at > 0 && moves > 0 && (keys[at - 1] as number) > key) {
      keys[at] = keys[at - 1] as number;
      rows[at] = rows[at - 1] as number;
      at -= 1;
      moves -= 1;
    }
    keys[at] = key;
    rows[at] = row;
    if (moves === 0) return place;
  }
  return to;
}

function differingBits(keys: Uint32Array, from: number, to: number): number {
  const first = keys[0] as number;
  let differing = 0;
  for (let place = from; place < to; place += 1) differing |= (keys[place] as number) ^ first;
  return differing;
}

function count(keys: Uint32Array, from: number, to: number, shift: number, counts: Uint32Array): void {
  const mask = counts.length - 1;
  for (let place = from; place < to; place += 1) {
    const digit = ((keys[place] as number) >>> shift) & mask;
    counts[digit] = (counts[digit] as number) + 1;
  }
}

/** Turns how often each digit occurs into the place where its rows begin. */
function startsOf(counts: Uint32Array): void {
  let start = 0;
  counts.forEach((occurrences, digit) => {
    counts[digit] = start;
    start += occurrences;
  });
}

function scatter(
  source: Keyed,
  target: Keyed,
  from: number,
  to: number,
  shift: number,
  starts: Uint32Array,
): void {
  const { rows, keys } = source;
  const { rows: targetRows, keys: targetKeys } = target;
  const mask = starts.length - 1;
  for (let place = from; place < to; place += 1) {
    const key = keys[place] as number;
    const digit = (key >>> shift) & mask;
    const free = starts[digit] as number;
    starts[digit] = free + 1;
    targetRows[free] = rows[place] as number;
    targetKeys[free] = key;
  }
}
