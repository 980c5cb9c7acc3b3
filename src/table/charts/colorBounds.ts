import type { SeriesIntervals } from '../series/seriesIntervals';

/** Above this many values, only a sample is sorted to find the bounds of the colors. */
const mostSorted = 200_000;
/** Values beyond this share are spikes if they make the range longer by more than this factor. */
const usualShare = 0.99;
const spike = 1.5;

/**
 * Bounds of a heat map's colors: those of the values. If a few spikes on one side of zero would leave all other values
 * of that side with the same color, the bounds leave them out.
 */
export function colorBounds(
  { values }: Pick<SeriesIntervals, 'values'>,
  min: number,
  max: number,
): { low: number; high: number } {
  if (Number.isNaN(min)) return { low: 0, high: 1 };
  const every = Math.max(1, Math.ceil(values.length / mostSorted));
  const some = values.filter((value, at) => at % every === 0 && !Number.isNaN(value)).sort();
  const at = (share: number) => some[Math.round((some.length - 1) * share)] ?? NaN;
  const [usualLow, usualHigh] = [at(1 - usualShare), at(usualShare)];
  const [floor, ceiling] = [Math.max(0, min), Math.min(0, max)];
  const isSpiked = usualHigh > floor && max - floor > spike * (usualHigh - floor);
  const isDipped = usualLow < ceiling && ceiling - min > spike * (ceiling - usualLow);
  const bounds = { low: isDipped ? usualLow : min, high: isSpiked ? usualHigh : max };
  return bounds.low === bounds.high ? { low: bounds.low, high: bounds.low + 1 } : bounds;
}
