import * as l10n from '@vscode/l10n';
import { formatCounted } from '#src/text/l10n';
import { element, setAttribute } from '../../controls/dom';
import type { ChartTools, Choose } from '../model/chartOptions';
import { timeText } from '../model/axisTimes';
import { createSearchList } from '../../controls/searchList';

const everything = () => l10n.t('All contracts');

/**
 * The controls that choose a contract, its depth instead of its events, and whether outlying prices are
 * shown.
 */
export function createOrderTools(choose: Choose): ChartTools {
  let showsDepth = false;
  const picker = createSearchList({
    label: l10n.t('Contract'),
    onChange(contract) {
      choose(showsDepth ? { contract, range: null, depth: contract === null ? null : {} } : { contract });
    },
  });
  const prices = element('button', { class: 'chart-toggle', type: 'button' }, l10n.t('All Prices'));
  prices.addEventListener('click', () =>
    choose({ allPrices: prices.getAttribute('aria-pressed') !== 'true' }),
  );
  const depth = element('button', { class: 'chart-toggle', type: 'button' }, l10n.t('Depth'));
  depth.title = l10n.t('Show the quantities to buy and sell at each price, at a time you choose');
  depth.addEventListener('click', () => {
    const isOn = depth.getAttribute('aria-pressed') === 'true';
    choose({ depth: isOn ? null : {}, range: null, hidden: [] });
  });
  const tools = element('div', { class: 'chart-tools' }, picker.element, depth, prices);
  return {
    element: tools,
    show(chart, { zone, contract, allPrices, depth: chosen }) {
      showsDepth = chosen !== null;
      tools.hidden = chart?.kind !== 'orders' && chart?.kind !== 'depth';
      if (chart?.kind !== 'orders' && chart?.kind !== 'depth') return;
      const labels = new Map(
        chart.contracts.map(({ id, deliveryStart, events }) => {
          const delivery = Number.isNaN(deliveryStart) ? '' : ` · ${timeText(deliveryStart, zone)}`;
          return [
            id,
            `${id}${delivery} · ${formatCounted(events, [l10n.t('{0} event'), l10n.t('{0} events')])}`,
          ];
        }),
      );
      picker.show(labels, contract !== null && labels.has(contract) ? contract : null, everything());
      setAttribute(prices, 'aria-pressed', String(allPrices));
      prices.title = l10n.t('Also show events at prices far outside this range');
      prices.hidden = chart.kind === 'depth' || (!allPrices && chart.counts.outlying === 0);
      setAttribute(depth, 'aria-pressed', String(chart.kind === 'depth'));
      depth.hidden = contract === null;
    },
  };
}
