import * as l10n from '@vscode/l10n';
import type { Chart } from '#src/protocol/chartTypes';
import { button } from '../../controls/controls';
import { element, setAttribute } from '../../controls/dom';
import type { ChartOptions, Choose } from '../model/chartOptions';
import { intervalText, timeOfDay } from '../model/axisTimes';
import { lastAtOrBefore } from '../model/visibleRange';
import { createTimeField } from '../../controls/timeField';
import { createReadingFields } from './readingFields';

/** How long each period is shown while playing, in milliseconds. */
const playMs = 700;

const prefersStillness = () =>
  document.body.classList.contains('vscode-reduce-motion') ||
  matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The controls that select the period of the curves, play the periods, and zoom to the crossing. */
export function createCurveTools(choose: Choose) {
  const slider = element('input', { type: 'range', 'aria-label': l10n.t('Period'), min: '0', step: '1' });
  const time = createTimeField({
    label: l10n.t('Start of period'),
    previous: l10n.t('Previous Period'),
    next: l10n.t('Next Period'),
  });
  const closer = button({
    label: l10n.t('Zoom to Crossing'),
    look: 'secondary',
    onClick: () => choose({ range: null }),
  });
  const reading = createReadingFields(choose);
  const play = element('button', { class: 'chart-toggle', type: 'button' }, l10n.t('Play'));
  const tools = element(
    'div',
    { class: 'chart-tools' },
    slider,
    element('span', { class: 'chart-time-steps' }, ...time.elements),
    play,
    closer.element,
    ...reading.elements,
  );
  let playing: ReturnType<typeof setInterval> | undefined;

  function stop(): void {
    clearInterval(playing);
    playing = undefined;
    setAttribute(play, 'aria-pressed', 'false');
  }

  /** Shows the next period, or the first one if the last is shown; stops at the last. */
  function advance(): void {
    const [at, last] = [Number(slider.value), Number(slider.max)];
    choose({ period: at < last ? at + 1 : 0 });
    // The page remembers what changes, which a person would have done with the slider.
    slider.dispatchEvent(new Event('change', { bubbles: true }));
    if (at + 1 === last) stop();
  }

  play.addEventListener('click', () => {
    if (playing !== undefined) {
      stop();
      return;
    }
    setAttribute(play, 'aria-pressed', 'true');
    playing = setInterval(advance, playMs);
    advance();
  });
  slider.addEventListener('input', () => {
    stop();
    choose({ period: Number(slider.value) });
  });
  return {
    element: tools,
    show(chart: Chart | undefined, options: ChartOptions) {
      const { period: chosen, range, zone } = options;
      tools.hidden = chart?.kind !== 'curves' || chart.periods.length === 0;
      if (chart?.kind !== 'curves') return;
      const { periods, crossing } = chart;
      const last = Math.max(0, periods.length / 2 - 1);
      // The chart may still be for an earlier choice: the slider must not jump back while it's dragged.
      const period = Math.min(chosen ?? chart.period, last);
      setAttribute(slider, 'max', String(last));
      slider.disabled = last === 0;
      slider.value = String(period);
      play.hidden = last === 0 || prefersStillness();
      if (play.hidden) stop();
      const [from, to] = [periods[2 * period], periods[2 * period + 1]];
      const known = from !== undefined && to !== undefined && !Number.isNaN(from + to);
      const text = known ? intervalText(from, to, zone) : l10n.t('unknown period');
      const at = from ?? NaN;
      time.show(
        {
          text: known ? timeOfDay(at, zone) : '',
          at,
          zone,
          isFirst: period === 0,
          isLast: period === last,
        },
        {
          step(by) {
            stop();
            choose({ period: period + by });
          },
          to(instant) {
            stop();
            const starts = periods.filter((_, index) => index % 2 === 0);
            choose({ period: Math.max(0, lastAtOrBefore(starts, instant)) });
          },
        },
      );
      setAttribute(slider, 'aria-valuetext', known ? `${text} ${zone}` : text);
      closer.element.hidden = crossing === null || range === null;
      reading.show(chart, options);
    },
    /** Stops playing. */
    stop,
  };
}
