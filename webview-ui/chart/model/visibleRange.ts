import type { Range } from './drawing';

const isRange = ({ from, to }: Range) => Number.isFinite(from) && Number.isFinite(to) && to > from;

/** The range, moved and cut to fit the extent, at least `least` wide; `null` for the whole extent. */
export function fitted(range: Range, extent: Range, least: number): Range | null {
  if (!isRange(range) || !isRange(extent)) return null;
  const whole = extent.to - extent.from;
  const width = Math.max(range.to - range.from, Math.min(least, whole));
  if (width >= whole) return null;
  const middle = (range.from + range.to) / 2;
  const from = Math.min(Math.max(middle - width / 2, extent.from), extent.to - width);
  return { from, to: from + width };
}

/** The range made wider (factor above 1) or narrower, keeping `at` where it is on the screen. */
export function zoomed(
  visible: Range,
  extent: Range,
  factor: number,
  at: number,
  least: number,
): Range | null {
  const whole = extent.to - extent.from;
  const before = visible.to - visible.from;
  const width = Math.min(Math.max(before * factor, Math.min(least, whole)), whole);
  const share = before > 0 ? Math.min(1, Math.max(0, (at - visible.from) / before)) : 0.5;
  const from = at - share * width;
  return fitted({ from, to: from + width }, extent, least);
}

/** The range moved by a share of its width, positive to the right. */
export function panned(visible: Range, extent: Range, share: number): Range | null {
  const by = (visible.to - visible.from) * share;
  return fitted({ from: visible.from + by, to: visible.to + by }, extent, 0);
}

/** The range, moved no further than needed to show the position. */
export function revealing(visible: Range, extent: Range, at: number): Range | null {
  const margin = (visible.to - visible.from) / 10;
  if (at < visible.from)
    return panned(visible, extent, (at - margin - visible.from) / (visible.to - visible.from));
  if (at > visible.to)
    return panned(visible, extent, (at + margin - visible.to) / (visible.to - visible.from));
  return fitted(visible, extent, 0);
}

/** Index of the last entry at or before the value in ascending numbers; -1 if there is none. */
export function lastAtOrBefore(sorted: ArrayLike<number>, value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? NaN) <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The next stop to the right (`step` 1) or left (-1); the nearest end if there is no other. */
export function nextStop(
  stops: ArrayLike<number>,
  at: number | null,
  step: 1 | -1,
  visible: Range,
): number | null {
  if (stops.length === 0) return null;
  const last = stops.length - 1;
  if (at === null) {
    const inside = lastAtOrBefore(stops, step === 1 ? visible.from : visible.to);
    const first = step === 1 && (stops[inside] ?? -Infinity) < visible.from ? inside + 1 : inside;
    return stops[Math.min(last, Math.max(0, first))] ?? null;
  }
  let index = lastAtOrBefore(stops, at);
  if (step === 1) index += 1;
  else if (stops[index] === at) index -= 1;
  return stops[Math.min(last, Math.max(0, index))] ?? null;
}
