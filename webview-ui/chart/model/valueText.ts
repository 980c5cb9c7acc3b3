import type { Resampled } from '#src/protocol/chartTypes';
import { calculated, formatNumber } from '#src/text/numbers';

/** More decimals than any value has. */
const mostDecimals = 12;

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
export function formatWithUnit(value: number, unit: string, isDifference = false): string {
  return `${formatValue(value, unit, isDifference)} ${unit}`.trimEnd();
}

/** A price without a unit. */
export function formatPrice(price: number, isDifference = false): string {
  return formatNumber(price, { least: 2, most: mostDecimals, isDifference });
}

/** A value as sent, or without spurious digits if it's the mean of several. */
export function shownValue(value: number, resampled: Resampled | undefined): number {
  return resampled?.rule === 'mean' ? calculated(value) : value;
}

/** A round number on an axis; `step` is the distance to the next one. */
export function formatAxisValue(value: number, step: number): string {
  const decimals = step > 0 ? Math.min(mostDecimals, Math.max(0, -Math.floor(Math.log10(step) + 1e-9))) : 0;
  return formatNumber(value, { least: decimals, most: decimals });
}
