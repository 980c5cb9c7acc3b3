import { formatCounted, t } from '../../src/market/words';
import type { OrdersChart } from '../../src/table/chartTypes';
import { select } from '../controls';
import { element, setAttribute } from '../dom';
import { timeText } from './times';

const everything = t('All contracts');

/** Chooses a contract, and whether outlying prices are shown. */
export function createOrderTools(chosen: {
  onContract: (contract: string | null) => void;
  onAllPrices: (all: boolean) => void;
}): {
  readonly element: HTMLElement;
  show(
    chart: OrdersChart,
    sight: { zone: string; contract: string | null; allPrices: boolean },
  ): void;
} {
  let contracts = new Map<string, string>();
  const picker = select({
    label: t('Contract'),
    onChange: (text) => chosen.onContract(contracts.get(text) ?? null),
  });
  const prices = element('button', { class: 'chart-toggle', type: 'button' }, t('All prices'));
  prices.addEventListener('click', () =>
    chosen.onAllPrices(prices.getAttribute('aria-pressed') !== 'true'),
  );
  return {
    element: element('div', { class: 'chart-tools' }, picker.element, prices),
    show(chart, { zone, contract, allPrices }) {
      const texts = chart.contracts.map(({ id, deliveryStart, orders }) => {
        const delivery = Number.isNaN(deliveryStart) ? '' : ` · ${timeText(deliveryStart, zone)}`;
        return [
          `${id}${delivery} · ${formatCounted(orders, [t('{0} order'), t('{0} orders')])}`,
          id,
        ] as const;
      });
      contracts = new Map(texts);
      const current = texts.find(([, id]) => id === contract)?.[0] ?? everything;
      picker.show([everything, ...contracts.keys()], current);
      setAttribute(prices, 'aria-pressed', String(allPrices));
      prices.title = t('Some orders lie far from all others: show these prices as well');
      prices.hidden = !allPrices && chart.counts.outlying === 0;
    },
  };
}
