import * as l10n from '@vscode/l10n';
import type { CapacityKey } from '#src/protocol/charts/chartQuestion';
import { select } from '../../controls/controls';
import { element } from '../../controls/dom';
import type { ChartTools, Choose } from '../model/chartOptions';
import { timeText } from '../model/axisTimes';

const everything = () => l10n.t('All pairs, latest publication');

/** The list that chooses a pair and hour whose publications are shown over time. */
export function createCapacityTools(choose: Choose): ChartTools {
  let known: readonly CapacityKey[] = [];
  let offered = new Map<string, CapacityKey>();
  const picker = select({
    label: l10n.t('Pair and hour'),
    onChange: (text) => choose({ pair: offered.get(text) ?? null, range: null, hidden: [] }),
  });
  picker.element.classList.add('chart-pair');
  const tools = element('div', { class: 'chart-tools lines' }, picker.element);
  return {
    element: tools,
    show(chart, { plan, pair, zone }) {
      tools.hidden = plan !== 'capacities' || !chart;
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
      picker.show([everything(), ...[...offered.keys()].sort()], pair ? textOf(pair) : everything());
    },
  };
}
