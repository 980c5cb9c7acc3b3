import * as l10n from '@vscode/l10n';
import { monthNames } from '../../src/market/time/dayText';
import { noDayFigures, type DayFigures } from '../../src/protocol/chartTypes';
import type { ResultState, ShownDay, OpenedRange } from '../../src/protocol/messages';
import { formatCount, formatCounted, fromTo } from '../../src/text/l10n';
import { button, select } from '../controls/controls';
import { element, setText } from '../controls/dom';
import type { Host, Pane } from '../host/pane';
import { monthsOf, type CalendarMonth } from './weeksOfMonths';
import {
  countWords,
  dateOf,
  dayWords,
  hasRows,
  hoursOf,
  isOpen,
  figuresTitle,
  remarksOf,
  shortFigure,
  dayStandingOf,
  standings,
  type Remark,
  type DayStanding,
} from './dayWords';

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** Nobody reads more than this many; the list says how many others there are. */
const mostRemarks = 500;

const weekdays = () => [
  l10n.t('Mo'),
  l10n.t('Tu'),
  l10n.t('We'),
  l10n.t('Th'),
  l10n.t('Fr'),
  l10n.t('Sa'),
  l10n.t('Su'),
];

/**
 * A calendar that shows how complete a range's delivery days are. Each day with rows can be opened as a
 * result of its own.
 */
export function createDaysPane(host: Host): Pane {
  const legend = element('ul', { class: 'days-legend', 'aria-label': l10n.t('Days by outcome') });
  const fetch = button({
    label: l10n.t('Fetch Missing Days'),
    look: 'secondary',
    icon: 'runAgain',
    onClick: () => host.act({ kind: 'fetchDays' }),
  });
  const title = element('span', {});
  const seriesList = select({ label: l10n.t('Series'), onChange: (label) => void readFigures(label) });
  const figured = element('div', { class: 'days-figures' }, title, seriesList.element);
  figured.hidden = true;
  const readout = element('p', { class: 'days-readout' });
  const months = element('div', {
    class: 'days-months',
    role: 'grid',
    'aria-label': l10n.t('Delivery days'),
  });
  const remarks = element('div', { class: 'days-remarks' });
  const pane = element(
    'section',
    { class: 'days-pane', 'aria-label': l10n.t('Days') },
    element('div', { class: 'pane-bar' }, legend, figured, fetch.element),
    readout,
    element('div', { class: 'days-scroll' }, element('div', { class: 'days-body' }, months, remarks)),
  );
  let shown = '';
  let days: readonly ShownDay[] = [];
  let cells: HTMLElement[] = [];
  let figures = noDayFigures;
  /** The series that a person has chosen; `undefined` for the first one. */
  let series: string | undefined;
  /** How often figures were requested: only the newest answer counts. */
  let requests = 0;
  /** The index of the day that the keyboard is on. */
  let current = 0;

  const usual = () => {
    const select = days.length > 1 ? [l10n.t('Select a day to open it on its own.')] : [];
    const isClockChange = days.some((day) => hoursOf(day) !== 24);
    const length = isClockChange ? [l10n.t('A small 23 or 25 shows the length of a day in hours.')] : [];
    return [...select, ...length].join(' ');
  };
  const open = (index: number) => {
    const day = days[index];
    if (day && hasRows(day)) host.act({ kind: 'openDay', day: day.day });
  };
  const indexOf = (target: EventTarget | null): number | null => {
    const cell = target instanceof Element ? target.closest<HTMLElement>('.day') : null;
    return cell ? Number(cell.dataset['index']) : null;
  };
  const tell = (index: number | null) => {
    const day = index === null ? undefined : days[index];
    setText(readout, day ? dayWords(day, figures) : usual());
  };

  function move(to: number): void {
    const next = Math.max(0, Math.min(days.length - 1, to));
    cells[current]?.setAttribute('tabindex', '-1');
    current = next;
    cells[next]?.setAttribute('tabindex', '0');
    cells[next]?.focus();
  }

  /**
   * The index of the first day of a month, or with `atEnd` of its last; `later` counts months from the
   * current one.
   */
  function inMonth(later: number, atEnd = false): number {
    const firsts = days.flatMap(({ day }, index) =>
      index === 0 || days[index - 1]?.day.slice(0, 7) !== day.slice(0, 7) ? [index] : [],
    );
    const own = firsts.filter((first) => first <= current).length - 1;
    const month = Math.max(0, Math.min(firsts.length - 1, own + later));
    return atEnd ? (firsts[month + 1] ?? days.length) - 1 : (firsts[month] ?? 0);
  }

  const moves: Readonly<Record<string, (isFar: boolean) => number>> = {
    ArrowLeft: () => current - 1,
    ArrowRight: () => current + 1,
    ArrowUp: () => current - 7,
    ArrowDown: () => current + 7,
    Home: (isFar) => (isFar ? 0 : inMonth(0)),
    End: (isFar) => (isFar ? days.length - 1 : inMonth(0, true)),
    PageUp: () => inMonth(-1),
    PageDown: () => inMonth(1),
  };
  months.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' || event.key === ' ') open(current);
    else if (moves[event.key]) move(moves[event.key]?.(event.ctrlKey || event.metaKey) ?? current);
    else return;
    event.preventDefault();
  });
  months.addEventListener('click', ({ target }) => {
    const index = indexOf(target);
    if (index === null) return;
    move(index);
    open(index);
  });
  for (const event of ['pointerover', 'focusin'] as const) {
    months.addEventListener(event, ({ target }) => tell(indexOf(target)));
  }
  months.addEventListener('pointerleave', () => tell(null));

  function cellOf(day: ShownDay, index: number, number: number, weekday: number): HTMLElement {
    const hours = hoursOf(day);
    const cell = element(
      'span',
      {
        class: `day day-${dayStandingOf(day)}`,
        role: 'gridcell',
        tabindex: index === current ? '0' : '-1',
        'aria-colindex': String(weekday + 1),
        ...(!hasRows(day) && { 'aria-disabled': 'true' }),
        'data-index': String(index),
        'data-weekday': String(weekday),
      },
      element('span', { class: 'day-number' }, String(number)),
    );
    if (hours !== 24) cell.firstElementChild?.append(element('sup', {}, String(hours)));
    cells.push(cell);
    return cell;
  }

  /** Puts the day's figure into each cell, and everything about the day into its accessible name. */
  function drawFigures(): void {
    cells.forEach((cell, index) => {
      const day = days[index];
      if (!day) return;
      const figure = figures.figures[day.day];
      cell.querySelector('.day-figure')?.remove();
      if (figure !== undefined) cell.append(element('span', { class: 'day-figure' }, shortFigure(figure)));
      cell.setAttribute('aria-label', dayWords(day, figures));
    });
    figured.hidden = figures.series.length === 0;
    setText(title, figuresTitle(figures));
    seriesList.element.hidden = figures.series.length < 2;
    seriesList.show(figures.series, figures.label);
  }

  async function readFigures(of: string | undefined): Promise<void> {
    series = of;
    requests += 1;
    const request = requests;
    // The calendar is readable without them.
    const read = await host
      .ask('dayFigures', of === undefined ? {} : { series: of })
      .catch((): DayFigures => noDayFigures);
    if (request !== requests) return;
    figures = read;
    drawFigures();
  }

  function monthOf({ year, month, weeks }: CalendarMonth<ShownDay & { index: number }>): HTMLElement {
    const title = `${monthNames[month - 1]?.() ?? ''} ${year}`;
    return element(
      'div',
      { class: 'days-month', role: 'rowgroup', 'aria-label': title },
      element('div', { class: 'days-title', 'aria-hidden': 'true' }, title),
      element(
        'div',
        { class: 'week weekdays', 'aria-hidden': 'true' },
        ...weekdays().map((name) => element('span', {}, name)),
      ),
      ...weeks.map((week) =>
        element(
          'div',
          { class: 'week', role: 'row' },
          ...week.map(({ of, number, weekday }) => cellOf(of, of.index, number, weekday)),
        ),
      ),
    );
  }

  function remarkRow({ first, last, rows, text }: Remark): HTMLElement {
    const date = fromTo([...new Set([dateOf(first), dateOf(last)])]);
    const name = element('td', {}, date);
    // Several days can't be opened as one result from here.
    if (hasRows(first) && first === last) {
      const link = element('button', { class: 'link', type: 'button' }, date);
      link.addEventListener('click', () => host.act({ kind: 'openDay', day: first.day }));
      name.replaceChildren(link);
    }
    const count = rows > 0 ? formatCount(rows) : '';
    return element('tr', {}, name, element('td', {}, text), element('td', { class: 'number' }, count));
  }

  function drawRemarks(): void {
    const all = remarksOf(days);
    remarks.hidden = all.length === 0;
    const titles = [l10n.t('Day'), l10n.t('Finding'), l10n.t('Rows')];
    const table = element(
      'table',
      { 'aria-label': l10n.t('Days to review') },
      element('thead', {}, element('tr', {}, ...titles.map((text) => element('th', { scope: 'col' }, text)))),
      element('tbody', {}, ...all.slice(0, mostRemarks).map(remarkRow)),
    );
    const rest = all.length - mostRemarks;
    const more =
      rest > 0 ? [element('p', {}, formatCounted(rest, [l10n.t('{0} more'), l10n.t('{0} more')]))] : [];
    remarks.replaceChildren(element('h2', {}, l10n.t('Days to Review')), table, ...more);
  }

  function drawLegend(): Set<DayStanding> {
    const counts = new Map<DayStanding, number>();
    for (const day of days) counts.set(dayStandingOf(day), (counts.get(dayStandingOf(day)) ?? 0) + 1);
    legend.replaceChildren(
      ...standings.flatMap((standing) => {
        const count = counts.get(standing);
        if (count === undefined) return [];
        const sample = element('span', { class: `day day-${standing}`, 'aria-hidden': 'true' });
        return [element('li', {}, sample, countWords(count, standing))];
      }),
    );
    return new Set(counts.keys());
  }

  function draw(range: OpenedRange): void {
    const focused = months.contains(document.activeElement);
    days = range.days;
    current = Math.min(current, Math.max(0, days.length - 1));
    cells = [];
    fetch.element.hidden = ![...drawLegend()].some(isOpen);
    months.replaceChildren(...monthsOf(days.map((day, index) => ({ ...day, index }))).map(monthOf));
    figures = noDayFigures;
    drawFigures();
    drawRemarks();
    tell(null);
    void readFigures(series);
    if (focused) cells[current]?.focus();
  }

  return {
    element: pane,
    show({ source, id }: ResultState) {
      if (source.kind !== 'range') return;
      const key = JSON.stringify([id, source.days]);
      // Redrawing would replace the day under the pointer.
      if (key === shown) return;
      shown = key;
      draw(source);
    },
    memory: {
      save: () => [current, series],
      restore(saved) {
        const [at, of]: readonly unknown[] = isList(saved) ? saved : [];
        current = typeof at === 'number' && Number.isInteger(at) && at >= 0 ? at : 0;
        series = typeof of === 'string' ? of : undefined;
        shown = '';
      },
    },
  };
}
