import * as l10n from '@vscode/l10n';
import { weekdayOf } from '#src/market/time/daysFrom';
import { addDays } from '#src/market/time/deliveryDay';
import { button } from './controls';
import { element, setAttribute, setText } from './dom';
import { monthsOf } from './weeksOfMonths';

/** Days such as `2026-03-29`, both inclusive. */
export interface ChosenDays {
  readonly from: string;
  readonly to: string;
}

/** How a day looks, and what is said about it besides its date. */
interface DayLook {
  readonly look: string;
  readonly remark: string;
}

/** A date or a part of it in the editor's language. */
const written = (day: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(document.documentElement.lang, { timeZone: 'UTC', ...options }).format(
    Date.parse(day),
  );

/** `Friday, 27 November 2026` */
function dayName(day: string): string {
  const [weekday, month] = [written(day, { weekday: 'long' }), written(day, { month: 'long' })];
  return l10n.t('{0}, {1} {2} {3}', weekday, Number(day.slice(8)), month, day.slice(0, 4));
}

/** The same day of another month, or its last day if it's shorter. */
function monthsLater(day: string, months: number): string {
  const [year = 0, month = 0, number = 0] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0));
  last.setUTCDate(Math.min(number, last.getUTCDate()));
  return last.toISOString().slice(0, 10);
}

function daysOfMonth(day: string): { readonly day: string }[] {
  const first = `${day.slice(0, 7)}-01`;
  const days = Array.from({ length: 31 }, (_, at) => ({ day: addDays(first, at) }));
  return days.filter((each) => each.day.startsWith(first.slice(0, 7)));
}

const moves: Readonly<Record<string, (day: string, isFar: boolean) => string>> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  Home: (day) => addDays(day, -weekdayOf(day)),
  End: (day) => addDays(day, 6 - weekdayOf(day)),
  PageUp: (day, isFar) => monthsLater(day, isFar ? -12 : -1),
  PageDown: (day, isFar) => monthsLater(day, isFar ? 12 : 1),
};

/**
 * A month of days. A click or Enter chooses a day. With Shift, it's the first of several, of which the next one is
 * the last.
 */
export function createCalendar(
  lookOf: (day: string) => DayLook,
  listener: { onFirst: () => void; onChoose: (days: ChosenDays) => void },
) {
  const title = element('div', { class: 'calendar-title', 'aria-live': 'polite' });
  const grid = element('div', { role: 'grid', tabindex: '-1' });
  let cells = new Map<string, HTMLElement>();
  /** The day that Tab reaches, in the month that is shown. */
  let current = '';
  let today = '';
  let chosen: ChosenDays = { from: '', to: '' };
  /** The first of several days, until the last one is chosen. */
  let first: string | undefined;

  const turn = (label: string, icon: 'previous' | 'next', months: 1 | -1) =>
    button({
      label,
      look: 'icon',
      icon,
      onClick() {
        current = monthsLater(current, months);
        draw();
      },
    }).element;
  const head = element(
    'div',
    { class: 'calendar-head' },
    turn(l10n.t('Previous Month'), 'previous', -1),
    title,
    turn(l10n.t('Next Month'), 'next', 1),
  );

  const cellOf = (day: string, number: number, weekday: number): HTMLElement => {
    const cell = element(
      'span',
      {
        role: 'gridcell',
        'aria-label': dayName(day),
        'aria-colindex': String(weekday + 1),
        'data-weekday': String(weekday),
        'data-day': day,
      },
      String(number),
    );
    cells.set(day, cell);
    return cell;
  };

  /** Marks the days that are chosen or, once the first is, those up to the current one. */
  function mark(): void {
    const [from = '', to = ''] = first === undefined ? [chosen.from, chosen.to] : [first, current].sort();
    for (const [day, cell] of cells) {
      const { look, remark } = lookOf(day);
      cell.className = `day ${look}`;
      setAttribute(cell, 'title', remark === '' ? null : remark);
      setAttribute(cell, 'aria-current', day === today ? 'date' : null);
      setAttribute(cell, 'aria-selected', String(day >= from && day <= to));
      cell.tabIndex = day === current ? 0 : -1;
    }
  }

  function draw(): void {
    const month = written(current, { month: 'long', year: 'numeric' });
    setText(title, month);
    setAttribute(grid, 'aria-label', month);
    cells = new Map();
    // A cell that has the focus when it's removed would take it away from the whole calendar.
    const hadFocus = grid.contains(document.activeElement);
    if (hadFocus) grid.focus();
    const weeks = monthsOf(daysOfMonth(current)).flatMap((each) => each.weeks);
    const names = Array.from({ length: 7 }, (_, at) => {
      // A Monday, and the days after it.
      const day = addDays('2026-06-01', at);
      const name = written(day, { weekday: 'long' });
      return element(
        'span',
        { role: 'columnheader', 'aria-label': name },
        written(day, { weekday: 'short' }),
      );
    });
    grid.replaceChildren(
      element('div', { class: 'week weekdays', role: 'row' }, ...names),
      ...weeks.map((week) =>
        element(
          'div',
          { class: 'week', role: 'row' },
          ...week.map(({ of, number, weekday }) => cellOf(of.day, number, weekday)),
        ),
      ),
    );
    mark();
    if (hadFocus) cells.get(current)?.focus();
  }

  function choose(day: string, isFirst: boolean): void {
    current = day;
    const [from = day, to = day] = [first ?? day, day].sort();
    const isStart = isFirst && first === undefined;
    first = isStart ? day : undefined;
    if (!isStart) chosen = { from, to };
    mark();
    if (isStart) listener.onFirst();
    else listener.onChoose(chosen);
  }

  const dayAt = (target: EventTarget | null) =>
    target instanceof HTMLElement ? target.closest<HTMLElement>('.day')?.dataset['day'] : undefined;
  grid.addEventListener('click', ({ target, shiftKey }) => {
    const day = dayAt(target);
    if (day !== undefined) choose(day, shiftKey);
  });
  grid.addEventListener('pointerover', ({ target }) => {
    const day = dayAt(target);
    if (day === undefined || first === undefined) return;
    current = day;
    mark();
  });
  grid.addEventListener('keydown', (event) => {
    const { key, shiftKey } = event;
    const move = Object.hasOwn(moves, key) ? moves[key] : undefined;
    if (key === 'Enter' || key === ' ') choose(current, shiftKey);
    else if (move) {
      const shown = current.slice(0, 7);
      current = move(current, shiftKey);
      if (current.startsWith(shown)) mark();
      else draw();
      cells.get(current)?.focus();
    } else return;
    event.preventDefault();
  });

  return {
    element: element('div', { class: 'calendar' }, head, grid),
    /** Shows the month of the chosen days. */
    show(days: ChosenDays) {
      chosen = days;
      current = days.from;
      first = undefined;
      draw();
    },
    /** Marks the same days again, because what is known about them has changed. */
    update(latestToday: string) {
      today = latestToday;
      mark();
    },
    current: () => cells.get(current),
  };
}
