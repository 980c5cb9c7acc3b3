import * as l10n from '@vscode/l10n';
import type { Period } from './deliveryDay';
import { readTime } from './timeInput';
import { writtenDays } from './writtenDays';
import { formatUtc } from './zones';

/** The meaning of a period that was entered. */
export type TypedPeriod =
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
      readonly areDays: boolean;
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
 * is a day is included. Also reads `writtenDays`. Days and times without an offset are in `zone`; `now` (epoch milliseconds) determines
 * `today`.
 */
export function readTypedPeriod(text: string, now: number, zone: string): TypedPeriod {
  const [from = '', to, ...more] = writtenDays(text, now, zone).split(separator);
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
  const areDays = first.kind === 'day' && last.kind === 'day';
  return { kind: 'ends', from, to, areDays, period: { start, end } };
}

/** Says that a period without an end needs one. */
export const needsEnd = (start: number): string =>
  l10n.t('Starts at {0}. Add "to" and an end time.', formatUtc(start));
