import { addDays } from '#src/market/time/deliveryDay';
import { element } from './dom';
import type { CalendarDay, CalendarMonth } from './weeksOfMonths';

/** A day such as `2026-03-29`, or a part of its date, in the editor's language. */
export const dateWords = (day: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(document.documentElement.lang, { timeZone: 'UTC', ...options }).format(
    Date.parse(day),
  );

/** The cell of a day in its place in the week. */
export function dayCell(
  { weekday }: Pick<CalendarDay<unknown>, 'weekday'>,
  attributes: Record<string, string> & { style?: never },
  ...children: (Node | string)[]
): HTMLElement {
  const column = String(weekday + 1);
  const cell = element(
    'span',
    { class: 'day', role: 'gridcell', 'aria-colindex': column, ...attributes },
    ...children,
  );
  cell.style.setProperty('grid-column', column);
  return cell;
}

/** A month as a group of the rows of a grid. */
export function monthGrid<Day extends { readonly day: string }>(
  { weeks }: CalendarMonth<Day>,
  cellOf: (day: CalendarDay<Day>) => HTMLElement,
): HTMLElement {
  const title = dateWords(weeks[0]?.[0]?.of.day ?? '', { month: 'short', year: 'numeric' });
  // A Monday, and the days after it.
  const names = Array.from({ length: 7 }, (_, at) =>
    element('span', {}, dateWords(addDays('2026-06-01', at), { weekday: 'short' })),
  );
  return element(
    'div',
    { class: 'days-month', role: 'rowgroup', 'aria-label': title },
    element('div', { class: 'days-title', 'aria-hidden': 'true' }, title),
    element('div', { class: 'week weekdays quiet', 'aria-hidden': 'true' }, ...names),
    ...weeks.map((week) => element('div', { class: 'week', role: 'row' }, ...week.map(cellOf))),
  );
}
