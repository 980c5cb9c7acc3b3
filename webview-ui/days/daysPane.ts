import * as l10n from '@vscode/l10n';
import { noDayFigures, type DayFigures } from '#src/protocol/charts/dayFigures';
import type { ResultState } from '#src/protocol/messages';
import { hasRows, type OpenedRange } from '#src/protocol/openedRange';
import { secondaryButton, select } from '../controls/controls';
import { element, setText } from '../controls/dom';
import type { Host, Pane } from '../host/pane';
import { extentOf, extentSamples } from './dayColors';
import { createDayGrid } from './dayGrid';
import { createDayReview } from './dayReview';
import { noDays, readoutOf, standingCounts, withDays } from './daysState';
import { countWords, figuresTitle, hasMissingDays } from './dayWords';

/**
 * A calendar that shows how complete a range's delivery days are. Each day with rows can be opened as a
 * result of its own.
 */
export function createDaysPane(host: Host): Pane {
  let state = noDays;
  /** The result and its days that were drawn last. */
  let shown = '';
  /** How often figures were requested: only the newest answer counts. */
  let requests = 0;

  const openDay = (day: string) => host.act({ kind: 'openDay', day });
  const legend = element('ul', { class: 'days-legend lines', 'aria-label': l10n.t('Days by outcome') });
  const fetchDays = () => host.act({ kind: 'fetchDays' });
  const fetch = secondaryButton(l10n.t('Fetch Missing Days'), fetchDays, 'runAgain');
  const verify = secondaryButton(l10n.t('Verify Files'), () => host.act({ kind: 'verifyFiles' }));
  const title = element('span', {});
  const seriesList = select({
    label: l10n.t('Series'),
    onChange(series) {
      state = { ...state, series };
      void readFigures();
    },
  });
  const extent = element('span', { class: 'days-extent line' });
  const figured = element('div', { class: 'days-figures lines quiet' }, title, seriesList.element, extent);
  const readout = element('p', { class: 'days-readout quiet' });
  const grid = createDayGrid(() => state, {
    onMove: (current) => (state = { ...state, current }),
    onOpen(index) {
      const day = state.days[index];
      if (day && hasRows(day)) openDay(day.day);
    },
    onPoint: (index) => setText(readout, readoutOf(state, index)),
  });
  const review = createDayReview(openDay);

  function drawFigures(): void {
    const { figures } = state;
    figured.hidden = figures.series.length === 0;
    setText(title, figuresTitle(figures));
    extent.replaceChildren(...extentSamples(extentOf(figures)));
    seriesList.element.hidden = figures.series.length < 2;
    seriesList.show(figures.series, figures.label);
  }

  async function readFigures(): Promise<void> {
    const { series } = state;
    requests += 1;
    const request = requests;
    // The calendar is readable without them.
    const figures = await host
      .ask('dayFigures', series === null ? {} : { series })
      .catch((): DayFigures => noDayFigures);
    if (request !== requests) return;
    state = { ...state, figures };
    grid.drawFigures();
    drawFigures();
  }

  function draw({ days }: OpenedRange): void {
    state = withDays(state, days);
    legend.replaceChildren(
      ...standingCounts(days).map(({ standing, count }) => {
        const sample = element('span', { class: `day day-${standing}`, 'aria-hidden': 'true' });
        return element('li', { class: 'line' }, sample, countWords(count, standing));
      }),
    );
    fetch.element.hidden = !hasMissingDays(days);
    // Before the grid, which says instead what the focused day is.
    setText(readout, readoutOf(state, null));
    grid.draw();
    drawFigures();
    review.show(days);
    void readFigures();
  }

  return {
    element: element(
      'section',
      { class: 'days-pane', 'aria-label': l10n.t('Days') },
      element('div', { class: 'pane-bar lines' }, legend, figured, fetch.element, verify.element),
      readout,
      element(
        'div',
        { class: 'days-scroll' },
        element('div', { class: 'days-body' }, grid.element, review.element),
      ),
    ),
    show({ source, id }: ResultState) {
      if (source.kind !== 'range') return;
      const key = JSON.stringify([id, source.days]);
      // Redrawing would replace the day under the pointer.
      if (key === shown) return;
      shown = key;
      draw(source);
    },
    memory: {
      save: () => ({ days: { current: state.current, series: state.series } }),
      restore({ days }) {
        state = { ...noDays, ...days };
        shown = '';
      },
    },
  };
}
