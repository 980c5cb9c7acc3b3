import type {
  CapacityChart,
  ClearingPoint,
  CurveChart,
  OrdersChart,
} from '../../src/table/chartTypes';
import { formatCount, formatCounted } from '../figures';
import { calculated, formatPrice, formatValue, formatWithUnit } from './figures';
import type { Sight } from './sight';
import { intervalText, timeText } from './times';

/** `price 54.20 at volume 26,101.66`: the API description gives curves no units. */
export function crossingText({ price, volume }: ClearingPoint): string {
  return `price ${formatPrice(calculated(price))} at volume ${formatValue(calculated(volume), '')}`;
}

/** Which period, how many points, and where the curves meet. */
export function curveSummary(
  { sell, buy, crossing, periods, period }: CurveChart,
  { title, zone }: Sight,
): string {
  const [from, to] = [periods[2 * period], periods[2 * period + 1]];
  const known = from !== undefined && to !== undefined && !Number.isNaN(from + to);
  return [
    known ? `${title}, ${intervalText(from, to, zone)}` : title,
    `period ${period + 1} of ${periods.length / 2}`,
    formatCounted(sell.price.length, ['supply point', 'supply points']),
    formatCounted(buy.price.length, ['demand point', 'demand points']),
    crossing ? `the curves meet at ${crossingText(crossing)}` : 'the curves do not meet',
    `times in ${zone}`,
  ].join(', ');
}

/** How many orders of each side are visible, when, and at which prices. */
export function ordersSummary(chart: OrdersChart, { title, zone, contract }: Sight): string {
  const { counts, shown, unit } = chart;
  return [
    title + (contract === null ? '' : `, contract ${contract}`),
    `${formatCounted(counts.buy, ['buy order', 'buy orders'])} and ` +
      `${formatCounted(counts.sell, ['sell order', 'sell orders'])} ` +
      `from ${second(shown.from, zone)} to ${second(shown.to, zone)}`,
    ...(Number.isNaN(shown.low)
      ? []
      : [`prices from ${formatPrice(shown.low)} to ${formatPrice(shown.high)} ${unit}`.trimEnd()]),
    ...(counts.outlying > 0
      ? [`${formatCounted(counts.outlying, ['order', 'orders'])} at prices far from these`]
      : []),
    ...(chart.orders.detail === 'cells' ? ['denser colour where there are more orders'] : []),
    `times in ${zone}`,
  ].join(', ');
}

/** Ranges end wherever the wheel left them. */
const second = (at: number, zone: string) => timeText(Math.round(at / 1000) * 1000, zone);

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
