import { periodAround } from '../time/alignedDays';
import type { Dataset } from '../datasets/dataset';
import { addDays, dayPeriod, daysFrom, marketZone } from '../time/deliveryDay';
import { deliveryDays, derivedQuery } from './enteredDays';
import type { Query } from './query';
import { firstDayOf, periodOf } from './queryPeriod';
import { formatUtc, hourMs } from '../time/zones';

/** How many delivery days one query gets at most. No limit is documented, so a month is enough at once. */
export function mostDaysOf({ parameters, suggestedWindowMinutes }: Dataset): number {
  const isByPeriod = parameters.some(({ bound }) => bound !== undefined);
  return isByPeriod && suggestedWindowMinutes === undefined ? 31 : 1;
}

/**
 * The same query for the period that starts on another delivery day. Midnights stay midnights, and
 * durations in hours stay the same.
 */
export function onOtherDay(query: Query, day: string): Query {
  const days = daysFrom(firstDayOf(query) ?? day, day);
  const parameters = { ...query.parameters };
  const { date, powerHour, startTime, endTime } = parameters;
  if (date !== undefined) parameters.date = addDays(date, days);
  if (powerHour !== undefined) {
    const start = Date.parse(powerHour);
    parameters.powerHour = formatUtc(periodAround({ start, end: start + hourMs }, days).start);
  }
  if (startTime !== undefined) {
    const asked = { start: Date.parse(startTime), end: Date.parse(endTime ?? '') };
    const { start, end } = periodAround(asked, days);
    parameters.startTime = formatUtc(start);
    if (endTime !== undefined) parameters.endTime = formatUtc(end);
  }
  return derivedQuery(query, parameters);
}

/**
 * The same query for these delivery days, both included. For one day, hours of a day stay these hours, and a
 * period of whole days becomes that day.
 */
export function onDays(query: Query, from: string, to: string): Query {
  if (from === to && deliveryDays(query) === null) return onOtherDay(query, from);
  const startTime = formatUtc(dayPeriod(from, marketZone).start);
  const endTime = formatUtc(dayPeriod(to, marketZone).end);
  return derivedQuery(query, { ...query.parameters, startTime, endTime });
}

/**
 * How many delivery days the second query is after the first; 0 if their periods overlap, because
 * then both include the same instants.
 */
export function daysBetween(first: Query, second: Query): number {
  const [day, other] = [firstDayOf(first), firstDayOf(second)];
  if (day === null || other === null) return 0;
  const [a, b] = [periodOf(first), periodOf(second)];
  const touch = a !== null && b !== null && a.start < b.end && b.start < a.end;
  return touch ? 0 : daysFrom(day, other);
}
