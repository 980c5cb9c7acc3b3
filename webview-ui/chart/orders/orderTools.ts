import * as l10n from '@vscode/l10n';
import { allContracts, type ContractKey } from '#src/protocol/charts/chartQuestion';
import { button, plainButton, secondaryButton } from '../../controls/controls';
import { element, setAttribute, setText } from '../../controls/dom';
import type { ChartTools, Choose } from '../model/chartOptions';
import { intervalText } from '../model/axisTimes';

/**
 * The controls that lead from the list of contracts to all of them together and back, and show a contract's events
 * instead of its depth, or outlying prices.
 */
export function createOrderTools(choose: Choose): ChartTools {
  const toggle = (label: string, title: string, onClick: () => void) =>
    plainButton({ class: 'chart-toggle', title }, onClick, label);
  const list = button({
    label: l10n.t('Contracts'),
    look: 'toolbar',
    icon: 'back',
    onClick: () => choose({ contract: null, depth: null, range: null, hidden: [] }),
  });
  const all = secondaryButton(l10n.t('All Contracts'), () => choose({ contract: allContracts, range: null }));
  const name = element('span', { class: 'chart-contract cut' });
  const depth = toggle(
    l10n.t('Depth'),
    l10n.t('Show the quantities to buy and sell at each price, at a time you choose'),
    () => choose({ depth: {}, range: null, hidden: [] }),
  );
  const events = toggle(l10n.t('Events'), l10n.t("Show the prices of the contract's events over time"), () =>
    choose({ depth: null, range: null, hidden: [] }),
  );
  const prices = toggle(
    l10n.t('All Prices'),
    l10n.t('Also show events at prices far outside this range'),
    () => choose({ allPrices: prices.ariaPressed !== 'true' }),
  );
  const tools = element('div', { class: 'chart-tools lines' }, all.element, depth, events, prices);
  const place = element('div', { class: 'chart-place line' }, list.element, name);
  return {
    element: tools,
    place,
    show(chart, { zone, allPrices }) {
      const isList = chart?.kind === 'contracts';
      const isEvents = chart?.kind === 'orders';
      tools.hidden = !isList && !isEvents && chart?.kind !== 'depth';
      place.hidden = tools.hidden || isList;
      if (tools.hidden) return;
      const contract = isEvents || chart?.kind === 'depth' ? chart.contract : null;
      all.element.hidden = !isList;
      setText(name, contract ? nameOf(contract, zone) : isEvents ? l10n.t('All contracts') : '');
      setAttribute(depth, 'aria-pressed', String(chart?.kind === 'depth'));
      setAttribute(events, 'aria-pressed', String(isEvents));
      depth.hidden = events.hidden = contract === null;
      setAttribute(prices, 'aria-pressed', String(allPrices));
      prices.hidden = !isEvents || (!allPrices && chart.counts.outlying === 0);
    },
  };
}

/** `PH-20260320-14 · 13:00 – 14:00`: there isn't always room for the day. */
function nameOf({ id, deliveryStart: from, deliveryEnd: to }: ContractKey, zone: string): string {
  if (from === undefined || to === undefined) return id;
  return `${id} · ${intervalText(from, to, zone).slice(11)}`;
}
