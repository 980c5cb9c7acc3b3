/** The RFC 3339 times that the service sends. */
import { hourMs, minuteMs } from '../../market/time/zones';

const general = /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:[Zz]|([+-])(\d\d):(\d\d))$/;

/** Epoch milliseconds of the start of the day in UTC; NaN if there is no such day. Months count from 1. */
export function midnightOf(year: number, month: number, day: number): number {
  const date = new Date(0);
  const ms = date.setUTCFullYear(year, month - 1, day); // turns February 30 into March 1 or 2
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? ms : Number.NaN;
}

/**
 * Epoch milliseconds; NaN if the text isn't an RFC 3339 date-time. A time without `Z` or an offset is
 * rejected: its time zone would be a guess. Digits below the millisecond are dropped.
 */
export function parseTime(text: string): number {
  const match = general.exec(text);
  if (!match) return Number.NaN;
  const [, year, month, day, hour, minute, second, fraction, sign, offsetHour, offsetMinute] = match;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return Number.NaN;
  const shift = sign ? (Number(offsetHour) * 60 + Number(offsetMinute)) * minuteMs : 0;
  return (
    midnightOf(Number(year), Number(month), Number(day)) +
    Number(hour) * hourMs +
    Number(minute) * minuteMs +
    Number(second) * 1000 +
    (fraction ? Number(fraction.slice(0, 3).padEnd(3, '0')) : 0) -
    (sign === '-' ? -shift : shift)
  );
}

/** Whether the text has digits below the millisecond, which `parseTime` drops. */
export function isFinerThanMillisecond(text: string): boolean {
  return /\.\d{3}\d*[1-9]/.test(text);
}
