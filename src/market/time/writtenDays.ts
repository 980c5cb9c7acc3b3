import { monthNames } from './dayText';
import { addDays, dayOf, weekdayOf } from './deliveryDay';

const monthWord = String.raw`(\p{L}{3,9})\.?`;
const dayOfMonth = new RegExp(String.raw`\b(\d{1,2})\.?\s+${monthWord}(?:,?\s+(\d{4})\b)?`, 'giu');
const monthAndDay = new RegExp(String.raw`\b${monthWord}\s+(\d{1,2})\b(?:,?\s+(\d{4})\b)?`, 'giu');
const wholeMonth = new RegExp(String.raw`^${monthWord}(?:\s+(\d{4}))?$`, 'iu');
const lastDays = /^last\s+(\d{1,4})\s+days$/i;
const lastWeek = /^last\s+week$/i;
const daysAway = /^([+-]\d{1,5})d$/i;

const englishMonths = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** `11` for "Nov" and "november", in English or in the language of the editor. */
function monthOf(word: string): string | undefined {
  const begins = (name: string) => word.toLowerCase().startsWith(name.toLowerCase());
  const at = englishMonths.findIndex((name, month) => begins(name) || begins(monthNames[month]?.() ?? name));
  return at < 0 ? undefined : String(at + 1).padStart(2, '0');
}

/**
 * The text with days as dates, and as `A to B` if it means several: `26 nov`, `Nov 26, 2025`, `last 7 days` (which
 * end today), `October 2026`, and, counted from `shown` such as `2026-03-29` or else from today, `-7d` and `last week`,
 * from Monday to Sunday. Without a year, the newest such day up to tomorrow in the time zone is meant, because prices
 * of tomorrow are the newest data. Other text is returned as it is.
 */
export function writtenDays(text: string, now: number, zone: string, shown?: string | null): string {
  const typed = text.trim();
  const today = dayOf(now, zone);
  const [, count] = lastDays.exec(typed) ?? [];
  if (Number(count) > 0) return `today-${Number(count) - 1}d to today`;
  const [, days] = daysAway.exec(typed) ?? [];
  if (days !== undefined) return shown ? addDays(shown, Number(days)) : `today${typed}`;
  if (lastWeek.test(typed)) {
    const day = shown ?? today;
    const monday = addDays(day, -7 - weekdayOf(day));
    return `${monday} to ${addDays(monday, 6)}`;
  }
  const newest = (rest: string, year: string | undefined): string => {
    if (year !== undefined) return `${year}-${rest}`;
    const thisYear = Number(today.slice(0, 4));
    const ofThisYear = `${thisYear}-${rest}`;
    return ofThisYear <= addDays(today, 1) ? ofThisYear : `${thisYear - 1}-${rest}`;
  };
  const [, name = '', yearOfMonth] = wholeMonth.exec(typed) ?? [];
  const month = monthOf(name);
  if (month !== undefined) {
    const first = newest(`${month}-01`, yearOfMonth);
    const last = addDays(`${addDays(first, 31).slice(0, 7)}-01`, -1);
    return `${first} to ${last}`;
  }
  const dated = (whole: string, day: string, word: string, year?: string) => {
    const monthOfDay = monthOf(word);
    return monthOfDay === undefined ? whole : newest(`${monthOfDay}-${day.padStart(2, '0')}`, year);
  };
  return typed
    .replace(dayOfMonth, dated)
    .replace(monthAndDay, (whole: string, word: string, day: string, year?: string) =>
      dated(whole, day, word, year),
    );
}
