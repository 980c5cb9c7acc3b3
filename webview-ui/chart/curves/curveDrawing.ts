import { t } from '../../../src/text/l10n';
import type { ClearingPoint, CurveChart, CurveSide, SettledCrossing } from '../../../src/table/chartTypes';
import type { Drawing, Mark, Point, Range, Reading } from '../model/drawing';
import { calculated, formatPrice, formatValue } from '../model/figures';
import { dashedLook } from '../model/seriesStyles';
import { crossingText, curveSummary } from '../model/otherSummaries';
import type { Sight } from '../model/chartOptions';
import type { Bounds } from '../model/valueAxes';
import { noBounds, valueAxes, widened } from '../model/valueAxes';

const sides = [t('Supply (sell)'), t('Demand (buy)')] as const;
const settledLabel = t('With blocks and net flows');

interface ShownCurve {
  points: Point[];
  look: number;
  label: string;
}

/** Supply and demand as lines, straight between the points sent: volume to the right, price upwards. */
export function curveDrawing(chart: CurveChart, sight: Sight): Drawing {
  const curves = [pointsOf(chart.sell), pointsOf(chart.buy)];
  const all = curves.map((points, look): ShownCurve => ({
    points,
    look,
    label: sides[look] ?? '',
  }));
  const shown = all.filter(({ label }) => !sight.hidden.has(label));
  const extent = extentOf(curves);
  const { crossing, settled } = chart;
  const home = homeOf(curves, crossing, settled?.ifImports ?? null) ?? extent;
  const visible = sight.range ?? home;
  const bothShown = shown.length === 2;
  const settledShown = bothShown && !sight.hidden.has(settledLabel) ? settled : null;
  const bounds = boundsOf(
    shown.map(({ points }) => points),
    visible,
  );
  return {
    x: {
      visible,
      extent,
      home,
      title: t('Volume'),
      least: (extent.to - extent.from) / 10_000,
    },
    y: valueAxes([{ title: t('Price'), bounds }], false),
    marks: [
      ...(settledShown ? movedCurves(all, settledShown) : []),
      ...shown.map(({ points, look }): Mark => ({ kind: 'line', axis: 0, points, look })),
      ...(bothShown ? crossingMarks(crossing, settledShown?.ifImports ?? null) : []),
    ],
    zero: { above: '', below: t('below zero') },
    legend: [
      ...all.map(({ label, look }) => ({ label, look, room: 10 })),
      ...(settled ? [{ label: settledLabel, look: dashedLook(0), room: 0 }] : []),
    ].map((entry) => ({
      ...entry,
      shape: 'line' as const,
      note: '',
      hidden: sight.hidden.has(entry.label),
    })),
    summary: curveSummary(chart, sight),
    empty: emptyText(curves, shown.length, sight),
    stops: Float64Array.from(new Set(shown.flatMap(({ points }) => points.map(({ x }) => x)))).sort(),
    readAt: (at) => readCurves(shown, at),
  };
}

/** Both curves where blocks and net flows move them. */
function movedCurves(all: readonly ShownCurve[], { sellShift, buyShift }: SettledCrossing): Mark[] {
  return all.map(({ points, look }, place) => {
    const shift = place === 0 ? sellShift : buyShift;
    const moved = points.map(({ x, y }) => ({ x: x + shift, y }));
    return { kind: 'line', axis: 0, points: moved, look: dashedLook(look) };
  });
}

/** Their prices stand on sides that face away from each other. */
function crossingMarks(crossing: ClearingPoint | null, settled: ClearingPoint | null): Mark[] {
  const isSettledLeft = (settled?.volume ?? Infinity) < (crossing?.volume ?? -Infinity);
  const marks: Mark[] = [];
  if (crossing) {
    const label = formatPrice(calculated(crossing.price));
    const side = isSettledLeft || !settled ? 'right' : 'left';
    marks.push({ kind: 'point', look: 0, shape: 'circle', ...placeOf(crossing), label, side });
  }
  if (settled) {
    const label = t('{0} with blocks and net flows', formatPrice(calculated(settled.price)));
    const side = isSettledLeft ? 'left' : 'right';
    marks.push({ kind: 'point', look: 0, shape: 'square', ...placeOf(settled), label, side });
  }
  return marks;
}

const placeOf = ({ price, volume }: ClearingPoint) => ({ x: volume, y: price });

/** What is seen at first: the surroundings of the crossing, and of the settled one. */
function homeOf(
  curves: readonly Point[][],
  crossing: ClearingPoint | null,
  settled: ClearingPoint | null,
): Range | null {
  const around = crossing && aroundCrossing(curves, crossing.price);
  if (!around || !settled) return around;
  const margin = (around.to - around.from) / 10;
  return {
    from: Math.min(around.from, settled.volume - margin),
    to: Math.max(around.to, settled.volume + margin),
  };
}

function emptyText(curves: readonly Point[][], shown: number, { receiving }: Sight): string | null {
  if (curves.every((points) => points.length === 0)) {
    return receiving
      ? t('Receiving…')
      : t('Nothing to draw: this period has no curve. Choose another one, or see the table.');
  }
  return shown > 0 ? null : t('Both curves are switched off. Switch one on above.');
}

/** By volume; points of the same volume, a vertical piece, stay in the order of the price sent. */
function pointsOf({ volume, price }: CurveSide): Point[] {
  return Array.from(volume, (x, place) => ({ x, y: price[place] ?? NaN })).sort((a, b) => a.x - b.x);
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

function readCurves(shown: readonly ShownCurve[], at: number): Reading {
  const prices = shown.flatMap(({ points, look, label }) => {
    const price = priceAt(points, at);
    return price === null ? [] : [{ price, look, label, text: formatPrice(calculated(price)) }];
  });
  const volume = formatValue(Number(at.toPrecision(7)), '');
  const said = prices.map(({ label, text }) => `${label} ${text}`);
  return {
    text: t(
      'Volume {0}: {1}',
      volume,
      said.length > 0 ? said.join(' · ') : t('no curve reaches this volume'),
    ),
    x: at,
    interval: null,
    dots: prices.map(({ price, look }) => ({ x: at, y: price, axis: 0, look })),
    values: new Map(prices.map(({ label, text }) => [label, text])),
  };
}

/** The figures below the curves: what was sent, and the crossings as calculated. */
export function curveFacts(chart: CurveChart): { name: string; value: string }[] {
  const volume = (name: string, value: number | null) =>
    value === null ? [] : [{ name, value: formatValue(value, '') }];
  const { crossing } = chart;
  return [
    { name: t('Curves meet at'), value: crossing ? crossingText(crossing) : t('no point') },
    ...settledFacts(chart),
    ...volume(t('Minimum volume'), chart.minVolume),
    ...volume(t('Maximum volume'), chart.maxVolume),
    ...volume(t('Accepted blocks, buy'), chart.volumeAcceptedBlocksBuy),
    ...volume(t('Accepted blocks, sell'), chart.volumeAcceptedBlocksSell),
    ...netFlowFacts(chart),
  ];
}

/** The settled crossing, and how far it is from the other. */
function settledFacts({ crossing, settled }: CurveChart) {
  if (!settled) return [];
  const { ifImports } = settled;
  const facts = [{ name: settledLabel, value: ifImports ? crossingText(ifImports) : t('no point') }];
  if (crossing && ifImports) {
    const price = signed(ifImports.price - crossing.price);
    const volume = signed(ifImports.volume - crossing.volume);
    facts.push({ name: t('Difference'), value: t('price {0}, volume {1}', price, volume) });
  }
  return facts;
}

/** Which way positive net flows go is not documented: what was assumed is said. */
function netFlowFacts({ volumeNetFlows, settled }: CurveChart) {
  if (volumeNetFlows === null) return [];
  const price = settled?.ifExports ? formatPrice(calculated(settled.ifExports.price)) : null;
  const otherwise = price === null ? t('the curves would not meet') : t('the price would be {0}', price);
  const assumed =
    volumeNetFlows > 0
      ? t('taken as imports; the other way round {0}', otherwise)
      : t('taken as exports; the other way round {0}', otherwise);
  const value = formatValue(volumeNetFlows, '');
  return [{ name: t('Net flows'), value: volumeNetFlows === 0 ? value : `${value}, ${assumed}` }];
}

const signed = (value: number) => `${value > 0 ? '+' : ''}${formatPrice(calculated(value))}`;
