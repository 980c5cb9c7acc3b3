import { formatCounted, t } from '../../../src/text/l10n';
import type { CapacityChart, CapacityPair } from '../../../src/table/chartTypes';
import type { CapacityRow, Drawing } from '../model/drawing';
import { formatWithUnit } from '../model/figures';
import { capacitySummary } from '../model/otherSummaries';
import type { Sight } from '../model/chartOptions';
import { instantInBoth, intervalInBoth, intervalText, timeText } from '../model/times';
import { noBounds, valueAxes, widened } from '../model/valueAxes';

/** Both directions of every pair of areas and hour, one below the other; power in MW to the right. */
export function capacityDrawing(chart: CapacityChart, sight: Sight): Drawing {
  const { zone } = sight;
  const rows = chart.pairs.map((pair) => rowOf(pair, zone));
  let bounds = noBounds;
  for (const { power } of rows.flatMap(({ ways }) => ways)) bounds = widened(bounds, power ?? NaN);
  const [axis] = valueAxes([{ title: '', bounds }], true);
  // Room behind the longest bar for its figure.
  const visible = { from: axis?.low ?? 0, to: (axis?.high ?? 1) * 1.12 };
  return {
    x: { visible, extent: visible, title: 'MW', least: null },
    y: [{ title: '', low: 0, high: rows.length }],
    marks: [{ kind: 'capacities', look: 0, rows }],
    zero: null,
    legend: [],
    rows: rows.length,
    summary: capacitySummary(chart, sight),
    empty: emptyText(rows.length, sight),
    stops: rows.map((_, row) => row),
    readAt(_x, y) {
      const row = Math.floor(y ?? NaN);
      const pair = chart.pairs[row];
      if (!pair) return null;
      const ways = waysOf(pair).map(({ label, power }) => `${label} ${powerText(power)}`);
      return {
        text:
          `${ways.join(' · ')}, ${intervalInBoth(pair.deliveryStart, pair.deliveryEnd, zone)}, ` +
          t('published {0}', instantInBoth(pair.publicationTime, zone)),
        x: row,
        interval: null,
        dots: [],
        values: new Map<string, string>(),
      };
    },
  };
}

const powerText = (power: number | null) => (power === null ? t('not known') : formatWithUnit(power, 'MW'));

/** Out is from the first area to the second, in the other way round. */
function waysOf({ areaFrom, areaTo, ...pair }: CapacityPair): CapacityRow['ways'] {
  return [
    { label: `${areaFrom} → ${areaTo}`, power: pair.out },
    { label: `${areaTo} → ${areaFrom}`, power: pair.in },
  ];
}

function rowOf(pair: CapacityPair, zone: string): CapacityRow {
  const delivery = Number.isNaN(pair.deliveryStart + pair.deliveryEnd)
    ? t('unknown hour')
    : intervalText(pair.deliveryStart, pair.deliveryEnd, zone);
  const count = formatCounted(pair.publications, [t('{0} publication'), t('{0} publications')]);
  return {
    heading: t('{0} · published {1} · {2}', delivery, timeText(pair.publicationTime, zone), count),
    ways: waysOf(pair),
  };
}

function emptyText(rows: number, { receiving }: Sight): string | null {
  if (rows > 0) return null;
  return receiving ? t('Receiving…') : t('Nothing to draw: the answer holds no capacity. See the table.');
}
