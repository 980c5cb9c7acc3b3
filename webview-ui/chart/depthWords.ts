import type { DepthChart, DepthSide, LeftOut } from '../../src/table/chartTypes';
import { formatCounted } from '../../src/market/words';
import { calculated, formatWithUnit } from './figures';
import type { Sight } from './sight';
import { timeText } from './times';

/** What stands in which contract and area, when, and where both sides begin. */
export function depthSummary(chart: DepthChart, { title, zone }: Sight): string {
  const { contract, area, at, buy, sell, leftOut } = chart;
  return [
    `${title}, depth of contract ${contract}`,
    ...(area === '' ? [] : [`delivery area ${area}`]),
    ...(Number.isNaN(at) ? [] : [`at ${timeText(at, zone)}`]),
    sideText(buy, ['buy order', 'buy orders'], chart),
    sideText(sell, ['sell order', 'sell orders'], chart),
    ...leftOut.map((one) => `left out: ${leftOutText(one)}`),
    `times in ${zone}`,
  ].join(', ');
}

function sideText(side: DepthSide, noun: readonly [string, string], chart: DepthChart): string {
  const count = formatCounted(side.orders, noun);
  if (side.orders === 0) return count;
  const all = formatWithUnit(side.quantity.at(-1) ?? 0, chart.quantityUnit);
  return `${count} of ${all}, the best at ${formatWithUnit(side.price[0] ?? NaN, chart.priceUnit)}`;
}

/** The figures below the picture: the best prices, what is left out, and what cannot be known. */
export function depthFacts(chart: DepthChart, zone: string): { name: string; value: string }[] {
  const { buy, sell, priceUnit, leftOut, times } = chart;
  const [bid, ask] = [buy.price[0], sell.price[0]];
  const best = (name: string, side: DepthSide) => ({ name, value: bestText(side, chart) });
  const facts = [best('Best buy', buy), best('Best sell', sell)];
  if (bid !== undefined && ask !== undefined) {
    const spread = formatWithUnit(calculated(Math.abs(ask - bid)), priceUnit);
    facts.push(
      bid < ask ? { name: 'Spread', value: spread } : { name: 'Prices overlap by', value: spread },
    );
  }
  if (leftOut.length > 0) {
    facts.push({ name: 'Left out', value: leftOut.map(leftOutText).join(', ') });
  }
  const first = times[0];
  if (first !== undefined) {
    const before = `orders placed before ${timeText(first, zone)}, the first event here, and not changed since`;
    facts.push({ name: 'Not known', value: before });
  }
  return facts;
}

function bestText({ price, quantity }: DepthSide, chart: DepthChart): string {
  const [best, amount] = [price[0], quantity[0]];
  if (best === undefined || amount === undefined) return 'none';
  return `${formatWithUnit(best, chart.priceUnit)} for ${formatWithUnit(amount, chart.quantityUnit)}`;
}

function leftOutText({ why, text, orders }: LeftOut): string {
  const count = formatCounted(orders, ['order', 'orders']);
  switch (why) {
    case 'event':
      return `${formatCounted(orders, ['event', 'events'])} without a time or an order id`;
    case 'state':
      return text === '' ? `${count} without a state` : `${count} of unknown state ${text}`;
    case 'side':
      return text === '' ? `${count} without a side` : `${count} of unknown side ${text}`;
    case 'unit':
      return text === '' ? `${count} without a unit` : `${count} in ${text}`;
    case 'price':
      return `${count} without a price`;
    case 'quantity':
      return `${count} without a quantity`;
    case 'far':
      return `${count} far from the best price`;
  }
}
