import * as l10n from '@vscode/l10n';
import type { ColorScale } from './drawing';
import { positionOf } from '../../controls/scalePosition';
import type { HeatColors } from './heatColors';
import { formatValue, formatWithUnit } from './valueText';

/** Labels for both ends of the scale, with ≤ or ≥ if values are beyond them, and its accessible name. */
export function scaleTexts({ low, high, unit, hasLower, hasHigher }: ColorScale) {
  const [lowest, highest] = [formatValue(low, unit), formatWithUnit(high, unit)];
  const bounds = l10n.t('Colors from {0} to {1}', lowest, highest);
  const beyond = l10n.t('values outside this range have the color of the nearest end');
  return {
    low: hasLower ? `≤ ${lowest}` : lowest,
    high: hasHigher ? `≥ ${highest}` : highest,
    label: hasLower || hasHigher ? `${bounds}, ${beyond}` : bounds,
  };
}

/** Number of equal steps between the colors of the scale's bar. */
const barSteps = 32;

/** The colors at positions from 0 to 1 along the scale, with a hard edge at zero, where the color changes. */
export function scaleStops(scale: ColorScale, colors: HeatColors): { at: number; color: string }[] {
  const { low, high } = scale;
  const zero = -low / (high - low);
  const shares = Array.from({ length: barSteps + 1 }, (_, index) => index / barSteps);
  const stops = shares.map((at) => ({ at, color: colors(positionOf(low + (high - low) * at, scale)) }));
  if (!(zero > 0 && zero < 1)) return stops;
  const edge = [-Number.MIN_VALUE, 0].map((position) => ({ at: zero, color: colors(position) }));
  return [...stops.filter(({ at }) => at < zero), ...edge, ...stops.filter(({ at }) => at > zero)];
}
