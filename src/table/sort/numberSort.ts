import { sortByKeys } from './keySort';
import { slices, type Sliced } from '../columns/slices';

/** Prices, quantities, and times become whole numbers when multiplied by one of these. */
const scales = [1, 10, 100, 1000, 10_000];
const maxKey = 0xffff_ffff;

/** What numbers are read from, by row. */
interface Numbers {
  value(row: number): number;
}

/**
 * The rows by the column's value, equal ones in their original order. `values` are those of the
 * rows, none missing. The contents of both arrays afterwards are undefined.
 */
export function* sortByNumber(
  column: Numbers,
  rows: Uint32Array,
  values: Float64Array,
  descending: boolean,
): Sliced<Uint32Array> {
  const keys = yield* scaledKeys(values);
  if (keys === null) return yield* sortByBits(column, rows, values, descending);
  if (descending) yield* invert(keys);
  return (yield* sortByKeys({ rows, keys })).rows;
}

function* invert(keys: Uint32Array): Sliced<void> {
  yield* slices(keys.length, (from, to) => {
    for (let at = from; at < to; at += 1) keys[at] = ~(keys[at] as number);
  });
}

/** Distances from the smallest value in units of one decimal, or `null` if these are not exact. */
function* scaledKeys(values: Float64Array): Sliced<Uint32Array | null> {
  const bounds = Float64Array.of(Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY);
  yield* slices(values.length, (from, to) => widen(bounds, values, from, to));
  const smallest = bounds[0] as number;
  const largest = bounds[1] as number;
  const keys = new Uint32Array(values.length);
  for (const scale of scales) {
    const origin = Math.round(smallest * scale);
    if (!(Math.round(largest * scale) - origin <= maxKey)) return null;
    let exact = 0;
    yield* slices(values.length, (from, to) => {
      if (exact === from) exact += scaleExactly(values, keys, from, to, scale, origin);
    });
    if (exact === values.length) return keys;
  }
  return null;
}

/** Extends the bounds, the smallest and largest value so far, for more values. */
function widen(bounds: Float64Array, values: Float64Array, from: number, to: number): void {
  let smallest = bounds[0] as number;
  let largest = bounds[1] as number;
  for (let at = from; at < to; at += 1) {
    const value = values[at] as number;
    if (value < smallest) smallest = value;
    if (value > largest) largest = value;
  }
  bounds[0] = smallest;
  bounds[1] = largest;
}

/**
 * How many values starting at `from` equal their scaled whole number divided by the scale, so that
 * the keys have their order.
 */
function scaleExactly(
  values: Float64Array,
  keys: Uint32Array,
  from: number,
  to: number,
  scale: number,
  origin: number,
): number {
  for (let at = from; at < to; at += 1) {
    const value = values[at] as number;
    const whole = Math.round(value * scale);
    if (whole / scale !== value) return at - from;
    keys[at] = whole - origin;
  }
  return to - from;
}

/** Sorts by the low half of the doubles' bits, then by the high half. */
function* sortByBits(
  column: Numbers,
  rows: Uint32Array,
  values: Float64Array,
  descending: boolean,
): Sliced<Uint32Array> {
  const [lowFirst] = new Uint8Array(new Uint32Array([1]).buffer);
  const lowHalf = lowFirst === 1 ? 0 : 1;
  yield* slices(values.length, (from, to) => {
    // Adding 0 turns -0 into the 0 that it equals.
    for (let at = from; at < to; at += 1) values[at] = (values[at] as number) + 0;
  });
  const low = yield* halves(values, lowHalf, false);
  if (descending) yield* invert(low);
  const byLow = (yield* sortByKeys({ rows, keys: low })).rows;
  yield* slices(values.length, (from, to) => {
    for (let at = from; at < to; at += 1) values[at] = column.value(byLow[at] as number) + 0;
  });
  const high = yield* halves(values, 1 - lowHalf, true);
  if (descending) yield* invert(high);
  return (yield* sortByKeys({ rows: byLow, keys: high })).rows;
}

/** One half of each double's bits, flipped so that they ascend with the values. */
function* halves(values: Float64Array, half: number, isHigh: boolean): Sliced<Uint32Array> {
  const bits = new Uint32Array(values.buffer, values.byteOffset, values.length * 2);
  const keys = new Uint32Array(values.length);
  yield* slices(values.length, (from, to) => {
    for (let at = from; at < to; at += 1) {
      const part = bits[at * 2 + half] as number;
      const isNegative = (values[at] as number) < 0;
      keys[at] = isNegative ? ~part : isHigh ? part ^ 0x8000_0000 : part;
    }
  });
  return keys;
}
