import * as l10n from '@vscode/l10n';
import { noDayFigures, type DayFigures } from '#src/protocol/charts/dayFigures';
import type { OpenedDay } from '#src/protocol/openedRange';
import { dayStandingOf, dayWords, standings, type DayStanding } from './dayWords';

/** What the calendar of a range shows. */
export interface DaysState {
  readonly days: readonly OpenedDay[];
  readonly figures: DayFigures;
  /** The series that a person has chosen; `null` for the first one. */
  readonly series: string | null;
  /** The index of the day that the keyboard is on. */
  readonly current: number;
}

export const noDays: DaysState = { days: [], figures: noDayFigures, series: null, current: 0 };

/** With other days, whose figures aren't known yet. */
export const withDays = ({ series, current }: DaysState, days: readonly OpenedDay[]): DaysState => ({
  days,
  figures: noDayFigures,
  series,
  current: Math.min(current, Math.max(0, days.length - 1)),
});

/** The standings that days of the range have, and how many days each. */
export function standingCounts(days: readonly OpenedDay[]): { standing: DayStanding; count: number }[] {
  const found = days.map(dayStandingOf);
  return standings
    .map((standing) => ({ standing, count: found.filter((each) => each === standing).length }))
    .filter(({ count }) => count > 0);
}

/** What is said of the day at the index or, without one, of what the calendar can do. */
export function readoutOf({ days, figures }: DaysState, index: number | null): string {
  const day = index === null ? undefined : days[index];
  if (day) return dayWords(day, figures);
  return days.length > 1 ? l10n.t('Select a day to open only that day.') : '';
}

/**
 * The index of the first day of a month, or with `atEnd` of its last; `later` counts months from the current
 * one.
 */
function inMonth({ days, current }: DaysState, later: number, atEnd = false): number {
  const firsts = days.flatMap(({ day }, index) =>
    index === 0 || days[index - 1]?.day.slice(0, 7) !== day.slice(0, 7) ? [index] : [],
  );
  const own = firsts.filter((first) => first <= current).length - 1;
  const month = Math.max(0, Math.min(firsts.length - 1, own + later));
  return atEnd ? (firsts[month + 1] ?? days.length) - 1 : (firsts[month] ?? 0);
}

const moves: Readonly<Record<string, (state: DaysState, isFar: boolean) => number>> = {
  ArrowLeft: ({ current }) => current - 1,
  ArrowRight: ({ current }) => current + 1,
  ArrowUp: ({ current }) => current - 7,
  ArrowDown: ({ current }) => current + 7,
  Home: (state, isFar) => (isFar ? 0 : inMonth(state, 0)),
  End: (state, isFar) => (isFar ? state.days.length - 1 : inMonth(state, 0, true)),
  PageUp: (state) => inMonth(state, -1),
  PageDown: (state) => inMonth(state, 1),
};

/** The index of the day to which a key leads, `isFar` with Ctrl; `null` if the key doesn't move. */
export function dayByKey(state: DaysState, key: string, isFar: boolean): number | null {
  const to = Object.hasOwn(moves, key) ? moves[key]?.(state, isFar) : undefined;
  return to === undefined ? null : Math.max(0, Math.min(state.days.length - 1, to));
}
