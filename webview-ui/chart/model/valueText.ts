import type { Resampled } from '../../../src/table/chartTypes';

const formats = new Map<number, Intl.NumberFormat>();

function withDecimals(least: number): Intl.NumberFormat {
  let format = formats.get(least);
  if (!format) {
    format = new Intl.NumberFormat('en-US', {
      minimumFractionDigits: least,
      maximumFractionDigits: 12,
    });
    formats.set(least, format);
  }
  return format;
}

/** Prices, such as those in `EUR/MWh`, have at least two decimals. */
const leastDecimals = (unit: string) => (unit.includes('/') ? 2 : 0);

/**
 * Every digit that was sent, with thousands separators and the same minus sign as in the table, exports, and
 * filters: `-3.20`. The unit isn't included; it determines the number of decimals.
 */
export function formatValue(value: number, unit: string): string {
  return withDecimals(leastDecimals(unit)).format(value);
}

/** `-3.20 EUR/MWh` */
export function formatWithUnit(value: number, unit: string): string {
  return `${formatValue(value, unit)} ${unit}`.trimEnd();
}

/** A price without a unit. */
export function formatPrice(price: number): string {
  return withDecimals(2).format(price);
}

/** A calculated figure, without spurious digits: two decimals, four below one. */
export function calculated(value: number): number {
  return Number(value.toFixed(Math.abs(value) < 1 ? 4 : 2));
}

/** A value as sent, or without spurious digits if it's the mean of several. */
export function shownValue(value: number, resampled: Resampled | undefined): number {
  return resampled?.rule === 'mean' ? calculated(value) : value;
}

/** A round number on an axis; `step` is the distance to the next one. */
export function formatAxisValue(value: number, step: number): string {
  const decimals = step > 0 ? Math.min(12, Math.max(0, -Math.floor(Math.log10(step) + 1e-9))) : 0;
  const format = new Intl.NumberFormat('en-US', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  return format.format(value);
}
