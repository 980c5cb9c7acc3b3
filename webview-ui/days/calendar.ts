import { dayMs } from '../../src/market/time/zones';

/** A day's place in its week. */
export interface CalendarDay<Day> {
  readonly of: Day;
  /** Day of the month, from 1. */
  readonly number: number;
  /** From 0, Monday. */
  readonly weekday: number;
}

/** The days of one month that a calendar has, by week. */
export interface CalendarMonth<Day> {
  readonly year: number;
  /** From 1, January. */
  readonly month: number;
  readonly weeks: readonly (readonly CalendarDay<Day>[])[];
}

/** Puts days, such as `2026-03-29` and in order, into the weeks of their months. Weeks begin on Monday. */
export function monthsOf<Day extends { readonly day: string }>(days: readonly Day[]): CalendarMonth<Day>[] {
  const months: { year: number; month: number; weeks: CalendarDay<Day>[][] }[] = [];
  for (const of of days) {
    const [year = 0, month = 0, number = 0] = of.day.split('-').map(Number);
    // 1 January 1970 was a Thursday.
    const sinceMonday = Math.floor(Date.parse(of.day) / dayMs) + 3;
    const weekday = ((sinceMonday % 7) + 7) % 7;
    let last = months.at(-1);
    if (last?.year !== year || last.month !== month) months.push((last = { year, month, weeks: [] }));
    const before = last.weeks.at(-1)?.at(-1);
    // A day that is left out may be the one on which the next week began.
    const isSameWeek = before !== undefined && number - before.number === weekday - before.weekday;
    if (isSameWeek) last.weeks.at(-1)?.push({ of, number, weekday });
    else last.weeks.push([{ of, number, weekday }]);
  }
  return months;
}
