import * as l10n from '@vscode/l10n';
import type { DepthChart, DepthSide, LeftOut } from '#src/protocol/charts/depthChart';
import { joined } from '#src/text/joined';
import { formatCounted } from '#src/text/l10n';
import { formatWithUnit } from '../model/valueText';
import { decimalsOf, roundedTo } from '#src/text/numbers';
import type { ChartOptions } from '../model/chartOptions';
import type { KeyFigure } from '../model/drawing';
import { timeOfDay, timeText } from '../model/axisTimes';

/** The contract, the area, the time, and the quantity and best price of each side. */
export function depthSummary(chart: DepthChart, { title, zone }: ChartOptions): string {
  const { contract, area, at, buy, sell, leftOut } = chart;
  return joined(
    ', ',
    l10n.t('{0}, depth for contract {1}', title, contract.id),
    area && l10n.t('delivery area {0}', area),
    !Number.isNaN(at) && l10n.t('at {0}', `${timeText(at, zone)} ${lastEventText(chart, zone)}`.trimEnd()),
    sideText(buy, [l10n.t('{0} buy order'), l10n.t('{0} buy orders')], chart),
    sideText(sell, [l10n.t('{0} sell order'), l10n.t('{0} sell orders')], chart),
    ...leftOut.map((one) => l10n.t('not included: {0}', leftOutText(one))),
    l10n.t('times in {0}', zone),
  );
}

/** `(last event 12:58:21)`, to the second, with its day if that's another one; empty at the time of an event. */
export function lastEventText({ at, last }: DepthChart, zone: string): string {
  if (at === last || Number.isNaN(at)) return '';
  if (Number.isNaN(last)) return l10n.t('(no event until then)');
  const text = timeText(Math.floor(last / 1000) * 1000, zone);
  const isSameDay = timeText(at, zone).slice(0, 10) === text.slice(0, 10);
  return l10n.t('(last event {0})', isSameDay ? text.slice(11) : text);
}

function sideText(side: DepthSide, noun: readonly [string, string], chart: DepthChart): string {
  const count = formatCounted(side.orders, noun);
  if (side.orders === 0) return count;
  const all = formatWithUnit(side.quantity.at(-1) ?? 0, chart.quantityUnit);
  return l10n.t(
    '{0} for {1}, best price {2}',
    count,
    all,
    formatWithUnit(side.price[0] ?? NaN, chart.priceUnit),
  );
}

/** The key figures of the depth: the best prices, the orders left out, and what is unknown. */
export function depthKeyFigures(chart: DepthChart, zone: string): KeyFigure[] {
  const { buy, sell, priceUnit, leftOut, times } = chart;
  const [bid, ask] = [buy.price[0], sell.price[0]];
  const best = (name: string, side: DepthSide) => ({ name, value: bestText(side, chart) });
  const figures: KeyFigure[] = [best(l10n.t('Best buy'), buy), best(l10n.t('Best sell'), sell)];
  const middle = middleOf(chart);
  if (bid !== undefined && ask !== undefined && middle !== null) {
    const spread = roundedTo(Math.max(decimalsOf(bid), decimalsOf(ask)), Math.abs(ask - bid));
    figures.push(
      {
        name: bid < ask ? l10n.t('Spread') : l10n.t('Prices overlap by'),
        value: formatWithUnit(spread, priceUnit),
      },
      { name: l10n.t('Middle'), value: formatWithUnit(middle, priceUnit) },
    );
  }
  if (leftOut.length > 0) {
    figures.push({ name: l10n.t('Not included'), value: leftOut.map(leftOutText).join(', ') });
  }
  const first = times[0];
  if (first !== undefined) {
    const before = l10n.t(
      'orders placed before {0} (the first event here) and not changed since',
      timeText(first, zone),
    );
    const short = l10n.t('orders before {0}', timeOfDay(first, zone));
    figures.push({ name: l10n.t('Unknown'), value: short, detail: before });
  }
  return figures;
}

/** The price between both best prices, exact; `null` unless there are both. */
export function middleOf({ buy, sell }: DepthChart): number | null {
  const [bid, ask] = [buy.price[0], sell.price[0]];
  if (bid === undefined || ask === undefined) return null;
  return roundedTo(Math.max(decimalsOf(bid), decimalsOf(ask)) + 1, (bid + ask) / 2);
}

function bestText({ price, quantity }: DepthSide, chart: DepthChart): string {
  const [best, amount] = [price[0], quantity[0]];
  if (best === undefined || amount === undefined) return l10n.t('none');
  const { unit, per } = axisUnit(chart.quantityUnit);
  return l10n.t('{0} for {1}', formatWithUnit(best, chart.priceUnit), formatWithUnit(amount / per, unit));
}

/** The unit of quantities on the axis and below it, and how many of the unit sent are one of it. */
export const axisUnit = (sent: string) =>
  sent === 'kW' ? { unit: 'MW', per: 1000 } : { unit: sent, per: 1 };

function leftOutText({ why, text, orders }: LeftOut): string {
  const count = formatCounted(orders, [l10n.t('{0} order'), l10n.t('{0} orders')]);
  switch (why) {
    case 'event':
      return formatCounted(orders, [
        l10n.t('{0} event without a time or an order ID'),
        l10n.t('{0} events without a time or an order ID'),
      ]);
    case 'immediate':
      return formatCounted(
        orders,
        [l10n.t('{0} order that never stays open ({1})'), l10n.t('{0} orders that never stay open ({1})')],
        text,
      );
    case 'expired':
      return formatCounted(orders, [
        l10n.t('{0} order that has expired'),
        l10n.t('{0} orders that have expired'),
      ]);
    case 'state':
      return text === ''
        ? l10n.t('{0} without a state', count)
        : l10n.t('{0} with unknown state {1}', count, text);
    case 'side':
      return text === ''
        ? l10n.t('{0} without a side', count)
        : l10n.t('{0} with unknown side {1}', count, text);
    case 'unit':
      return text === '' ? l10n.t('{0} without a unit', count) : l10n.t('{0} in {1}', count, text);
    case 'price':
      return l10n.t('{0} without a price', count);
    case 'quantity':
      return l10n.t('{0} without a quantity', count);
    case 'far':
      return l10n.t('{0} far from the best price', count);
  }
}
