import { slices, type Sliced } from '../columns/slices';

/** Lowest and highest price. */
interface PriceRange {
  low: number;
  high: number;
}

const sampleSize = 10_000;
/** With fewer prices, none is treated as an outlier. */
const leastJudged = 100;

/**
 * The range that contains nearly all prices: one order at 9999 must not squeeze all others into a
 * single row of pixels. It is the range of the middle 98% of prices, extended by half its width on either
 * side. Both bounds are prices of orders, or NaN if there are none.
 */
export function* usualPrices(prices: Float64Array): Sliced<PriceRange> {
  if (prices.length < leastJudged) return yield* pricesWithin(prices, -Infinity, Infinity);
  const sample = new Float64Array(Math.min(prices.length, sampleSize))
    .map((_, index, { length }) => prices[Math.floor((index * prices.length) / length)] as number)
    .sort();
  const low = sample[Math.floor(0.01 * (sample.length - 1))] as number;
  const high = sample[Math.ceil(0.99 * (sample.length - 1))] as number;
  const near = (high - low) / 2;
  return yield* pricesWithin(prices, low - near, high + near);
}

/** The lowest and highest of the prices between two bounds, both inclusive. */
export function* pricesWithin(prices: Float64Array, from: number, to: number): Sliced<PriceRange> {
  const found = { low: Infinity, high: -Infinity };
  yield* slices(prices.length, (first, end) => {
    for (let index = first; index < end; index += 1) {
      const price = prices[index] as number;
      if (price >= from && price < found.low) found.low = price;
      if (price <= to && price > found.high) found.high = price;
    }
  });
  return found.low <= found.high ? found : { low: NaN, high: NaN };
}

/** How many of the prices are lower or higher. */
export function* countOutside(prices: Float64Array, { low, high }: PriceRange): Sliced<number> {
  let outside = 0;
  yield* slices(prices.length, (first, end) => {
    for (const price of prices.subarray(first, end)) if (price < low || price > high) outside += 1;
  });
  return outside;
}
