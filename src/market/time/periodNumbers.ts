import { marketClock, occurrenceOf } from './deliveryDay';
import { wholeLength } from './wholeLength';
import { dayMs, minuteMs } from './zones';

/** Lengths of the periods that the market numbers within a delivery day, in minutes. */
const numbered = [60, 30, 15];

/** Indexed by `occurrenceOf`. */
const letters = ['', 'a', 'b'] as const;

/**
 * The number of an hour, half hour, or quarter hour within its delivery day in Central European
 * Time, counted from 1 by clock time, as the market does. The Sunday in March has no hour 3 (nor
 * half hours 5 and 6, nor quarter hours 9 to 12); the Sunday in October has them twice: `3a` in
 * summer time and `3b` after the change. Instants are epoch milliseconds; the end may be inclusive. `null` for a
 * period of another length, or one that does not start on a boundary of its length.
 */
export function periodNumber(start: number, end: number): string | null {
  const length = wholeLength(end - start, minuteMs);
  if (!numbered.includes(length / minuteMs)) return null;
  const clock = marketClock(start);
  const midnight = Math.floor(clock / dayMs) * dayMs;
  const earlier = (clock - midnight) / length;
  return Number.isInteger(earlier) ? `${earlier + 1}${letters[occurrenceOf(start)]}` : null;
}
