import type { SeriesHead, SeriesSummary } from '#src/protocol/charts/seriesChart';
import { calculated, formatNumber, mostDecimals } from '#src/text/numbers';

/** Prices, such as those in `EUR/MWh`, have at least two decimals. */
const leastDecimals = (unit: string) => (unit.includes('/') ? 2 : 0);

/**
 * Every digit that was sent, with thousands separators and the same minus sign as in the table, exports, and
 * filters: `-3.20`. The unit isn't included; it determines the number of decimals.
 */
export function formatValue(value: number, unit: string, isDifference = false): string {
  return formatNumber(value, { least: leastDecimals(unit), most: mostDecimals, isDifference });
}

/** `-3.20 EUR/MWh` */
export const formatWithUnit = (value: number, unit: string): string =>
  `${formatValue(value, unit)} ${unit}`.trimEnd();

/** A price without a unit. */
export function formatPrice(price: number, isDifference = false): string {
  return formatNumber(price, { least: 2, most: mostDecimals, isDifference });
}

/** A series, however it's shown. */
export type Measured = Pick<SeriesHead, 'unit' | 'isDifference' | 'resampled'> & { summary: SeriesSummary };

/**
 * A value of a series without its unit: as sent or, if it's combined from several, with the decimals that all
 * such values have. Differences always have a sign, to tell them from values.
 */
export function seriesValue(value: number, { unit, isDifference, resampled, summary }: Measured): string {
  if (!resampled) return formatValue(value, unit, isDifference);
  const decimals = Math.max(leastDecimals(unit), summary.decimals);
  return formatNumber(value, { least: decimals, most: decimals, isDifference: isDifference === true });
}

/** A value of a series with its unit. */
export const seriesValueWithUnit = (value: number, series: Measured): string =>
  `${seriesValue(value, series)} ${series.unit}`.trimEnd();

/** The mean of a series without its unit, with the decimals of its values and no fewer than two. */
export function seriesMean({ unit, isDifference, summary: { mean, decimals } }: Measured): string {
  // Mean differences are often tiny, and are also in the sentence about the comparison.
  if (isDifference) return formatValue(calculated(mean), unit, true);
  const places = Math.max(2, decimals);
  return formatNumber(mean, { least: places, most: places });
}

/** A round number on an axis; `step` is the distance to the next one. */
export function formatAxisValue(value: number, step: number): string {
  const decimals = step > 0 ? Math.min(mostDecimals, Math.max(0, -Math.floor(Math.log10(step) + 1e-9))) : 0;
  return formatNumber(value, { least: decimals, most: decimals });
}
