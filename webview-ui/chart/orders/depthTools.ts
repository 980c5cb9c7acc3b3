import * as l10n from '@vscode/l10n';
import type { DepthChart, DepthKey } from '#src/protocol/chartTypes';
import { select } from '../../controls/controls';
import { element, setAttribute } from '../../controls/dom';
import type { ChartTools, Choose } from '../model/chartOptions';
import { timeText } from '../model/axisTimes';
import { lastAtOrBefore } from '../model/visibleRange';
import { createTimeField } from '../../controls/timeField';

const noArea = () => l10n.t('No area');

/** The controls that select the time of the depth, and the delivery area if there are several. */
export function createDepthTools(choose: Choose): ChartTools {
  let times: DepthChart['times'] = new Float64Array(0);
  let depth: DepthKey = {};
  const area = select({
    label: l10n.t('Delivery area'),
    onChange: (text) => choose({ depth: { ...depth, area: text === noArea() ? '' : text } }),
  });
  area.element.classList.add('chart-area');
  const slider = element('input', { type: 'range', 'aria-label': l10n.t('Time'), min: '0', step: '1' });
  const time = createTimeField({
    label: l10n.t('Time of day'),
    previous: l10n.t('Previous Event'),
    next: l10n.t('Next Event'),
  });
  const goTo = (at: number | undefined) => {
    if (at !== undefined) choose({ depth: { ...depth, at } });
  };
  slider.addEventListener('input', () => goTo(times[Number(slider.value)]));
  const tools = element(
    'div',
    { class: 'chart-tools' },
    area.element,
    slider,
    element('span', { class: 'chart-time-steps' }, ...time.elements),
  );
  return {
    element: tools,
    show(chart, options) {
      tools.hidden = chart?.kind !== 'depth';
      if (chart?.kind !== 'depth') return;
      const { zone } = options;
      depth = options.depth ?? {};
      times = chart.times;
      const last = Math.max(0, times.length - 1);
      // The chart may still be for an earlier choice: the slider must not jump back while it's dragged.
      const index = Math.max(0, lastAtOrBefore(times, options.depth?.at ?? Infinity));
      setAttribute(slider, 'max', String(last));
      slider.disabled = last === 0;
      slider.value = String(index);
      const text = times.length === 0 ? l10n.t('no events') : timeText(times[index] ?? NaN, zone);
      const at = times[index] ?? NaN;
      time.show(
        {
          text: times.length === 0 ? '' : timeText(at, zone).slice(11, 19),
          at,
          zone,
          isFirst: index === 0,
          isLast: index === last,
        },
        {
          step: (by) => goTo(times[index + by]),
          to: (instant) => goTo(times[Math.max(0, lastAtOrBefore(times, instant))]),
        },
      );
      setAttribute(slider, 'aria-valuetext', times.length === 0 ? text : `${text} ${zone}`);
      area.element.hidden = chart.areas.length < 2;
      area.show(
        chart.areas.map((one) => one || noArea()),
        chart.area || noArea(),
      );
    },
  };
}
