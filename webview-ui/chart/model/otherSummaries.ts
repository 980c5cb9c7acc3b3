import { formatCount, formatCounted, t } from '../../../src/text/l10n';
import type { CapacityChart, ClearingPoint, CurveChart, OrdersChart } from '../../../src/table/chartTypes';
import { calculated, formatPrice, formatValue, formatWithUnit } from './figures';
import type { Sight } from './chartOptions';
import { intervalText, timeText } from './times';

/** `price 54.20 at volume 26,101.66`: the unit of curves is not documented. */
export function crossingText({ price, volume }: ClearingPoint): string {
  return t('price {0} at volume {1}', formatPrice(calculated(price)), formatValue(calculated(volume), ''));
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
    t('period {0} of {1}', period + 1, periods.length / 2),
    formatCounted(sell.price.length, [t('{0} supply point'), t('{0} supply points')]),
    formatCounted(buy.price.length, [t('{0} demand point'), t('{0} demand points')]),
    crossing ? t('the curves meet at {0}', crossingText(crossing)) : t('the curves do not meet'),
    t('times in {0}', zone),
  ].join(', ');
}

/** How many events of each side are visible, when, at which prices, and how many are not drawn. */
export function ordersSummary(chart: OrdersChart, { title, zone, contract }: Sight): string {
  const { counts, shown, unit } = chart;
  return [
    title,
    ...(contract === null ? [] : [t('contract {0}', contract)]),
    t(
      '{0} and {1} from {2} to {3}',
      formatCounted(counts.buy, [t('{0} buy event'), t('{0} buy events')]),
      formatCounted(counts.sell, [t('{0} sell event'), t('{0} sell events')]),
      second(shown.from, zone),
      second(shown.to, zone),
    ),
    ...(Number.isNaN(shown.low)
      ? []
      : [t('prices from {0} to {1} {2}', formatPrice(shown.low), formatPrice(shown.high), unit).trimEnd()]),
    ...(counts.outlying > 0
      ? [
          formatCounted(counts.outlying, [
            t('{0} event at a price far from these'),
            t('{0} events at prices far from these'),
          ]),
        ]
      : []),
    ...notDrawn(counts),
    ...(chart.orders.detail === 'cells' ? [t('denser colour where there are more events')] : []),
    t('times in {0}', zone),
  ].join(', ');
}

/** Events of the answer that have no place in the picture, so that all counts add up to its rows. */
function notDrawn({ withoutPrice, withoutSide, withoutTime }: OrdersChart['counts']): string[] {
  return [
    ...(withoutPrice > 0 ? [t('{0} without a price', formatCount(withoutPrice))] : []),
    ...(withoutSide > 0 ? [t('{0} of no known side', formatCount(withoutSide))] : []),
    ...(withoutTime > 0 ? [t('{0} without a time', formatCount(withoutTime))] : []),
  ];
}

/** Ranges end wherever the wheel left them. */
const second = (at: number, zone: string) => timeText(Math.round(at / 1000) * 1000, zone);

/** How many pairs there are, and the maximum capacity. */
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
    `${title}: ${formatCounted(pairs.length, [t('{0} pair of areas and hour'), t('{0} pairs of areas and hours')])}`,
    formatCounted(publications, [t('the last of {0} publication'), t('the last of {0} publications')]),
    ...(largest && largest.power !== null
      ? [t('maximum {0} ({1})', formatWithUnit(largest.power, 'MW'), largest.label)]
      : []),
    ...(omitted > 0 ? [t('{0} more not drawn', formatCount(omitted))] : []),
    t('times in {0}', zone),
  ].join(', ');
}
