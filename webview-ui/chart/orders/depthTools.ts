import * as l10n from '@vscode/l10n';
import type { DepthChart, DepthKey } from '../../../src/protocol/chartTypes';
import { select } from '../../controls/controls';
import { element, setAttribute, setText } from '../../controls/dom';
import type { ChartTools, Choose } from '../model/chartOptions';
import { timeText } from '../model/timeText';
import { lastAtOrBefore } from '../model/visibleRange';

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
  const slider = element('input', { type: 'range', id: 'chart-moment', min: '0', step: '1' });
  const time = element('span', { class: 'chart-period-time' });
  slider.addEventListener('input', () => {
    const at = times[Number(slider.value)];
    if (at !== undefined) choose({ depth: { ...depth, at } });
  });
  const tools = element(
    'div',
    { class: 'chart-tools' },
    area.element,
    element('label', { for: 'chart-moment' }, l10n.t('Time')),
    slider,
    time,
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
      setText(time, text);
      setAttribute(slider, 'aria-valuetext', times.length === 0 ? text : `${text} ${zone}`);
      area.element.hidden = chart.areas.length < 2;
      area.show(
        chart.areas.map((one) => one || noArea()),
        chart.area || noArea(),
      );
    },
  };
}
