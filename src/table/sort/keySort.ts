import { slices, type Sliced } from '../columns/slices';

/** 2048 counters and as many write positions, sized for the first-level cache. */
const maxDigitBits = 11;

/** Rows, and the key of each at the same index. */
interface Keyed {
  rows: Uint32Array;
  keys: Uint32Array;
}

/**
 * The rows by ascending key (`keys[at]` is the key of `rows[at]`), equal ones in their original order:
 * one counting pass per digit, the last digit first. Digits that are equal in all keys cost
 * nothing. The contents of the given arrays afterwards are undefined.
 */
export function* sortByKeys(given: Keyed): Sliced<Keyed> {
  const size = given.rows.length;
  let differing = 0;
  yield* slices(size, (from, to) => (differing |= differingBits(given.keys, from, to)));
  // With few rows, counters would take most of the time: a digit has about as many values as there
  // are rows.
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

function differingBits(keys: Uint32Array, from: number, to: number): number {
  const first = keys[0] as number;
  let differing = 0;
  for (let at = from; at < to; at += 1) differing |= (keys[at] as number) ^ first;
  return differing;
}

function count(keys: Uint32Array, from: number, to: number, shift: number, counts: Uint32Array): void {
  const mask = counts.length - 1;
  for (let at = from; at < to; at += 1) {
    const digit = ((keys[at] as number) >>> shift) & mask;
    counts[digit] = (counts[digit] as number) + 1;
  }
}

/** Turns the count of each digit into the index at which its rows start. */
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
  for (let at = from; at < to; at += 1) {
    const key = keys[at] as number;
    const digit = (key >>> shift) & mask;
    const free = starts[digit] as number;
    starts[digit] = free + 1;
    targetRows[free] = rows[at] as number;
    targetKeys[free] = key;
  }
}
