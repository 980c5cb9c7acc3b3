import * as l10n from '@vscode/l10n';
import type { DepthKey } from '#src/protocol/charts/chartQuestion';
import type { DepthChart } from '#src/protocol/charts/depthChart';
import { select } from '../../controls/controls';
import { element, setText } from '../../controls/dom';
import type { ChartTools, Choose } from '../model/chartOptions';
import { timeOfDay, timeText } from '../model/axisTimes';
import { lastAtOrBefore, nextStop } from '../model/visibleRange';
import { lastEventText } from './depthSummary';
import { createTimeField } from '../../controls/timeField';

const noArea = () => l10n.t('No area');

/** The controls that select the time of the depth, and the delivery area if there are several. */
export function createDepthTools(choose: Choose): ChartTools {
  let shown: { chart: DepthChart; depth: DepthKey } | undefined;
  /** The contract may differ from the chosen one: it is the same product on another day. */
  const go = (changed: DepthKey) => {
    if (shown) choose({ contract: shown.chart.contract, depth: { ...shown.depth, ...changed } });
  };
  const area = select({
    label: l10n.t('Delivery area'),
    onChange: (text) => go({ area: text === noArea() ? '' : text }),
  });
  const goTo = (at: number | null | undefined) => {
    if (typeof at === 'number') go({ at });
  };
  const words = {
    slider: l10n.t('Time'),
    label: l10n.t('Time of day'),
    previous: l10n.t('Previous Event'),
    next: l10n.t('Next Event'),
  };
  const time = createTimeField(words, (index) => goTo(shown?.chart.times[index]));
  const last = element('span', { class: 'quiet' });
  const tools = element('div', { class: 'chart-tools lines' }, area.element);
  const place = element('div', { class: 'chart-place of-depth line' }, time.slider, ...time.steps, last);
  return {
    element: tools,
    place,
    show(chart, { zone, depth, contract }) {
      place.hidden = tools.hidden = chart?.kind !== 'depth';
      if (chart?.kind !== 'depth') return;
      const { times } = chart;
      const isChosen = typeof contract === 'object' && contract?.id === chart.contract.id;
      // The chart may still be for an earlier choice: the slider must not jump back while it's dragged.
      const at = (isChosen ? depth?.at : undefined) ?? chart.at;
      shown = { chart, depth: { ...depth, ...(!Number.isNaN(at) && { at }) } };
      const end = Math.max(0, times.length - 1);
      const hasEvents = times.length > 0;
      time.show(
        {
          index: Math.max(0, lastAtOrBefore(times, at)),
          last: end,
          name: hasEvents ? `${timeText(at, zone)} ${zone}` : l10n.t('no events'),
          text: hasEvents ? timeOfDay(at, zone) : '',
          at,
          zone,
          isFirst: !(at > (times[0] ?? at)),
          isLast: !(at < (times[end] ?? at)),
        },
        { step: (by) => goTo(nextStop(times, at, by, { from: at, to: at })), to: goTo },
      );
      setText(last, lastEventText(chart, zone));
      area.element.hidden = chart.areas.length < 2;
      area.show(
        chart.areas.map((one) => one || noArea()),
        chart.area || noArea(),
      );
    },
  };
}
