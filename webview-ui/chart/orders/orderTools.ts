import * as l10n from '@vscode/l10n';
import { formatCounted } from '../../../src/text/l10n';
import type { DepthChart, OrdersChart } from '../../../src/table/chartTypes';
import { select } from '../../controls/controls';
import { element, setAttribute } from '../../controls/dom';
import { timeText } from '../model/times';

const everything = () => l10n.t('All contracts');

/** Chooses a contract, whether outlying prices are shown, and what stands in place of what happened. */
export function createOrderTools(chosen: {
  onContract: (contract: string | null) => void;
  onAllPrices: (all: boolean) => void;
  onDepth: (on: boolean) => void;
}): {
  readonly element: HTMLElement;
  show(
    chart: OrdersChart | DepthChart,
    sight: { zone: string; contract: string | null; allPrices: boolean },
  ): void;
} {
  const picker = select({
    label: l10n.t('Contract'),
    onChange: (id) => chosen.onContract(id === everything() ? null : id),
  });
  const prices = element('button', { class: 'chart-toggle', type: 'button' }, l10n.t('All prices'));
  prices.addEventListener('click', () => chosen.onAllPrices(prices.getAttribute('aria-pressed') !== 'true'));
  const depth = element('button', { class: 'chart-toggle', type: 'button' }, l10n.t('Depth'));
  depth.title = l10n.t('What stands to be bought and sold at each price, at a time of your choice');
  depth.addEventListener('click', () => chosen.onDepth(depth.getAttribute('aria-pressed') !== 'true'));
  return {
    element: element('div', { class: 'chart-tools' }, picker.element, depth, prices),
    show(chart, { zone, contract, allPrices }) {
      const labels = new Map(
        chart.contracts.map(({ id, deliveryStart, events }) => {
          const delivery = Number.isNaN(deliveryStart) ? '' : ` · ${timeText(deliveryStart, zone)}`;
          return [
            id,
            `${id}${delivery} · ${formatCounted(events, [l10n.t('{0} event'), l10n.t('{0} events')])}`,
          ];
        }),
      );
      const current = contract !== null && labels.has(contract) ? contract : everything();
      picker.show([everything(), ...labels.keys()], current, (id) => labels.get(id) ?? id);
      setAttribute(prices, 'aria-pressed', String(allPrices));
      prices.title = l10n.t('Some events lie far from all others: show these prices as well');
      prices.hidden = chart.kind === 'depth' || (!allPrices && chart.counts.outlying === 0);
      setAttribute(depth, 'aria-pressed', String(chart.kind === 'depth'));
      depth.hidden = contract === null;
    },
  };
}
