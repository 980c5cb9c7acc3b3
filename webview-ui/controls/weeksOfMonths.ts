import { weekdayOf } from '#src/market/time/deliveryDay';

/** A day and its place in the week. */
export interface CalendarDay<Day> {
  readonly of: Day;
  /** Day of the month, from 1. */
  readonly number: number;
  /** From 0, which is Monday. */
  readonly weekday: number;
}

/** The days of one month that a calendar contains, by week. */
export interface CalendarMonth<Day> {
  readonly year: number;
  /** From 1, which is January. */
  readonly month: number;
  readonly weeks: readonly (readonly CalendarDay<Day>[])[];
}

/**
 * Arranges days, such as `2026-03-29` and in ascending order, in the weeks of their months. Weeks begin on
 * Monday.
 */
export function monthsOf<Day extends { readonly day: string }>(days: readonly Day[]): CalendarMonth<Day>[] {
  const months: { year: number; month: number; weeks: CalendarDay<Day>[][] }[] = [];
  for (const of of days) {
    const [year = 0, month = 0, number = 0] = of.day.split('-').map(Number);
    const weekday = weekdayOf(of.day);
    let last = months.at(-1);
    if (last?.year !== year || last.month !== month) months.push((last = { year, month, weeks: [] }));
    const before = last.weeks.at(-1)?.at(-1);
    // The Monday of the next week may be missing, so the weekday alone doesn't tell.
    const isSameWeek = before !== undefined && number - before.number === weekday - before.weekday;
    if (isSameWeek) last.weeks.at(-1)?.push({ of, number, weekday });
    else last.weeks.push([{ of, number, weekday }]);
  }
  return months;
}
