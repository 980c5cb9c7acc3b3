import * as l10n from '@vscode/l10n';
import { addDays, weekdayOf } from '#src/market/time/deliveryDay';
import type { DeliveryDays } from '#src/protocol/messages';
import { iconButton } from './controls';
import { element, setAttribute } from './dom';
import { dateWords, dayCell, monthGrid, monthsOf } from './monthGrid';

/** `Friday, 27 November 2026` */
function dayName(day: string): string {
  const [weekday, month] = [dateWords(day, { weekday: 'long' }), dateWords(day, { month: 'long' })];
  return l10n.t('{0}, {1} {2} {3}', weekday, Number(day.slice(8)), month, day.slice(0, 4));
}

/** The same day of another month, or its last day if it's shorter. */
function monthsLater(day: string, months: number): string {
  const [year = 0, month = 0, number = 0] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0));
  last.setUTCDate(Math.min(number, last.getUTCDate()));
  return last.toISOString().slice(0, 10);
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
 * the last. `lookOf` has the class of a day and what is said about it besides its date.
 */
export function createCalendar(
  lookOf: (day: string) => { readonly look: string; readonly remark: string },
  listener: { onFirst: () => void; onChoose: (days: DeliveryDays) => void },
) {
  const grid = element('div', { role: 'grid', tabindex: '-1' });
  let cells: HTMLElement[] = [];
  /** The day that Tab reaches, in the month that is shown. */
  let current = '';
  let today = '';
  let chosen: DeliveryDays = { from: '', to: '' };
  /** The first of several days, until the last one is chosen. */
  let first: string | undefined;

  const dayAt = (target: EventTarget | null) =>
    target instanceof Element ? target.closest<HTMLElement>('.day')?.dataset['day'] : undefined;
  const currentCell = () => cells.find((cell) => cell.dataset['day'] === current);

  /** Marks the days that are chosen or, once the first is, those up to the current one. */
  function mark(): void {
    const [from = '', to = ''] = first === undefined ? [chosen.from, chosen.to] : [first, current].sort();
    for (const cell of cells) {
      const { day = '' } = cell.dataset;
      const { look, remark } = lookOf(day);
      cell.className = `day ${look}`;
      setAttribute(cell, 'title', remark === '' ? null : remark);
      setAttribute(cell, 'aria-current', day === today ? 'date' : null);
      cell.ariaSelected = String(day >= from && day <= to);
      cell.tabIndex = day === current ? 0 : -1;
    }
  }

  function draw(): void {
    // A cell that has the focus when it's removed would take it away from the whole calendar.
    if (grid.contains(document.activeElement)) grid.focus();
    const month = current.slice(0, 7);
    const days = Array.from({ length: 31 }, (_, at) => ({ day: addDays(`${month}-01`, at) }));
    const months = monthsOf(days.filter(({ day }) => day.startsWith(month))).map((shown) =>
      monthGrid(shown, ({ day }) =>
        dayCell(day, { 'aria-label': dayName(day), 'data-day': day }, String(Number(day.slice(8)))),
      ),
    );
    grid.replaceChildren(...months);
    cells = [...grid.querySelectorAll<HTMLElement>('.day')];
    mark();
  }

  function choose(day: string, isShifted: boolean): void {
    const [from = day, to = day] = [first ?? day, day].sort();
    const isFirst = isShifted && first === undefined;
    current = day;
    first = isFirst ? day : undefined;
    if (!isFirst) chosen = { from, to };
    mark();
    if (isFirst) listener.onFirst();
    else listener.onChoose(chosen);
  }

  function go(day: string): void {
    const isShown = day.startsWith(current.slice(0, 7));
    current = day;
    if (isShown) mark();
    else draw();
  }

  grid.addEventListener('click', ({ target, shiftKey }) => {
    const day = dayAt(target);
    if (day !== undefined) choose(day, shiftKey);
  });
  grid.addEventListener('pointerover', ({ target }) => {
    const day = dayAt(target);
    if (day !== undefined && first !== undefined) go(day);
  });
  grid.addEventListener('keydown', (event) => {
    const { key, shiftKey } = event;
    const move = Object.hasOwn(moves, key) ? moves[key] : undefined;
    if (move) {
      go(move(current, shiftKey));
      currentCell()?.focus();
    } else if (key === 'Enter' || key === ' ') choose(current, shiftKey);
    else return;
    event.preventDefault();
  });

  const turn = (label: string, icon: 'previous' | 'next', months: 1 | -1) =>
    iconButton(label, icon, () => go(monthsLater(current, months))).element;
  return {
    element: element(
      'div',
      { class: 'calendar' },
      turn(l10n.t('Previous Month'), 'previous', -1),
      grid,
      turn(l10n.t('Next Month'), 'next', 1),
    ),
    /** Shows the month of the chosen days. */
    show(days: DeliveryDays) {
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
    currentCell,
  };
}
