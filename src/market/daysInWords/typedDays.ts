import * as l10n from '@vscode/l10n';
import { monthNames } from '../time/dayText';
import { addDays, dayOf, weekdayOf, type Period } from '../time/deliveryDay';
import { relativeDayWords, readTime } from './readTime';

const monthWord = String.raw`(\p{L}{3,9})\.?`;
const dayOfMonth = new RegExp(String.raw`\b(\d{1,2})\.?\s+${monthWord}(?:,?\s+(\d{4})\b)?`, 'giu');
const monthAndDay = new RegExp(String.raw`\b${monthWord}\s+(\d{1,2})\b(?:,?\s+(\d{4})\b)?`, 'giu');
const wholeMonth = new RegExp(String.raw`^${monthWord}(?:\s+(\d{4}))?$`, 'iu');
const lastDays = /^last\s+(\d{1,4})\s+days$/i;
const lastWeek = /^last\s+week$/i;
/** As many letters of a day's word are enough. */
const begunWord = /\p{L}{3,}/gu;
/** In front of a date, as the header of a result has it: "Fri 27 Nov 2026". */
const weekday = /\b(?:mon|tue|wed|thu|fri|sat|sun)\p{L}*[.,]?\s+(?=\d)/giu;
const daysAway = /^([+-]\d{1,5})d$/i;

const englishMonths = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** `11` for "Nov" and "november", in English or in the language of the editor. */
function monthOf(word: string): string | undefined {
  const begins = (name: string) => word.toLowerCase().startsWith(name.toLowerCase());
  const at = englishMonths.findIndex((name, month) => begins(name) || begins(monthNames[month]?.() ?? name));
  return at < 0 ? undefined : String(at + 1).padStart(2, '0');
}

/**
 * The text with days as dates, and as `A to B` if it means several: `26 nov`, `Nov 26, 2025`, `last 7 days` (which end
 * today), `October 2026`, and, counted from `shown` such as `2026-03-29` or else from today, `-7d` and `last week`,
 * from Monday to Sunday. `tod` and `tomo` are begun words for days. Without a year, the newest such day up to tomorrow
 * in the time zone is meant, because prices of tomorrow are the newest data. Other text is returned as it is.
 */
export function writtenDays(text: string, now: number, zone: string, shown?: string | null): string {
  const typed = text
    .trim()
    .replace(weekday, '')
    .replace(begunWord, (word) => relativeDayWords.find((day) => day.startsWith(word.toLowerCase())) ?? word);
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

/** The meaning of a period that was entered. */
type TypedPeriod =
  | {
      readonly kind: 'day';
      /** As it was entered, or as a date. */
      readonly words: string;
      readonly day: string;
      readonly period: Period;
    }
  | {
      readonly kind: 'ends';
      /** Both ends as they were entered, or as dates if they were `writtenDays`. */
      readonly from: string;
      readonly to: string;
      /** Both ends as dates, if they're days. */
      readonly days: readonly [string, string] | null;
      readonly period: Period;
    }
  /** A time alone, from which the length of a period doesn't follow. */
  | { readonly kind: 'instant'; readonly start: number }
  /** A start and a separator. */
  | { readonly kind: 'open'; readonly start: number }
  | { readonly kind: 'problem'; readonly message: string };

/** Words need a space on each side, except at the end of what has been typed so far. */
const separator = /\s*(?:\.\.|\/)\s*|\s+(?:to|bis|-)(?:\s+|$)/i;

const problem = (message: string): TypedPeriod => ({ kind: 'problem', message });

/**
 * Reads free text: a day, or two days or times as `A to B`, `A bis B`, `A - B`, `A..B`, or `A/B`. An end that
 * is a day is included. Also reads `writtenDays`, which count from `shown`. Days and times without an offset are in
 * `zone`; `now` (epoch milliseconds) determines `today`.
 */
export function readTypedPeriod(text: string, now: number, zone: string, shown?: string | null): TypedPeriod {
  const [from = '', to, ...more] = writtenDays(text, now, zone, shown).split(separator);
  if (more.length > 0) return problem(l10n.t('A period can have only one start and one end.'));
  const first = readTime(from, now, zone);
  if (first.kind === 'problem') return first;
  if (to === undefined)
    return first.kind === 'day' ? { ...first, words: from } : { kind: 'instant', start: first.instant };
  const start = first.kind === 'day' ? first.period.start : first.instant;
  if (to === '') return { kind: 'open', start };
  const last = readTime(to, now, zone);
  if (last.kind === 'problem') return last;
  const end = last.kind === 'day' ? last.period.end : last.instant;
  if (end <= start) return problem(l10n.t('The end must be after the start.'));
  const days = first.kind === 'day' && last.kind === 'day' ? ([first.day, last.day] as const) : null;
  return { kind: 'ends', from, to, days, period: { start, end } };
}
