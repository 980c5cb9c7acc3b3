/** The bounds of a color scale. */
export interface ScaleExtent {
  readonly low: number;
  readonly high: number;
}

/**
 * Position of a value on the color scale: from 0 to 1, or from 0 to -1 below zero. Both sides have the same
 * scale; if `low` and `high` are on the same side of zero, the scale begins at the one closer to zero.
 */
export function positionOf(value: number, { low, high }: ScaleExtent): number {
  const bounded = Math.min(high, Math.max(low, value));
  const length = high - low || 1;
  if (low >= 0) return (bounded - low) / length;
  if (high <= 0) return -Math.max(Number.MIN_VALUE, (high - bounded) / length);
  return bounded / Math.max(-low, high);
}
