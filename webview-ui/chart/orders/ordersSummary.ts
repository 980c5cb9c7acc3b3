import * as l10n from '@vscode/l10n';
import { joined } from '#src/text/joined';
import { formatAny, formatCount, formatCounted } from '#src/text/l10n';
import type { OrdersChart } from '#src/protocol/charts/ordersChart';
import type { ChartOptions } from '../model/chartOptions';
import type { Range } from '../model/drawing';
import { nowText } from '../model/now';
import { timeText } from '../model/axisTimes';
import { formatPrice } from '../model/valueText';

/** How many events of each side are visible, their period and prices, and how many are not drawn. */
export function ordersSummary(chart: OrdersChart, extent: Range, options: ChartOptions): string {
  const { title, zone } = options;
  const { counts, shown, unit, contract } = chart;
  const [buy, sell] = bothSides(counts);
  return joined(
    ', ',
    title,
    contract && l10n.t('contract {0}', contract.id),
    l10n.t('{0} and {1} from {2} to {3}', buy, sell, second(shown.from, zone), second(shown.to, zone)),
    !Number.isNaN(shown.low) &&
      l10n.t('prices from {0} to {1} {2}', formatPrice(shown.low), formatPrice(shown.high), unit).trimEnd(),
    formatAny(counts.outlying, [
      l10n.t('{0} event at a price far outside this range'),
      l10n.t('{0} events at prices far outside this range'),
    ]),
    ...notDrawn(counts),
    chart.orders.detail === 'cells' && l10n.t('stronger colors mean more events'),
    ...nowText(extent, options),
    l10n.t('times in {0}', zone),
  );
}

/** How many events of each side are visible, and how many aren't drawn, for the line below the chart. */
export function ordersBrief({ counts }: OrdersChart): string {
  return [...bothSides(counts), ...notDrawn(counts), l10n.t("the table's filter doesn't apply here")].join(
    ' · ',
  );
}

const bothSides = ({ buy, sell }: OrdersChart['counts']): readonly [string, string] => [
  formatCounted(buy, [l10n.t('{0} buy event'), l10n.t('{0} buy events')]),
  formatCounted(sell, [l10n.t('{0} sell event'), l10n.t('{0} sell events')]),
];

/** Events that the chart can't show, so that all counts add up to the rows of the response. */
function notDrawn({ withoutPrice, withoutSide, withoutTime }: OrdersChart['counts']): string[] {
  return [
    ...(withoutPrice > 0 ? [l10n.t('{0} without a numeric price', formatCount(withoutPrice))] : []),
    ...(withoutSide > 0 ? [l10n.t('{0} without a known side', formatCount(withoutSide))] : []),
    ...(withoutTime > 0 ? [l10n.t('{0} without a time', formatCount(withoutTime))] : []),
  ];
}

/** Rounded to the second: ranges set with the wheel begin and end at arbitrary times. */
const second = (at: number, zone: string) => timeText(Math.round(at / 1000) * 1000, zone);
