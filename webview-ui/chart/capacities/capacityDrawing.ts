import * as l10n from '@vscode/l10n';
import { formatCount, formatCounted } from '#src/text/l10n';
import type { CapacityChart, CapacityPair } from '#src/protocol/chartTypes';
import type { CapacityRow, Drawing } from '../model/drawing';
import { formatValue, formatWithUnit } from '../model/valueText';
import type { ChartOptions } from '../model/chartOptions';
import { instantInBoth, intervalInBoth, intervalText, timeText } from '../model/axisTimes';
import { noBounds, valueAxes, widened } from '../model/valueAxes';

/**
 * Draws both directions of every pair of areas and hour, one below the other; power in MW to the right. What
 * all rows have in common is in the caption.
 */
export function capacityDrawing(chart: CapacityChart, options: ChartOptions): Drawing {
  const { zone, seen = { from: 0, to: Infinity } } = options;
  const facts = chart.pairs.map((pair) => factsOf(pair, zone));
  const [first = []] = facts;
  const isShared = first.map((fact, index) => facts.every((other) => other[index] === fact));
  const shared = first.filter((_, index) => isShared[index]);
  const rows = chart.pairs.map((pair, row): CapacityRow => ({
    heading: (facts[row] ?? []).filter((_, index) => !isShared[index]).join(separator),
    ways: waysOf(pair),
  }));
  let bounds = noBounds;
  // Bars of rows that aren't seen would make those that are seen short.
  const inView = rows.slice(Math.floor(seen.from), Math.ceil(seen.to));
  for (const { power } of inView.flatMap(({ ways }) => ways)) bounds = widened(bounds, power ?? NaN);
  const [axis] = valueAxes([{ title: '', bounds }], true);
  // Room for the figure after the longest bar.
  const visible = { from: axis?.low ?? 0, to: (axis?.high ?? 1) * 1.22 };
  return {
    x: { visible, extent: visible, title: 'MW', least: null },
    y: [{ title: '', low: 0, high: rows.length }],
    marks: [{ kind: 'capacities', style: 0, rows }],
    legend: [],
    ...(shared.length > 0 && { caption: shared.join(separator) }),
    list: { rows: rows.length, hasHeadings: isShared.includes(false) },
    brief: capacityBrief(chart),
    summary: capacitySummary(chart, options),
    empty: emptyText(rows.length, options),
    stops: rows.map((_, row) => row),
    readoutAt(_x, y) {
      const row = Math.floor(y ?? NaN);
      const pair = chart.pairs[row];
      if (!pair) return null;
      const both = waysOf(pair);
      const ways = both.map(({ label, power }) => `${label} ${powerText(power)}`);
      return {
        heading: intervalText(pair.deliveryStart, pair.deliveryEnd, zone),
        lines: [
          ...both.map(({ label, power }, style) => ({
            label,
            style,
            ...(power === null
              ? { value: powerText(power), unit: '' }
              : { value: formatValue(power, 'MW'), unit: 'MW' }),
          })),
          { label: l10n.t('Published'), value: timeText(pair.publicationTime, zone), unit: '' },
        ],
        text:
          `${ways.join(' · ')}, ${intervalInBoth(pair.deliveryStart, pair.deliveryEnd, zone)}, ` +
          l10n.t('published {0}', instantInBoth(pair.publicationTime, zone)),
        x: row,
      };
    },
  };
}

type Way = CapacityRow['ways'][number];

const powerText = (power: number | null) =>
  power === null ? l10n.t('unknown') : formatWithUnit(power, 'MW');

/** `out` is from the first area to the second, `in` is the opposite direction. */
function waysOf({ areaFrom, areaTo, ...pair }: CapacityPair): Way[] {
  return [
    { label: `${areaFrom} → ${areaTo}`, power: pair.out },
    { label: `${areaTo} → ${areaFrom}`, power: pair.in },
  ];
}

const separator = ' · ';

/** The hour of delivery, when its capacity was last published, and how often it was. */
function factsOf(pair: CapacityPair, zone: string): string[] {
  const { deliveryStart, deliveryEnd, publicationTime, publications } = pair;
  return [
    Number.isNaN(deliveryStart + deliveryEnd)
      ? l10n.t('unknown hour')
      : intervalText(deliveryStart, deliveryEnd, zone),
    l10n.t('published {0}', timeText(publicationTime, zone)),
    formatCounted(publications, [l10n.t('{0} publication'), l10n.t('{0} publications')]),
  ];
}

function emptyText(rows: number, { receiving }: ChartOptions): string | null {
  if (rows > 0) return null;
  return receiving
    ? l10n.t('Receiving…')
    : l10n.t(
        'Nothing to plot: the response contains no capacities with values and readable times. See the table.',
      );
}

const largestOf = (pairs: readonly CapacityPair[]) =>
  pairs
    .flatMap(waysOf)
    .reduce<Way | null>((a, b) => (b.power !== null && b.power > (a?.power ?? -Infinity) ? b : a), null);

/** The maximum capacity, for the line below the chart. */
function capacityBrief({ pairs }: CapacityChart): string {
  const largest = largestOf(pairs);
  return largest && largest.power !== null
    ? l10n.t('max {0}', `${formatWithUnit(largest.power, 'MW')} ${largest.label}`)
    : '';
}

/** The number of pairs, and the maximum capacity. */
function capacitySummary({ pairs, omitted }: CapacityChart, { title, zone }: ChartOptions): string {
  if (pairs.length === 0) return l10n.t('{0}: nothing to plot', title);
  const largest = largestOf(pairs);
  const publications = pairs.reduce((total, pair) => total + pair.publications, 0);
  return [
    `${title}: ${formatCounted(pairs.length, [l10n.t('{0} combination of area pair and hour'), l10n.t('{0} combinations of area pair and hour')])}`,
    formatCounted(publications, [l10n.t('{0} publication'), l10n.t('latest of {0} publications')]),
    ...(largest && largest.power !== null
      ? [l10n.t('maximum {0} ({1})', formatWithUnit(largest.power, 'MW'), largest.label)]
      : []),
    ...(omitted > 0 ? [l10n.t('{0} more not shown', formatCount(omitted))] : []),
    l10n.t('times in {0}', zone),
  ].join(', ');
}
