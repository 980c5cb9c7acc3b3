import * as l10n from '@vscode/l10n';
import type { AxisIndex, ValueAxis } from './drawing';

/** Lowest and highest visible value; both NaN if nothing is visible. */
export interface ValueBounds {
  low: number;
  high: number;
}

/** The bounds of no values, to start widening from. */
export const noBounds: ValueBounds = { low: NaN, high: NaN };

/** Bounds that include the value as well. */
export function widened({ low, high }: ValueBounds, value: number): ValueBounds {
  if (Number.isNaN(value)) return { low, high };
  return {
    low: value < low || Number.isNaN(low) ? value : low,
    high: value > high || Number.isNaN(high) ? value : high,
  };
}

/** The units of series, in order of appearance. */
export const unitsOf = (series: readonly { readonly unit: string }[]): string[] => [
  ...new Set(series.map(({ unit }) => unit)),
];

/** The first unit uses the left axis; all other units share the right one. */
export function axisOf(unit: string, units: readonly string[]): AxisIndex {
  return unit === units[0] ? 0 : 1;
}

/** The units of the left axis and, if there are others, of the right one. */
export const unitsOfAxes = (units: readonly string[]): string[][] =>
  [units.slice(0, 1), units.slice(1)].filter(({ length }) => length > 0);
/** The title of an axis with these units. */
export const unitTitle = (units: readonly string[]): string => units.filter(Boolean).join(', ');

/** The largest distance of values from zero at which zero is included, as a share of their range. */
const nearZero = 0.15;

/** Whether zero is among the values, or near them. */
const isNearZero = ({ low, high }: ValueBounds) => Math.max(low, -high) <= nearZero * (high - low);

/**
 * Axes with some margin around the visible values. Zero is included if it's near the values, because values
 * far from it would use only a part of the height, and always if `fromZero`. If one of two axes includes zero,
 * both do, at the same height. The title of an axis that doesn't include zero says so.
 */
export function valueAxes(
  seen: readonly { title: string; bounds: ValueBounds }[],
  fromZero: boolean,
): ValueAxis[] {
  const zeroed = fromZero || seen.some(({ bounds }) => isNearZero(bounds));
  const axes = seen.map(({ title, bounds }): ValueAxis => {
    const range = withMargin(bounds, zeroed);
    const isFar = title !== '' && (range.low > 0 || range.high < 0);
    if (!isFar) return { title, ...range };
    return { title: l10n.t("{0}, axis doesn't start at zero", title), brief: title, ...range };
  });
  if (axes.length < 2 || !zeroed) return axes;
  const below = Math.max(...axes.map(({ low, high }) => -low / (high - low)));
  const above = Math.max(...axes.map(({ low, high }) => high / (high - low)));
  return axes.map(({ title, low, high }) => {
    const size = Math.max(-low / (below || 1), high / (above || 1));
    return { title, low: -below * size, high: above * size };
  });
}

function withMargin({ low, high }: ValueBounds, zeroed: boolean): ValueBounds {
  if (Number.isNaN(low) || Number.isNaN(high)) return { low: 0, high: 1 };
  let bottom = zeroed ? Math.min(0, low) : low;
  let top = zeroed ? Math.max(0, high) : high;
  if (top === bottom) {
    const room = Math.abs(top) * 0.05 || 1;
    return { low: bottom - (bottom === 0 ? 0 : room), high: top + room };
  }
  const margin = (top - bottom) * 0.06;
  if (bottom !== 0) bottom -= margin;
  if (top !== 0) top += margin;
  // A margin must not suggest that there are values on the other side of zero.
  if (low >= 0) bottom = Math.max(0, bottom);
  if (high <= 0) top = Math.min(0, top);
  return { low: bottom, high: top };
}

/** The least share of an earlier axis that values must use for it to be kept. */
const leastUse = 0.5;

/**
 * The axes with the bounds of earlier ones, if all of them fit: from one day to the next, only the values move
 * then, not the scale.
 */
export function keptAxes(axes: readonly ValueAxis[], before: readonly ValueAxis[]): readonly ValueAxis[] {
  const fit = axes.map((axis, index) => {
    const { title, low, high } = before[index] ?? axis;
    const isWithin = axis.low >= low && axis.high <= high;
    return title === axis.title && isWithin && axis.high - axis.low >= leastUse * (high - low)
      ? { ...axis, low, high }
      : null;
  });
  const kept = fit.filter((axis) => axis !== null);
  return axes.length === before.length && kept.length === axes.length ? kept : axes;
}
