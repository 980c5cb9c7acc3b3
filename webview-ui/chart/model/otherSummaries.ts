import * as l10n from '@vscode/l10n';
import { formatCount, formatCounted } from '../../../src/text/l10n';
import type { CapacityChart, ClearingPoint, CurveChart, OrdersChart } from '../../../src/table/chartTypes';
import { calculated, formatPrice, formatValue, formatWithUnit } from './figures';
import type { Sight } from './chartOptions';
import { intervalText, timeText } from './times';

/** `price 54.20 at volume 26,101.66`: the unit of curves is not documented. */
export function crossingText({ price, volume }: ClearingPoint): string {
  return l10n.t(
    'price {0} at volume {1}',
    formatPrice(calculated(price)),
    formatValue(calculated(volume), ''),
  );
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
    l10n.t('period {0} of {1}', period + 1, periods.length / 2),
    formatCounted(sell.price.length, [l10n.t('{0} supply point'), l10n.t('{0} supply points')]),
    formatCounted(buy.price.length, [l10n.t('{0} demand point'), l10n.t('{0} demand points')]),
    crossing ? l10n.t('the curves meet at {0}', crossingText(crossing)) : l10n.t('the curves do not meet'),
    l10n.t('times in {0}', zone),
  ].join(', ');
}

/** How many events of each side are visible, when, at which prices, and how many are not drawn. */
export function ordersSummary(chart: OrdersChart, { title, zone, contract }: Sight): string {
  const { counts, shown, unit } = chart;
  return [
    title,
    ...(contract === null ? [] : [l10n.t('contract {0}', contract)]),
    l10n.t(
      '{0} and {1} from {2} to {3}',
      formatCounted(counts.buy, [l10n.t('{0} buy event'), l10n.t('{0} buy events')]),
      formatCounted(counts.sell, [l10n.t('{0} sell event'), l10n.t('{0} sell events')]),
      second(shown.from, zone),
      second(shown.to, zone),
    ),
    ...(Number.isNaN(shown.low)
      ? []
      : [
          l10n
            .t('prices from {0} to {1} {2}', formatPrice(shown.low), formatPrice(shown.high), unit)
            .trimEnd(),
        ]),
    ...(counts.outlying > 0
      ? [
          formatCounted(counts.outlying, [
            l10n.t('{0} event at a price far from these'),
            l10n.t('{0} events at prices far from these'),
          ]),
        ]
      : []),
    ...notDrawn(counts),
    ...(chart.orders.detail === 'cells' ? [l10n.t('denser colour where there are more events')] : []),
    l10n.t('times in {0}', zone),
  ].join(', ');
}

/** Events of the answer that have no place in the picture, so that all counts add up to its rows. */
function notDrawn({ withoutPrice, withoutSide, withoutTime }: OrdersChart['counts']): string[] {
  return [
    ...(withoutPrice > 0 ? [l10n.t('{0} without a price', formatCount(withoutPrice))] : []),
    ...(withoutSide > 0 ? [l10n.t('{0} of no known side', formatCount(withoutSide))] : []),
    ...(withoutTime > 0 ? [l10n.t('{0} without a time', formatCount(withoutTime))] : []),
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
    `${title}: ${formatCounted(pairs.length, [l10n.t('{0} pair of areas and hour'), l10n.t('{0} pairs of areas and hours')])}`,
    formatCounted(publications, [
      l10n.t('the last of {0} publication'),
      l10n.t('the last of {0} publications'),
    ]),
    ...(largest && largest.power !== null
      ? [l10n.t('maximum {0} ({1})', formatWithUnit(largest.power, 'MW'), largest.label)]
      : []),
    ...(omitted > 0 ? [l10n.t('{0} more not drawn', formatCount(omitted))] : []),
    l10n.t('times in {0}', zone),
  ].join(', ');
}
