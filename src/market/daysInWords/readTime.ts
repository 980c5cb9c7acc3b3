import * as l10n from '@vscode/l10n';
import { addDays, dayOf, dayPeriod, marketZone, parseDay, type Period } from '../time/deliveryDay';
import { formatOffset, formatUtc, instantsOf, minuteMs } from '../time/zones';

/** The meaning of a time that was entered: one instant, or a whole day. */
type TimeReading =
  | {
      kind: 'instant';
      instant: number;
      /** Explains a time that occurs twice. */
      note?: string;
    }
  | { kind: 'day'; day: string; period: Period }
  | { kind: 'problem'; message: string };

const problem = (message: string): TimeReading => ({ kind: 'problem', message });

const relative = /^(today|tomorrow|yesterday)(?:([+-])(\d{1,5})d)?$/i;
/** A day that depends on the clock, in front of a time of day: `yesterdayT10:00`. */
const relativeBeforeTime = /^(?:today|tomorrow|yesterday)(?:[+-]\d{1,5}d)?(?=[T ]\d)/i;
const dateTime =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?\s*(Z|([+-])(\d{2}):?(\d{2}))?$/i;

const dayShift: Readonly<Record<string, number>> = { today: 0, tomorrow: 1, yesterday: -1 };
/** The days that have a word, in the order in which they're suggested. */
export const relativeDayWords = Object.keys(dayShift);

/** How many days `today`, `tomorrow`, or `today-7d` is away from today; `undefined` for other text. */
export function daysFromToday(text: string): number | undefined {
  const match = relative.exec(text);
  if (!match) return undefined;
  const [, word = '', sign, days] = match;
  return (dayShift[word.toLowerCase()] ?? 0) + (sign === '-' ? -1 : 1) * Number(days ?? 0);
}

/** The day that `today`, `tomorrow`, `today-7d`, or a date means; `null` for other text. */
function readDay(text: string, now: number, zone: string): string | null {
  const days = daysFromToday(text);
  if (days !== undefined) return addDays(dayOf(now, zone), days);
  return parseDay(text) ? text : null;
}

/**
 * Reads free text. Days and times without an offset are in `zone`; `now` (epoch milliseconds)
 * determines `today`. A time that the clocks skip is rejected. If a time occurs twice, the first is
 * used, with a note that explains how to enter the second.
 */
export function readTime(input: string, now: number, zone: string): TimeReading {
  const text = input.trim();
  const day = readDay(text, now, zone);
  if (day !== null) {
    if (!isWithin(day)) return problem(outside());
    return { kind: 'day', day, period: dayPeriod(day, zone) };
  }
  const dated = text.replace(relativeBeforeTime, (words) => readDay(words, now, zone) ?? words);
  const reading = readInstant(dated, zone);
  if (reading.kind !== 'instant') return reading;
  const isWritable = !Number.isNaN(reading.instant) && /^(?!0000)\d{4}-/.test(formatUtc(reading.instant));
  return isWritable ? reading : problem(outside());
}

/** Years have four digits in RFC 3339, including those of the next day and with any offset. */
const firstDay = '0001-01-02';
const lastDay = '9999-12-30';
const isWithin = (day: string) => day >= firstDay && day <= lastDay;
const outside = () => l10n.t('Only the years 1 to 9999 can be queried.');

function readInstant(text: string, zone: string): TimeReading {
  const match = dateTime.exec(text);
  if (!match)
    return problem(
      l10n.t(
        '"{0}" isn\'t a day or a time. Enter, for example, today, tomorrow, today-7d, 2026-03-29, 2026-03-29T10:00, or, with a UTC offset, 2026-03-29T10:00+02:00.',
        text,
      ),
    );
  const [, dateText = '', hour = '', minute = '', second = '', fraction = '', offset, ...shift] = match;
  const date = parseDay(dateText);
  if (!date) return problem(l10n.t("{0} isn't a calendar date.", dateText));
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) {
    return problem(l10n.t("{0} isn't a time of day.", `${hour}:${minute}`));
  }
  const ms = Number(fraction.slice(0, 3).padEnd(3, '0'));
  const wall = { ...date, hour: Number(hour), minute: Number(minute), second: Number(second) };
  if (offset !== undefined) return readOffset(wall, ms, offset, shift);
  const [first, repeated] = instantsOf(wall, zone);
  if (first === undefined) {
    return problem(
      l10n.t(
        "{0} doesn't exist on {1} in {2} because clocks skip that time.",
        `${hour}:${minute}`,
        dateText,
        zone,
      ),
    );
  }
  if (repeated === undefined) return { kind: 'instant', instant: first + ms };
  const note = l10n.t(
    '{0} occurs twice; the first ({1}) is used. Add {2} to use the second.',
    `${hour}:${minute}`,
    formatOffset(first, zone),
    formatOffset(repeated, zone),
  );
  return { kind: 'instant', instant: first + ms, note };
}

function readOffset(
  wall: Parameters<typeof instantsOf>[0],
  ms: number,
  offset: string,
  [sign, hours = '', minutes = '']: readonly string[],
): TimeReading {
  const [asUtc = Number.NaN] = instantsOf(wall, 'UTC');
  if (Number(hours) > 23 || Number(minutes) > 59)
    return problem(l10n.t("{0} isn't a valid UTC offset.", offset));
  const shift = (Number(hours) * 60 + Number(minutes)) * minuteMs;
  return { kind: 'instant', instant: asUtc + ms + (sign === '-' ? shift : -shift) };
}

/**
 * The calendar date that a text means as a delivery date: a day in the market's time zone, whatever
 * time zone is displayed. `null` if it is not a day, or one that can't be queried.
 */
export function readDeliveryDate(input: string, now: number): string | null {
  const day = readDay(input.trim(), now, marketZone);
  return day !== null && isWithin(day) ? day : null;
}
