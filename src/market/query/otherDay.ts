import { periodAround } from '../time/alignedDays';
import { addDays, dayOf, daysFrom, marketZone } from '../time/deliveryDay';
import { derivedQuery } from './enteredDays';
import type { Query } from './query';
import { periodOf } from './queryPeriod';
import { formatUtc, hourMs } from '../time/zones';

/** The delivery day (CET/CEST) on which a query starts, or `null` if the service decides. */
export function firstDayOf({ parameters }: Pick<Query, 'parameters'>): string | null {
  if (parameters.date !== undefined) return parameters.date;
  const start = parameters.startTime ?? parameters.powerHour;
  return start === undefined ? null : dayOf(Date.parse(start), marketZone);
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
