import { dayOf, dayPeriod, marketZone } from './deliveryDay';
import { hourMs, minuteMs, zoneOffset } from './zones';

/** Lengths of the periods that the market numbers within a delivery day, in minutes. */
const numbered = [60, 30, 15];

interface DayStart {
  readonly start: number;
  readonly end: number;
  /** First instant after the clock change, or the end of the day if there is none. */
  readonly change: number;
}

/** Consecutive rows of a series are mostly on the same day. */
let lastDay: DayStart = { start: 0, end: 0, change: 0 };

function dayStart(instant: number): DayStart {
  if (instant >= lastDay.start && instant < lastDay.end) return lastDay;
  const day = dayOf(instant, marketZone);
  const { start, end } = dayPeriod(day, marketZone);
  let change = end;
  for (let at = start + hourMs; at < end; at += hourMs) {
    if (zoneOffset(at, marketZone) === zoneOffset(start, marketZone)) continue;
    change = at;
    break;
  }
  lastDay = { start, end, change };
  return lastDay;
}

/**
 * The number of an hour, half hour, or quarter hour within its delivery day in Central European
 * Time, counted from 1 by clock time, as the market does. The Sunday in March has no hour 3 (nor
 * half hours 5 and 6, nor quarter hours 9 to 12); the Sunday in October has them twice: `3a` in
 * summer time and `3b` after the change. Instants are epoch milliseconds. `null` for a period of
 * another length, or one that does not start on a boundary of its length.
 */
export function periodNumber(start: number, end: number): string | null {
  const minutes = (end - start) / minuteMs;
  if (!numbered.includes(minutes)) return null;
  const day = dayStart(start);
  const length = minutes * minuteMs;
  if ((start - day.start) % length !== 0) return null;
  const turned = zoneOffset(day.change, marketZone) - zoneOffset(day.start, marketZone);
  const shift = start >= day.change && day.change < day.end ? turned : 0;
  const number = (start - day.start + shift) / length + 1;
  if (turned >= 0 || day.change === day.end) return String(number);
  const isRepeated = start >= day.change + turned && start < day.change - turned;
  return isRepeated ? `${number}${start < day.change ? 'a' : 'b'}` : String(number);
}
