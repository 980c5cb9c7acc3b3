/** The RFC 3339 times that the service sends, and ISO 8601 times that can only mean one instant. */
import { readTime } from '../../market/daysInWords/readTime';
import { hourMs, minuteMs } from '../../market/time/zones';
import type { Cell } from '../../protocol/tableTypes';

const general =
  /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?(?:[Zz]|([+-])(\d\d)(?::?(\d\d))?)$/;
const withoutOffset = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?$/;
const dateOnly = /^\d{4}-\d\d-\d\d$/;

/** Epoch milliseconds of the start of the day in UTC; NaN if there is no such day. Months count from 1. */
export function midnightOf(year: number, month: number, day: number): number {
  const date = new Date(0);
  const ms = date.setUTCFullYear(year, month - 1, day); // turns February 30 into March 1 or 2
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? ms : Number.NaN;
}

/**
 * Epoch milliseconds; NaN if the text doesn't name one instant. Besides RFC 3339, times without seconds, with
 * `24:00` for the end of a day, and with an offset such as `+0100` or `+01` are read. A time without `Z` or
 * an offset isn't: its time zone would be a guess. Digits below the millisecond are dropped.
 */
export function parseTime(text: string): number {
  const match = general.exec(text);
  if (!match) return Number.NaN;
  const [, year, month, day, hour, minute, second = '0', fraction, sign, offsetHour, offsetMinute = '0'] =
    match;
  const ofDay =
    Number(hour) * hourMs +
    Number(minute) * minuteMs +
    Number(second) * 1000 +
    (fraction ? Number(fraction.slice(0, 3).padEnd(3, '0')) : 0);
  const isOfDay = Number(hour) > 23 ? ofDay === 24 * hourMs : Number(minute) <= 59 && Number(second) <= 59;
  const isOffset = sign === undefined || (Number(offsetHour) <= 23 && Number(offsetMinute) <= 59);
  if (!isOfDay || !isOffset) return Number.NaN;
  const shift = sign ? (Number(offsetHour) * 60 + Number(offsetMinute)) * minuteMs : 0;
  return midnightOf(Number(year), Number(month), Number(day)) + ofDay - (sign === '-' ? -shift : shift);
}

/**
 * Epoch milliseconds of a time that others are compared with: written as the service may, or as a person does in UTC,
 * where a day means its start. NaN for anything else.
 */
export function comparedTime(value: Cell): number {
  if (typeof value === 'number') return value;
  const instant = parseTime(String(value));
  if (!Number.isNaN(instant)) return instant;
  const reading = readTime(String(value), Date.now(), 'UTC');
  if (reading.kind === 'problem') return Number.NaN;
  return reading.kind === 'day' ? reading.period.start : reading.instant;
}

/** What a value that should be a time is instead. */
export type TimeProblem = 'number' | 'noOffset' | 'dateOnly' | 'noSuchTime' | 'noTime';

/** Why a value, given as its JSON text, isn't a time that `parseTime` reads. */
export function timeProblem(json: string): TimeProblem {
  if (!json.startsWith('"')) return /^-?\d/.test(json) ? 'number' : 'noTime';
  const text = json.slice(1, -1);
  if (withoutOffset.test(text)) return 'noOffset';
  if (dateOnly.test(text)) return 'dateOnly';
  if (/^-?\d+(\.\d+)?$/.test(text)) return 'number';
  return general.test(text) ? 'noSuchTime' : 'noTime';
}

/** Whether the text has digits below the millisecond, which `parseTime` drops. */
export function isFinerThanMillisecond(text: string): boolean {
  return /[.,]\d{3}\d*[1-9]/.test(text);
}
