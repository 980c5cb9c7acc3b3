import { addDays, daysFrom, weekdayOf } from '#src/market/time/deliveryDay';
import { element, type Attributes } from './dom';

/**
 * Arranges days, such as `2026-03-29` and in ascending order, in the weeks of their months. Weeks begin on
 * Monday.
 */
export function monthsOf<Day extends { readonly day: string }>(days: readonly Day[]): Day[][][] {
  const months: Day[][][] = [];
  for (const of of days) {
    const before = months.at(-1)?.at(-1)?.at(-1)?.day ?? '';
    if (before.slice(0, 7) !== of.day.slice(0, 7)) months.push([[of]]);
    // The Monday of the next week may be missing, so the weekday alone doesn't tell.
    else if (daysFrom(before, of.day) !== weekdayOf(of.day) - weekdayOf(before)) months.at(-1)?.push([of]);
    else months.at(-1)?.at(-1)?.push(of);
  }
  return months;
}

/** A day such as `2026-03-29`, or a part of its date, in the editor's language. */
export const dateWords = (day: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(document.documentElement.lang, { timeZone: 'UTC', ...options }).format(
    Date.parse(day),
  );

/** The cell of a day in its place in the week. */
export function dayCell(day: string, attributes: Attributes, ...children: (Node | string)[]): HTMLElement {
  const column = String(weekdayOf(day) + 1);
  const named = { class: 'day', role: 'gridcell', 'aria-colindex': column, ...attributes };
  const cell = element('span', named, ...children);
  cell.style.setProperty('grid-column', column);
  return cell;
}

/** A month as a group of the rows of a grid. */
export function monthGrid<Day extends { readonly day: string }>(
  weeks: readonly (readonly Day[])[],
  cellOf: (day: Day) => HTMLElement,
): HTMLElement {
  const title = dateWords(weeks[0]?.[0]?.day ?? '', { month: 'short', year: 'numeric' });
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
