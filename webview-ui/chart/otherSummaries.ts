import type { CapacityChart, CurveChart, OrdersChart } from '../../src/table/chartTypes';
import { formatCount, formatCounted } from '../figures';
import { formatCalculated, formatValue, formatWithUnit } from './figures';
import type { Sight } from './sight';
import { intervalText, timeText } from './times';

/** Which period, how many points, and where the curves meet. */
export function curveSummary(
  { sell, buy, crossing, periods, period }: CurveChart,
  { title, zone }: Sight,
  units: { volume: string; price: string },
): string {
  const [from, to] = [periods[2 * period], periods[2 * period + 1]];
  const when = from === undefined || to === undefined ? '' : ` ${intervalText(from, to, zone)}`;
  const price = crossing && `${formatCalculated(crossing.price, units.price || '/')} ${units.price}`.trimEnd(); // prettier-ignore
  const volume = crossing && `${formatCalculated(crossing.volume, '')} ${units.volume}`.trimEnd();
  return [
    `${title},${when} (${period + 1} of ${periods.length / 2})`,
    formatCounted(sell.price.length, ['supply point', 'supply points']),
    formatCounted(buy.price.length, ['demand point', 'demand points']),
    price === null ? 'the curves do not meet' : `the curves meet at ${price} and ${volume ?? ''}`,
    `times in ${zone}`,
  ].join(', ');
}

/** How many orders of each side are visible, when, and at which prices. */
export function ordersSummary(chart: OrdersChart, { title, zone, contract, range }: Sight): string {
  const sum = ({ count }: { count: Uint32Array }) => count.reduce((total, some) => total + some, 0);
  const orders = ['order', 'orders'] as const;
  return [
    title + (contract === null ? '' : `, contract ${contract}`),
    `${formatCounted(sum(chart.buy), [`buy ${orders[0]}`, `buy ${orders[1]}`])} and ` +
      `${formatCounted(sum(chart.sell), [`sell ${orders[0]}`, `sell ${orders[1]}`])} ` +
      `from ${timeText(range?.from ?? chart.from, zone)} to ${timeText(range?.to ?? chart.to, zone)}`,
    `prices of all orders from ${formatValue(chart.low, '/')} to ${formatWithUnit(chart.high, chart.unit || '/').replace(/ \/$/, '')}`, // prettier-ignore
    `times in ${zone}`,
  ].join(', ');
}

/** How many pairs there are, and the largest capacity. */
export function capacitySummary({ pairs, omitted }: CapacityChart, { title, zone }: Sight): string {
  const ways = pairs.flatMap((pair) => [
    { label: `${pair.areaFrom} → ${pair.areaTo}`, power: pair.out },
    { label: `${pair.areaTo} → ${pair.areaFrom}`, power: pair.in },
  ]);
  const largest = ways.reduce<(typeof ways)[number] | null>(
    (a, b) => (b.power !== null && b.power > (a?.power ?? -Infinity) ? b : a),
    null,
  );
  const publications = pairs.reduce((total, pair) => total + pair.publications, 0);
  return [
    `${title}: ${formatCounted(pairs.length, ['pair of areas and hour', 'pairs of areas and hours'])}`,
    `the last of ${formatCounted(publications, ['publication', 'publications'])}`,
    ...(largest && largest.power !== null ? [`largest ${formatWithUnit(largest.power, 'MW')} (${largest.label})`] : []), // prettier-ignore
    ...(omitted > 0 ? [`${formatCount(omitted)} more not drawn`] : []),
    `times in ${zone}`,
  ].join(', ');
}
