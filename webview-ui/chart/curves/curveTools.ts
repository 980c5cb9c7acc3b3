import * as l10n from '@vscode/l10n';
import { element, setAttribute, setText } from '../../controls/dom';
import type { CurveChart } from '#src/protocol/charts/curveChart';
import type { ChartChoices, ChartOptions, ChartTools, Choose } from '../model/chartOptions';
import { timeOfDay } from '../model/axisTimes';
import { lastAtOrBefore } from '../model/visibleRange';
import { createTimeField } from '../../controls/timeField';
import { curveReading, periodText } from './curveReading';

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
  const tools = element('div', { class: 'chart-tools lines' }, ...reading.elements);
  const place = element('div', { class: 'chart-place line' }, time.slider, ...time.steps);
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
      const at = periods[2 * period] ?? NaN;
      const text = interval === null ? '' : timeOfDay(at, zone);
      const [isFirst, isLast] = [period === 0, period === last];
      time.show(
        { index: period, last, name, text, at, zone, isFirst, isLast },
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

type Reading = NonNullable<ChartChoices['reading']>;

/** The fields for a volume or a price, and what the curves say there while it's typed. */
function createReadingFields(choose: Choose) {
  const fieldOf = (of: Reading['of'], label: string, placeholder: string, title: string) => {
    const traits = { type: 'text', inputmode: 'decimal', class: 'field chart-time', placeholder, title };
    const field = element('input', traits);
    field.addEventListener('input', () => {
      choose({ reading: field.value.trim() === '' ? null : { of, text: field.value } });
    });
    return { of, field, element: element('label', {}, label, ' ', field) };
  };
  const fields = [
    fieldOf('volume', l10n.t('Volume'), '+500', l10n.t('Type a volume, or +500 for 500 beyond the crossing')),
    fieldOf('price', l10n.t('Price'), '+5', l10n.t('Type a price, or +5 for 5 above the crossing')),
  ];
  const said = element('span', { 'aria-live': 'polite' });
  return {
    elements: [...fields.map((each) => each.element), said],
    show(chart: CurveChart, options: ChartOptions) {
      const { reading } = options;
      const read = curveReading(chart, options);
      for (const { of, field } of fields) {
        const own = reading?.of === of ? reading.text : '';
        if (field.value !== own) field.value = own;
        setAttribute(field, 'aria-invalid', own === '' || read ? null : 'true');
      }
      setText(said, read?.text ?? '');
    },
  };
}
