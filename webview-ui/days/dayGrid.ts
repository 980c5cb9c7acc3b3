import * as l10n from '@vscode/l10n';
import { hasRows, type OpenedDay } from '#src/protocol/openedRange';
import { element } from '../controls/dom';
import { dayCell, monthGrid, monthsOf } from '../controls/monthGrid';
import { colorByFigure, extentOf } from './dayColors';
import { dayByKey, type DaysState } from './daysState';
import { dayStandingOf, dayWords, hoursOf, shortFigure } from './dayWords';

/** A day of the range, by its index in it. */
type PlacedDay = OpenedDay & { index: number };

function cellOf(day: PlacedDay, current: number): HTMLElement {
  const hours = hoursOf(day);
  return dayCell(
    day.day,
    {
      class: `day day-${dayStandingOf(day)}`,
      tabindex: day.index === current ? '0' : '-1',
      ...(!hasRows(day) && { 'aria-disabled': 'true' }),
      'data-index': String(day.index),
    },
    element('span', { class: 'day-number' }, String(Number(day.day.slice(8)))),
    ...(hours === 24 ? [] : [element('span', { class: 'day-hours' }, l10n.t('{0}h', hours))]),
  );
}

/** What a person does in the calendar, with the index of a day. */
interface GridListener {
  readonly onMove: (to: number) => void;
  readonly onOpen: (index: number) => void;
  /** The pointer or the focus is on the day, or on none. */
  readonly onPoint: (index: number | null) => void;
}

/** The days of a range by month and week, through which the arrow keys move. */
export function createDayGrid(shown: () => DaysState, { onMove, onOpen, onPoint }: GridListener) {
  const months = element('div', {
    class: 'days-months',
    role: 'grid',
    'aria-label': l10n.t('Delivery days'),
  });
  let cells: HTMLElement[] = [];

  const indexOf = (target: EventTarget | null): number | null => {
    const cell = target instanceof Element ? target.closest<HTMLElement>('.day') : null;
    return cell ? Number(cell.dataset['index']) : null;
  };
  const move = (to: number) => {
    cells[shown().current]?.setAttribute('tabindex', '-1');
    cells[to]?.setAttribute('tabindex', '0');
    onMove(to);
    cells[to]?.focus();
  };
  months.addEventListener('keydown', (event) => {
    const to = dayByKey(shown(), event.key, event.ctrlKey || event.metaKey);
    if (event.key === 'Enter' || event.key === ' ') onOpen(shown().current);
    else if (to !== null) move(to);
    else return;
    event.preventDefault();
  });
  months.addEventListener('click', ({ target }) => {
    const index = indexOf(target);
    if (index === null) return;
    move(index);
    onOpen(index);
  });
  for (const event of ['pointerover', 'focusin'] as const) {
    months.addEventListener(event, ({ target }) => onPoint(indexOf(target)));
  }
  months.addEventListener('pointerleave', () => onPoint(null));

  /** Puts the day's figure and its color into each cell, and everything about the day into its accessible name. */
  function drawFigures(): void {
    const { days, figures } = shown();
    const extent = extentOf(figures);
    days.forEach((day, index) => {
      const cell = cells[index];
      if (!cell) return;
      const figure = figures.figures[day.day];
      cell.querySelector('.day-figure')?.remove();
      if (figure !== undefined) cell.append(element('span', { class: 'day-figure' }, shortFigure(figure)));
      colorByFigure(cell, figure, extent);
      cell.setAttribute('aria-label', dayWords(day, figures));
    });
  }

  return {
    element: months,
    /** Draws the days anew. If one had the focus, the current one gets it. */
    draw() {
      const { days, current } = shown();
      const hadFocus = months.contains(document.activeElement);
      const placed = monthsOf(days.map((day, index) => ({ ...day, index })));
      months.replaceChildren(...placed.map((month) => monthGrid(month, (day) => cellOf(day, current))));
      cells = [...months.querySelectorAll<HTMLElement>('.day')];
      drawFigures();
      if (hadFocus) cells[current]?.focus();
    },
    drawFigures,
  };
}
