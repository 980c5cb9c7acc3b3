import type { NumericColumn } from '../columns';

/** Maps prices to the rows of a grid. */
export interface PriceScale {
  rows: number;
  /** Row of a price between the lowest and the highest. */
  rowOf(price: number): number;
}

const sampleSize = 10_000;

/**
 * Gives the prices at which nearly all orders lie `height` rows, and the stretches above and below
 * an eighth of that each: one order at 9999 must not press all others into a single row, whichever
 * stretch the view then shows.
 */
export function priceScale(
  price: NumericColumn,
  rows: number,
  low: number,
  high: number,
  height: number,
): PriceScale {
  const [bottom, top] = usualPrices(price, rows, low, high);
  const edge = Math.max(1, height >> 3);
  const stretch = (from: number, to: number, count: number) => (value: number) =>
    to > from ? Math.min(count - 1, Math.floor(((value - from) / (to - from)) * count)) : 0;
  const [below, usual, above] = [
    stretch(low, bottom, edge),
    stretch(bottom, top, height),
    stretch(top, high, edge),
  ];
  return {
    rows: height + 2 * edge,
    rowOf: (value) => {
      if (value < bottom) return below(value);
      return value <= top ? edge + usual(value) : edge + height + above(value);
    },
  };
}

/** From the 1st to the 99th hundredth of a sample, and half that range again on either side. */
function usualPrices(price: NumericColumn, rows: number, low: number, high: number) {
  const sample = new Float64Array(Math.min(rows, sampleSize)).map((_, place, { length }) =>
    price.value(Math.floor((place * rows) / length)),
  );
  const known = sample.filter((value) => !Number.isNaN(value)).sort();
  const [from, to] = [0.01, 0.99].map((share) => known[Math.floor(share * known.length)]);
  if (from === undefined || to === undefined) return [low, high] as const;
  const margin = (to - from) / 2;
  return [Math.max(low, from - margin), Math.min(high, to + margin)] as const;
}
