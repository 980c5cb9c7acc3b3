import * as l10n from '@vscode/l10n';
import { element, setAttribute } from '../../controls/dom';
import type { ChartTools, Choose } from '../model/chartOptions';
import { intervalText, timeOfDay } from '../model/axisTimes';
import { lastAtOrBefore } from '../model/visibleRange';
import { createTimeField } from '../../controls/timeField';
import { createReadingFields } from './readingFields';

/** The controls that select the period of the curves, and the fields to read them at. */
export function createCurveTools(choose: Choose): ChartTools {
  const slider = element('input', { type: 'range', 'aria-label': l10n.t('Period'), min: '0', step: '1' });
  const time = createTimeField({
    label: l10n.t('Start of period'),
    previous: l10n.t('Previous Period'),
    next: l10n.t('Next Period'),
  });
  const reading = createReadingFields(choose);
  const tools = element(
    'div',
    { class: 'chart-tools' },
    slider,
    element('span', { class: 'chart-time-steps' }, ...time.elements),
    ...reading.elements,
  );
  slider.addEventListener('input', () => choose({ period: Number(slider.value) }));
  return {
    element: tools,
    show(chart, options) {
      const { period: chosen, zone } = options;
      tools.hidden = chart?.kind !== 'curves' || chart.periods.length === 0;
      if (chart?.kind !== 'curves') return;
      const { periods } = chart;
      const last = Math.max(0, periods.length / 2 - 1);
      // The chart may still be for an earlier choice: the slider must not jump back while it's dragged.
      const period = Math.min(chosen ?? chart.period, last);
      setAttribute(slider, 'max', String(last));
      slider.disabled = last === 0;
      slider.value = String(period);
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
          step: (by) => choose({ period: period + by }),
          to(instant) {
            const starts = periods.filter((_, index) => index % 2 === 0);
            choose({ period: Math.max(0, lastAtOrBefore(starts, instant)) });
          },
        },
      );
      setAttribute(slider, 'aria-valuetext', known ? `${text} ${zone}` : text);
      reading.show(chart, options);
    },
  };
}
