import * as l10n from '@vscode/l10n';
import { monthNames } from '#src/market/time/dayText';
import {
  dayMs,
  formatClock,
  formatOffset,
  hourMs,
  instantsOf,
  minuteMs,
  startOfDay,
  tellsOffset,
  wallClock,
  zoneOffset,
} from '#src/market/time/zones';
import type { AxisTick } from './drawing';

const secondMs = 1000;
/** Epoch milliseconds. Dates are valid up to 8.64e15; the difference leaves room for panning. */
const furthest = 8.6e15;

type Unit = 'even' | 'minute' | 'day' | 'week' | 'month' | 'year';

const stepsOf = (unit: Unit, each: number, counts: readonly number[]) =>
  counts.map((count) => ({ unit, count, length: count * each }));

/** `even` steps are equal in every time zone, because offsets are multiples of a quarter hour. */
const steps = [
  ...stepsOf('even', secondMs, [1, 2, 5, 10, 15, 30, 60, 300, 900]),
  ...stepsOf('minute', minuteMs, [30, 60, 120, 180, 360, 720]),
  ...stepsOf('day', dayMs, [1, 2]),
  ...stepsOf('week', 7 * dayMs, [1, 2]),
  ...stepsOf('month', 30 * dayMs, [1, 2, 3, 6]),
  ...stepsOf('year', 365 * dayMs, [1, 2, 5, 10, 20, 50, 100, 500, 1000, 10_000, 100_000]),
];

/**
 * Ticks at round times in the time zone between two instants, ascending, at most `most`. A day of 23 or 25
 * hours shows its hours in their true positions, each label with its offset. Ticks every two hours get an
 * additional one at the hour that is repeated in autumn.
 */
export function timeTicks(from: number, to: number, zone: string, most: number): AxisTick[] {
  if (!(from >= -furthest && to <= furthest && to >= from) || most < 1) return [];
  for (const { unit, count, length } of steps) {
    if ((to - from) / length > most + 2) continue;
    const times = timesOf[unit](from, to, zone, count).filter((at) => at >= from && at <= to);
    if (times.length > most) continue;
    const ticks = labeled(times, zone, unit, count, to);
    return length === 2 * hourMs ? withRepeatedHour(ticks, from, to, zone, most) : ticks;
  }
  return [];
}

/** Adds a tick at the repeated hour, with its label below the others, or without one if there is no room. */
function withRepeatedHour(ticks: AxisTick[], from: number, to: number, zone: string, most: number) {
  /** The distance that two adjacent labels with a day and a time need. */
  const room = (1.4 * (to - from)) / most;
  const again: AxisTick[] = [];
  for (let at = Math.ceil(from / hourMs) * hourMs; at <= to; at += hourMs) {
    if (zoneOffset(at, zone) >= zoneOffset(at - 1, zone)) continue;
    const isCrowded = ticks.some(({ at: other, label }) => label.length > 2 && Math.abs(other - at) < room);
    const { own } = words(at, zone, 'minute', 120);
    again.push({ at, label: isCrowded ? [''] : ['', '', `${own} ${formatOffset(at, zone)}`] });
  }
  return [...ticks, ...again].sort((a, b) => a.at - b.at);
}

const timesOf: {
  [Each in Unit]: (from: number, to: number, zone: string, count: number) => number[];
} = {
  even(from, to, _zone, count) {
    const times: number[] = [];
    const step = count * secondMs;
    for (let at = Math.ceil(from / step) * step; at <= to; at += step) times.push(at);
    return times;
  },
  minute(from, to, zone, count) {
    const times: number[] = [];
    for (const { year, month, day } of days(from, to, zone, () => true)) {
      for (let minutes = 0; minutes < 24 * 60; minutes += count) {
        const [hour, minute] = [Math.floor(minutes / 60), minutes % 60];
        const found = instantsOf({ year, month, day, hour, minute, second: 0 }, zone);
        // The repeated hour has two ticks only if every hour has one.
        times.push(...(count <= 60 ? found : found.slice(0, 1)));
      }
    }
    return times.sort((a, b) => a - b);
  },
  day: (from, to, zone, count) => days(from, to, zone, (number) => number % count === 0).map(({ at }) => at),
  // Day 4, 1970-01-05, was a Monday.
  week: (from, to, zone, count) =>
    days(from, to, zone, (number) => (number - 4) % (7 * count) === 0).map(({ at }) => at),
  month(from, to, zone, count) {
    const first = wallClock(from, zone);
    const times: number[] = [];
    for (let month = first.year * 12; ; month += count) {
      const at = startOfDay(Math.floor(month / 12), (((month % 12) + 12) % 12) + 1, 1, zone);
      if (at > to) return times;
      times.push(at);
    }
  },
  year(from, to, zone, count) {
    const times: number[] = [];
    const [first, last] = [wallClock(from, zone).year, wallClock(to, zone).year];
    for (let year = Math.ceil(first / count) * count; year <= last; year += count) {
      times.push(startOfDay(year, 1, 1, zone));
    }
    return times;
  },
};

/** Calendar days in the time zone that touch the range, numbered since 1970-01-01. */
function days(from: number, to: number, zone: string, wanted: (number: number) => boolean) {
  const found: { at: number; year: number; month: number; day: number }[] = [];
  const first = wallClock(from, zone);
  for (let number = Math.floor(Date.UTC(first.year, first.month - 1, first.day) / dayMs); ; number += 1) {
    if (!wanted(number) && number * dayMs < to + 2 * dayMs) continue;
    const date = new Date(number * dayMs);
    const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
    const at = startOfDay(year, month, day, zone);
    if (at > to) return found;
    found.push({ at, year, month, day });
  }
}

const weekdays = [
  () => l10n.t('Sun'),
  () => l10n.t('Mon'),
  () => l10n.t('Tue'),
  () => l10n.t('Wed'),
  () => l10n.t('Thu'),
  () => l10n.t('Fri'),
  () => l10n.t('Sat'),
];

/**
 * A tick's own text, and its context, which is shown only at the first tick and where it changes. Where a day
 * begins, its date is shown instead of both, because a line of its own would take room from the plot.
 */
interface TickWords {
  own: string;
  context: string;
  date?: string;
}

function words(at: number, zone: string, unit: Unit, count: number): TickWords {
  const { year, month, day, hour, minute, second } = wallClock(at, zone);
  const date = `${day} ${monthNames[month - 1]?.() ?? ''}`;
  switch (unit) {
    case 'even':
    case 'minute': {
      const seconds = unit === 'even' && count < 60 ? second : undefined;
      const weekday = weekdays[new Date(Date.UTC(year, month - 1, day)).getUTCDay()]?.() ?? '';
      return {
        own: formatClock(hour, minute, seconds),
        context: `${weekday} ${date} ${year}`,
        ...(hour + minute + second === 0 && { date: `${weekday} ${date}` }),
      };
    }
    case 'day':
    case 'week':
      return { own: date, context: String(year) };
    case 'month':
      return { own: monthNames[month - 1]?.() ?? '', context: String(year) };
    case 'year':
      return { own: String(year), context: '' };
  }
}

/** At the end of the axis, the midnight that begins a day is the one that ends the day before: `24:00`. */
function labeled(times: readonly number[], zone: string, unit: Unit, count: number, end: number): AxisTick[] {
  const timed = unit === 'even' || unit === 'minute';
  const changing = times.map((at) => timed && tellsOffset(at, zone));
  const offsets = changing.includes(true);
  const texts = times.map((at) => words(at, zone, unit, count));
  return times.map((at, index) => {
    const { own, context, date }: TickWords = texts[index] ?? { own: '', context: '' };
    const next = texts[index + 1];
    const begins = context !== texts[index - 1]?.context;
    // Shortly before midnight, the date at the first tick would overlap the next date.
    const crowded = index === 0 && timed && next !== undefined && next.context !== context;
    const isTold = context !== '' && begins && !crowded;
    const isEnd = date !== undefined && at === end && index > 0;
    const label = [isEnd ? '24:00' : isTold && date !== undefined ? date : own];
    if (offsets) label.push(changing[index] ? formatOffset(at, zone) : '');
    if (isTold && date === undefined) label.push(context);
    return { at, label };
  });
}
