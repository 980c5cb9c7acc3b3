/** How long before the next start an inclusive end is at most, in milliseconds. */
const mostBefore = 1000;

/** Whether an end may be an inclusive one that stands for `next`, as `00:14:59Z` does for `00:15`. */
export const isJustBefore = (end: number, next: number): boolean => end < next && next - end <= mostBefore;

/** The length in milliseconds, or the whole number of units that an inclusive end falls just short of. */
export function wholeLength(length: number, unit: number): number {
  const whole = Math.ceil(length / unit) * unit;
  return isJustBefore(length, whole) ? whole : length;
}
