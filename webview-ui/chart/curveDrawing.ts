import type { CurveChart, CurveSide } from '../../src/table/chartTypes';
import type { Drawing, Point, Range, Reading } from './drawing';
import { calculated, formatPrice, formatValue } from './figures';
import { crossingText, curveSummary } from './otherSummaries';
import type { Sight } from './sight';
import type { Bounds } from './valueAxes';
import { noBounds, valueAxes, widened } from './valueAxes';

const sides = ['Supply (sell)', 'Demand (buy)'] as const;

/** Supply and demand as lines, straight between the points sent: volume to the right, price upwards. */
export function curveDrawing(chart: CurveChart, sight: Sight): Drawing {
  const curves = [pointsOf(chart.sell), pointsOf(chart.buy)];
  const shown = curves.map((points, look) => ({ points, look, label: sides[look] ?? '' })).filter(({ label }) => !sight.hidden.has(label)); // prettier-ignore
  const extent = extentOf(curves);
  const { crossing } = chart;
  const home = (crossing && aroundCrossing(curves, crossing.price)) ?? extent;
  const visible = sight.range ?? home;
  return {
    x: {
      ...{ visible, extent, home, title: 'Volume' },
      least: (extent.to - extent.from) / 10_000,
    },
    y: valueAxes(
      [
        {
          title: 'Price',
          bounds: boundsOf(
            shown.map(({ points }) => points),
            visible,
          ),
        },
      ],
      false,
    ),
    marks: [
      ...shown.map(({ points, look }) => ({
        kind: 'line' as const,
        axis: 0 as const,
        points,
        look,
      })),
      ...(crossing && shown.length === 2
        ? [{ kind: 'point' as const, look: 0, x: crossing.volume, y: crossing.price, label: crossingText(crossing) }] // prettier-ignore
        : []),
    ],
    zero: { above: '', below: 'below zero' },
    legend: sides.map((label, look) => ({
      ...{ label, look, shape: 'line' as const, note: '', room: 10 },
      hidden: sight.hidden.has(label),
    })),
    summary: curveSummary(chart, sight),
    empty: emptyText(curves, shown.length, sight),
    stops: Float64Array.from(
      new Set(shown.flatMap(({ points }) => points.map(({ x }) => x))),
    ).sort(),
    readAt: (at) => readCurves(shown, at),
  };
}

function emptyText(curves: readonly Point[][], shown: number, { receiving }: Sight): string | null {
  if (curves.every((points) => points.length === 0)) {
    return receiving ? 'Receiving…' : 'Nothing to draw: this period has no curve. Choose another one, or see the table.'; // prettier-ignore
  }
  return shown > 0 ? null : 'Both curves are switched off. Switch one on above.';
}

/** By volume; points of the same volume, a vertical piece, stay in the order of the price sent. */
function pointsOf({ volume, price }: CurveSide): Point[] {
  return Array.from(volume, (x, place) => ({ x, y: price[place] ?? NaN })).sort(
    (a, b) => a.x - b.x,
  );
}

function extentOf(curves: readonly Point[][]): Range {
  let bounds = noBounds;
  for (const { x } of curves.flat()) bounds = widened(bounds, x);
  return { from: bounds.low, to: bounds.high };
}

/**
 * The volumes at which both curves lie near the price where they meet. The ends of the curves are
 * the auction's price limits, far from any price that comes about: beside them nothing else is seen.
 */
function aroundCrossing(curves: readonly Point[][], price: number): Range | null {
  const reach = Math.max(50, 1.5 * Math.abs(price));
  const ranges = curves.map((points) => volumesWithin(points, price - reach, price + reach));
  const from = Math.max(...ranges.map((range) => range.from));
  const to = Math.min(...ranges.map((range) => range.to));
  if (!(to > from)) return null;
  const margin = (to - from) / 20;
  const whole = extentOf(curves);
  return { from: Math.max(whole.from, from - margin), to: Math.min(whole.to, to + margin) };
}

/** The volumes that the pieces of the curve span between two prices. */
function volumesWithin(points: readonly Point[], low: number, high: number): Range {
  let bounds = noBounds;
  points.forEach(({ x, y }, place) => {
    if (y >= low && y <= high) bounds = widened(bounds, x);
    const next = points[place + 1];
    for (const limit of next ? [low, high] : []) {
      const share = (limit - y) / ((next?.y ?? y) - y);
      if (share > 0 && share < 1) bounds = widened(bounds, x + share * ((next?.x ?? x) - x));
    }
  });
  return { from: bounds.low, to: bounds.high };
}

/** Price of the curve at a volume, `null` outside of it. */
export function priceAt(points: readonly Point[], volume: number): number | null {
  const behind = points.findIndex(({ x }) => x >= volume);
  const [before, next] = [points[behind - 1], points[behind]];
  if (!next || volume < (points[0]?.x ?? Infinity)) return null;
  if (!before || next.x === volume) return next.y;
  return before.y + ((volume - before.x) / (next.x - before.x)) * (next.y - before.y);
}

/** Lowest and highest price between two volumes. */
function boundsOf(curves: readonly (readonly Point[])[], { from, to }: Range): Bounds {
  let bounds = noBounds;
  for (const points of curves) {
    for (const edge of [from, to]) bounds = widened(bounds, priceAt(points, edge) ?? NaN);
    for (const { x, y } of points) if (x >= from && x <= to) bounds = widened(bounds, y);
  }
  return bounds;
}

function readCurves(
  shown: readonly { points: Point[]; look: number; label: string }[],
  at: number,
): Reading {
  const prices = shown.flatMap(({ points, look, label }) => {
    const price = priceAt(points, at);
    return price === null ? [] : [{ price, look, label, text: formatPrice(calculated(price)) }];
  });
  const volume = formatValue(Number(at.toPrecision(7)), '');
  const said = prices.map(({ label, text }) => `${label} ${text}`);
  return {
    text: `Volume ${volume}: ${said.length > 0 ? said.join(' · ') : 'no curve reaches this volume'}`,
    ...{ x: at, interval: null },
    dots: prices.map(({ price, look }) => ({ x: at, y: price, axis: 0, look })),
    values: new Map(prices.map(({ label, text }) => [label, text])),
  };
}

/** The figures below the curves: what was sent, and the crossing as calculated. */
export function curveFacts(chart: CurveChart): { name: string; value: string }[] {
  const volume = (name: string, value: number | null) =>
    value === null ? [] : [{ name, value: formatValue(value, '') }];
  const { crossing } = chart;
  return [
    { name: 'Curves meet at', value: crossing ? crossingText(crossing) : 'no point' },
    ...volume('Least volume', chart.minVolume),
    ...volume('Largest volume', chart.maxVolume),
    ...volume('Accepted blocks, buy', chart.volumeAcceptedBlocksBuy),
    ...volume('Accepted blocks, sell', chart.volumeAcceptedBlocksSell),
    ...volume('Net flows', chart.volumeNetFlows),
  ];
}
