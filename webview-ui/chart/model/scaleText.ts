import * as l10n from '@vscode/l10n';
import type { ColourScale } from './drawing';
import { positionOf, type HeatColours } from './heatColours';
import { formatValue, formatWithUnit } from './valueText';

/** Both ends of the scale in words, with a sign where values are beyond it, and its accessible name. */
export function scaleTexts({ low, high, unit, hasLower, hasHigher }: ColourScale): {
  low: string;
  high: string;
  label: string;
} {
  const [lowest, highest] = [formatValue(low, unit), formatWithUnit(high, unit)];
  const bounds = l10n.t('Colors from {0} to {1}', lowest, highest);
  const beyond = l10n.t('values outside this range have the color of the nearest end');
  return {
    low: hasLower ? `≤ ${lowest}` : lowest,
    high: hasHigher ? `≥ ${highest}` : highest,
    label: hasLower || hasHigher ? `${bounds}, ${beyond}` : bounds,
  };
}

/** Distances of two colors of the scale's bar, as a share of it. */
const fine = 32;

/** The colors along the scale, from 0 to 1, with a hard edge at zero, where they jump. */
export function scaleStops(scale: ColourScale, colours: HeatColours): { at: number; colour: string }[] {
  const { low, high } = scale;
  const zero = -low / (high - low);
  const shares = Array.from({ length: fine + 1 }, (_, index) => index / fine);
  const stops = shares.map((at) => ({ at, colour: colours(positionOf(low + (high - low) * at, scale)) }));
  if (!(zero > 0 && zero < 1)) return stops;
  const edge = [-Number.MIN_VALUE, 0].map((position) => ({ at: zero, colour: colours(position) }));
  return [...stops.filter(({ at }) => at < zero), ...edge, ...stops.filter(({ at }) => at > zero)];
}
