import * as l10n from '@vscode/l10n';
import { joined } from '#src/text/joined';
import { formatCount, formatCounted } from '#src/text/l10n';
import type { CapacityChart, CapacityPair } from '#src/protocol/charts/capacityChart';
import type { AxisTick, CapacityRow, Drawing } from '../model/drawing';
import { formatAxisValue, formatValue, formatWithUnit } from '../model/valueText';
import type { ChartOptions } from '../model/chartOptions';
import { instantInBoth, intervalInBoth, intervalText, timeText } from '../model/axisTimes';

/** The widths of the pairs' names and of a digit at the most, in pixels. */
const nameWidth = 130;
const digitWidth = 8;
/** Pixels. In a narrower chart, the names are above the bars, and only the axis says the unit. */
const leastBeside = 510;

/**
 * Draws both directions of every pair of areas and hour to both sides of its name, or below it, in MW: to the second
 * area on the right. What all rows have in common is in the caption.
 */
export function capacityDrawing(chart: CapacityChart, options: ChartOptions): Drawing {
  const { zone, width, seen = { from: 0, to: Infinity } } = options;
  const isStacked = width < leastBeside;
  const unit = isStacked ? '' : 'MW';
  const facts = chart.pairs.map((pair) => factsOf(pair, zone));
  const [first = []] = facts;
  const isShared = first.map((fact, index) => facts.every((other) => other[index] === fact));
  const shared = first.filter((_, index) => isShared[index]);
  const rows = chart.pairs.map((pair, row): CapacityRow => ({
    heading: (facts[row] ?? []).filter((_, index) => !isShared[index]).join(separator),
    pair: `${pair.areaFrom} ⇄ ${pair.areaTo}`,
    powers: [
      { power: Math.max(0, pair.in ?? 0), text: `← ${powerText(pair.in, unit)}` },
      { power: Math.max(0, pair.out ?? 0), text: `${powerText(pair.out, unit)} →` },
    ],
  }));
  // Bars of rows that aren't seen would make those that are seen short.
  const inView = rows.slice(Math.floor(seen.from), Math.ceil(seen.to));
  const most = Math.max(0, ...inView.flatMap(({ powers }) => powers.map(({ power }) => power))) || 1;
  const lengths = rows.flatMap(({ powers }) => powers.map(({ text }) => text.length));
  const figureWidth = digitWidth * (Math.max(0, ...lengths) + 1);
  const gapWidth = isStacked ? 0 : nameWidth;
  const barWidth = Math.max(1, (width - gapWidth) / 2 - figureWidth);
  const each = most / barWidth;
  const gap = gapWidth * each;
  const end = gap / 2 + most + figureWidth * each;
  const visible = { from: -end, to: end };
  return {
    x: { visible, extent: visible, least: null, ticks: () => powerTicks(most, gap / 2, barWidth) },
    y: [{ title: '', low: 0, high: rows.length }],
    marks: [{ kind: 'capacities', style: 0, rows, gap }],
    legend: [],
    ...(shared.length > 0 && { caption: shared.join(separator) }),
    list: { rows: rows.length, lines: 1 + Number(isStacked) + Number(isShared.includes(false)) },
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

/** Pixels from one power to the next at the least. */
const tickDistance = 50;

/** The same round powers on both sides of the names; without a gap for these, only zero and the highest power. */
function powerTicks(most: number, offset: number, barWidth: number): AxisTick[] {
  if (offset === 0) {
    const label = [formatWithUnit(most, 'MW')];
    return [
      { at: -most, label },
      { at: 0, label: ['0'] },
      { at: most, label },
    ];
  }
  const rough = most / Math.max(1, Math.min(3, Math.floor(barWidth / tickDistance)));
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((times) => times * power).find((each) => each >= rough) ?? most;
  const powers = Array.from({ length: Math.floor(most / step) + 1 }, (_, index) => index * step);
  return powers
    .flatMap((at) =>
      [-1, 1].map((side) => ({ at: side * (offset + at), label: [formatAxisValue(at, step)] })),
    )
    .sort((a, b) => a.at - b.at);
}

const powerText = (power: number | null, unit = 'MW') =>
  power === null ? l10n.t('unknown') : formatWithUnit(power, unit);

/** `out` is from the first area to the second, `in` is the opposite direction. */
const waysOf = ({ areaFrom, areaTo, ...pair }: CapacityPair) => [
  { label: `${areaFrom} → ${areaTo}`, power: pair.out },
  { label: `${areaTo} → ${areaFrom}`, power: pair.in },
];

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

/** The number of pairs, and the maximum capacity. */
function capacitySummary({ pairs, omitted }: CapacityChart, { title, zone }: ChartOptions): string {
  if (pairs.length === 0) return l10n.t('{0}: nothing to plot', title);
  const sizeOf = (power: number | null) => power ?? -Infinity;
  const largest = pairs.flatMap(waysOf).reduce((a, b) => (sizeOf(b.power) > sizeOf(a.power) ? b : a));
  const publications = pairs.reduce((total, pair) => total + pair.publications, 0);
  return joined(
    ', ',
    `${title}: ${formatCounted(pairs.length, [l10n.t('{0} combination of area pair and hour'), l10n.t('{0} combinations of area pair and hour')])}`,
    formatCounted(publications, [l10n.t('{0} publication'), l10n.t('latest of {0} publications')]),
    largest.power !== null && l10n.t('maximum {0} ({1})', formatWithUnit(largest.power, 'MW'), largest.label),
    omitted > 0 && l10n.t('{0} more not shown', formatCount(omitted)),
    l10n.t('times in {0}', zone),
  );
}
