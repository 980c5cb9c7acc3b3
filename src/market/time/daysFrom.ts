import { addDays } from './deliveryDay';
import { dayMs } from './zones';

const daysAway = /^([+-]\d{1,5})d$/i;

/** 0 for Monday, to 6 for Sunday. 1 January 1970 was a Thursday. */
export const weekdayOf = (day: string): number => (((Date.parse(day) / dayMs + 3) % 7) + 7) % 7;

/**
 * The text with dates if it counts from `day`, such as `2026-03-29`: `-7d`, `+1d`, or `last week`, which is from
 * Monday to Sunday. Other text is returned as it is.
 */
export function countedFrom(day: string, text: string): string {
  const typed = text.trim().toLowerCase();
  const [, days] = daysAway.exec(typed) ?? [];
  if (days !== undefined) return addDays(day, Number(days));
  if (typed !== 'last week') return text;
  const monday = addDays(day, -7 - weekdayOf(day));
  return `${monday} to ${addDays(monday, 6)}`;
}
