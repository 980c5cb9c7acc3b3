import { daysLater } from './alignedDays';
import { addDays, dayOf, marketZone } from './deliveryDay';
import type { Query } from './query';
import { formatUtc, hourMs } from './zones';

/** Parameters that hold an instant or a date, which move together. */
const timeNames = ['startTime', 'endTime', 'powerHour', 'date'] as const;

/** The delivery day (CET/CEST) with which a query begins, or `null` where the service decides. */
export function firstDayOf({ parameters }: Query): string | null {
  if (parameters.date !== undefined) return parameters.date;
  const start = parameters.startTime ?? parameters.powerHour;
  return start === undefined ? null : dayOf(Date.parse(start), marketZone);
}

/** Whole days from one calendar date to another. */
const daysFrom = (day: string, other: string) =>
  Math.round((Date.parse(other) - Date.parse(day)) / (24 * hourMs));

/** The same question about the period that begins on another delivery day: midnights stay midnights. */
export function onOtherDay(query: Query, day: string): Query {
  const days = daysFrom(firstDayOf(query) ?? day, day);
  const parameters = { ...query.parameters };
  for (const name of timeNames) {
    const value = parameters[name];
    if (value === undefined) continue;
    if (name === 'date') parameters[name] = addDays(value, days);
    else {
      const instant = Date.parse(value);
      const there = daysLater(instant, days);
      parameters[name] = formatUtc(Number.isNaN(there) ? instant + days * 24 * hourMs : there);
    }
  }
  return { ...query, parameters };
}

/** Start and end of what is asked for in epoch milliseconds; the end may be unknown. */
function periodOf({ parameters }: Query): { start: number; end: number } {
  const start = Date.parse(parameters.startTime ?? parameters.powerHour ?? parameters.date ?? '');
  const end = Date.parse(parameters.endTime ?? '');
  return { start, end: Number.isNaN(end) ? start + 1 : end };
}

/**
 * How many delivery days the second query lies behind the first; 0 where their periods touch, since
 * then the same instants are in both.
 */
export function daysBetween(first: Query, second: Query): number {
  const [day, other] = [firstDayOf(first), firstDayOf(second)];
  if (day === null || other === null) return 0;
  const [a, b] = [periodOf(first), periodOf(second)];
  return a.start < b.end && b.start < a.end ? 0 : daysFrom(day, other);
}
