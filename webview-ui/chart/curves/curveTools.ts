import * as l10n from '@vscode/l10n';
import { element } from '../../controls/dom';
import type { ChartTools, Choose } from '../model/chartOptions';
import { timeOfDay } from '../model/axisTimes';
import { lastAtOrBefore } from '../model/visibleRange';
import { createTimeField } from '../../controls/timeField';
import { periodText } from './curveReading';
import { createReadingFields } from './readingFields';

/** The controls that select the period of the curves, and the fields to read them at. */
export function createCurveTools(choose: Choose): ChartTools {
  const words = {
    slider: l10n.t('Period'),
    label: l10n.t('Start of period'),
    previous: l10n.t('Previous Period'),
    next: l10n.t('Next Period'),
  };
  const time = createTimeField(words, (period) => choose({ period }));
  const reading = createReadingFields(choose);
  const tools = element('div', { class: 'chart-tools' }, ...reading.elements);
  const place = element('div', { class: 'chart-place' }, time.slider, ...time.steps);
  return {
    element: tools,
    place,
    show(chart, options) {
      const { period: chosen, zone } = options;
      place.hidden = tools.hidden = chart?.kind !== 'curves' || chart.periods.length === 0;
      if (chart?.kind !== 'curves') return;
      const { periods } = chart;
      const last = Math.max(0, periods.length / 2 - 1);
      // The chart may still be for an earlier choice: the slider must not jump back while it's dragged.
      const period = Math.min(chosen ?? chart.period, last);
      const interval = periodText(chart, period, zone);
      const name = interval === null ? l10n.t('unknown period') : `${interval} ${zone}`;
      time.slide({ index: period, last, name });
      const at = periods[2 * period] ?? NaN;
      time.show(
        {
          text: interval === null ? '' : timeOfDay(at, zone),
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
      reading.show(chart, options);
    },
  };
}
