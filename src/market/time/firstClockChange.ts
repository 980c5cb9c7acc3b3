import type { Period } from './deliveryDay';
import { dayMs, minuteMs, zoneOffset } from './zones';

/** Of a longer period, only this many days are searched. */
const mostDays = 400;

/** The first instant in the period at which the clocks of the time zone change; `null` if there is none. */
export function firstClockChange({ start, end }: Period, zone: string): number | null {
  const last = Math.min(end, start + mostDays * dayMs);
  for (let from = start; from < last; from += dayMs) {
    let [before, after] = [from, Math.min(from + dayMs, last)];
    const offset = zoneOffset(before, zone);
    if (zoneOffset(after, zone) === offset) continue;
    while (after - before > minuteMs) {
      const middle = before + Math.floor((after - before) / 2);
      if (zoneOffset(middle, zone) === offset) before = middle;
      else after = middle;
    }
    return Math.floor(after / minuteMs) * minuteMs;
  }
  return null;
}
