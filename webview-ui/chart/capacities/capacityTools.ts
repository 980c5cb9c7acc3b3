import * as l10n from '@vscode/l10n';
import { capacityOrders, type CapacityKey, type CapacityOrder } from '#src/protocol/chartTypes';
import type { Sentence } from '#src/text/l10n';
import { select } from '../../controls/controls';
import { element, setAttribute } from '../../controls/dom';
import type { ChartTools, Choose } from '../model/chartOptions';
import { timeText } from '../model/axisTimes';

const everything = () => l10n.t('All pairs, latest publication');

const orderWords: Readonly<Record<CapacityOrder, Sentence>> = {
  name: () => l10n.t('By Name'),
  capacity: () => l10n.t('By Capacity'),
};

/** The controls that sort the pairs, and choose a pair and hour whose publications are shown over time. */
export function createCapacityTools(choose: Choose): ChartTools {
  let known: readonly CapacityKey[] = [];
  let offered = new Map<string, CapacityKey>();
  const picker = select({
    label: l10n.t('Pair and hour'),
    onChange: (text) => choose({ pair: offered.get(text) ?? null, range: null, hidden: [] }),
  });
  const sorts = capacityOrders.map((order) => {
    const made = element('button', { class: 'chart-toggle', type: 'button' }, orderWords[order]());
    made.addEventListener('click', () => choose({ order }));
    return { order, made };
  });
  const sorting = element(
    'div',
    { class: 'chart-tools chart-sorting', role: 'group', 'aria-label': l10n.t('Sort pairs') },
    ...sorts.map(({ made }) => made),
  );
  const tools = element('div', { class: 'chart-tools' }, picker.element, sorting);
  return {
    element: tools,
    show(chart, { plan, pair, zone, order }) {
      tools.hidden = plan !== 'capacities' || !chart;
      sorting.hidden = chart?.kind !== 'capacities' || chart.pairs.length < 2;
      for (const sort of sorts) setAttribute(sort.made, 'aria-pressed', String(sort.order === order));
      const textOf = ({ areaFrom, areaTo, deliveryStart }: CapacityKey) =>
        l10n.t('{0} → {1} · {2} · history', areaFrom, areaTo, timeText(deliveryStart, zone));
      // A chart of one pair's history doesn't have the other pairs. Only a known hour can be requested.
      if (chart?.kind === 'capacities') {
        known = chart.pairs.filter(({ deliveryStart }) => !Number.isNaN(deliveryStart));
      }
      const keys = known.length === 0 && pair ? [pair] : known;
      offered = new Map(
        keys.map((key) => {
          const { areaFrom, areaTo, deliveryStart } = key;
          return [textOf(key), { areaFrom, areaTo, deliveryStart }];
        }),
      );
      picker.show([everything(), ...offered.keys()], pair ? textOf(pair) : everything());
    },
  };
}
