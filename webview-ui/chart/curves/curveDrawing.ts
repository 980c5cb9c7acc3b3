import * as l10n from '@vscode/l10n';
import type { ClearingPoint } from '#src/market/records/curveCrossing';
import type { CurveChart } from '#src/protocol/chartTypes';
import type { Drawing, Mark, Point, Range, CrosshairReadout } from '../model/drawing';
import { formatPrice } from '../model/valueText';
import { calculated } from '#src/text/numbers';
import { dashedStyle } from '../model/seriesStyles';
import {
  curveReading,
  movedCurves,
  priceAt,
  sentCurves,
  settledLabel,
  volumeText,
  type DrawnCurve,
} from './curveReading';
import { curveKeyFigures, curveSummary } from './curveSummary';
import type { ChartOptions } from '../model/chartOptions';
import type { ValueBounds } from '../model/valueAxes';
import { noBounds, valueAxes, widened } from '../model/valueAxes';

/** Draws supply and demand as straight lines between the points sent: volume to the right, price upward. */
export function curveDrawing(chart: CurveChart, options: ChartOptions): Drawing {
  const all = sentCurves(chart);
  const curves = all.map(({ points }) => points);
  const shown = all.filter(({ label }) => !options.hidden.includes(label));
  const reading = curveReading(chart, options)?.points ?? [];
  const extent = extentOf(curves);
  const { crossing, settled } = chart;
  const home =
    homeOf(curves, crossing, [...(settled?.ifImports ? [positionOf(settled.ifImports)] : []), ...reading]) ??
    extent;
  const visible = options.range ?? home;
  const bothShown = shown.length === 2;
  const settledShown = bothShown && !options.hidden.includes(settledLabel()) ? settled : null;
  const moved = settledShown ? movedCurves(chart) : [];
  const bounds = boundsOf(
    shown.map(({ points }) => points),
    visible,
  );
  return {
    x: {
      visible,
      extent,
      home,
      title: l10n.t('Volume, unit not documented'),
      brief: l10n.t('Volume'),
      least: (extent.to - extent.from) / 10_000,
    },
    y: valueAxes(
      [{ title: chart.currency === '' ? l10n.t('Price') : l10n.t('Price in {0}', chart.currency), bounds }],
      false,
    ),
    marks: [
      ...[...moved, ...shown].map(({ points, style }): Mark => ({ kind: 'line', axis: 0, points, style })),
      ...reading.map((point): Mark => ({
        kind: 'point',
        shape: 'circle',
        label: '',
        side: 'right',
        ...point,
      })),
      ...(bothShown ? crossingMarks(crossing, settledShown?.ifImports ?? null) : []),
    ],
    zero: { above: '', below: l10n.t('below zero') },
    legend: [
      ...all.map(({ label, style }) => ({ label, style })),
      ...(settled ? [{ label: settledLabel(), style: dashedStyle(0) }] : []),
    ].map((entry) => ({
      ...entry,
      shape: 'line' as const,
      hidden: options.hidden.includes(entry.label),
    })),
    keyFigures: curveKeyFigures(chart),
    summary: curveSummary(chart, options),
    empty: emptyText(chart, shown.length, options),
    stops: Float64Array.from(new Set(shown.flatMap(({ points }) => points.map(({ x }) => x)))).sort(),
    readoutAt: (at) => readoutOf([...shown, ...moved], at),
  };
}

/** Both crossings, with their prices on opposite sides, so that they don't overlap. */
function crossingMarks(crossing: ClearingPoint | null, settled: ClearingPoint | null): Mark[] {
  const isSettledLeft = (settled?.volume ?? Infinity) < (crossing?.volume ?? -Infinity);
  const marks: Mark[] = [];
  if (crossing) {
    const label = formatPrice(calculated(crossing.price));
    const side = isSettledLeft || !settled ? 'right' : 'left';
    marks.push({ kind: 'point', style: 0, shape: 'circle', ...positionOf(crossing), label, side });
  }
  if (settled) {
    const label = formatPrice(calculated(settled.price));
    const side = isSettledLeft ? 'left' : 'right';
    marks.push({ kind: 'point', style: 0, shape: 'square', ...positionOf(settled), label, side });
  }
  return marks;
}

const positionOf = ({ price, volume }: ClearingPoint) => ({ x: volume, y: price });

/** The initial range: around the crossing of the curves, and around other points, such as the settled crossing. */
function homeOf(
  curves: readonly Point[][],
  crossing: ClearingPoint | null,
  points: readonly Point[],
): Range | null {
  const around = crossing && aroundCrossing(curves, crossing.price);
  if (!around || points.length === 0) return around;
  const margin = (around.to - around.from) / 10;
  const volumes = points.map(({ x }) => x);
  return {
    from: Math.min(around.from, ...volumes.map((volume) => volume - margin)),
    to: Math.max(around.to, ...volumes.map((volume) => volume + margin)),
  };
}

function emptyText(
  { sell, buy, periods }: CurveChart,
  shown: number,
  { receiving }: ChartOptions,
): string | null {
  if (sell.price.length + buy.price.length === 0) {
    if (receiving) return l10n.t('Receiving…');
    return periods.length === 0
      ? l10n.t('Nothing to plot: the response contains no curves with readable times. See the table.')
      : l10n.t('Nothing to plot: this period has no curves. Select another period, or see the table.');
  }
  return shown > 0 ? null : l10n.t('Both curves are hidden. Select one above to show it.');
}

function extentOf(curves: readonly Point[][]): Range {
  let bounds = noBounds;
  for (const { x } of curves.flat()) bounds = widened(bounds, x);
  return { from: bounds.low, to: bounds.high };
}

/**
 * The volumes at which both curves are near the price where they cross. The ends of the curves are
 * the auction's price limits, far from any realistic price: with them in view, nothing else could be seen.
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

/** The range of volumes at which the curve is between two prices. */
function volumesWithin(points: readonly Point[], low: number, high: number): Range {
  let bounds = noBounds;
  points.forEach(({ x, y }, index) => {
    if (y >= low && y <= high) bounds = widened(bounds, x);
    const next = points[index + 1];
    for (const limit of next ? [low, high] : []) {
      const share = (limit - y) / ((next?.y ?? y) - y);
      if (share > 0 && share < 1) bounds = widened(bounds, x + share * ((next?.x ?? x) - x));
    }
  });
  return { from: bounds.low, to: bounds.high };
}

/** Lowest and highest price between two volumes. */
function boundsOf(curves: readonly (readonly Point[])[], { from, to }: Range): ValueBounds {
  let bounds = noBounds;
  for (const points of curves) {
    for (const edge of [from, to]) bounds = widened(bounds, priceAt(points, edge) ?? NaN);
    for (const { x, y } of points) if (x >= from && x <= to) bounds = widened(bounds, y);
  }
  return bounds;
}

function readoutOf(shown: readonly DrawnCurve[], at: number): CrosshairReadout {
  const prices = shown.flatMap(({ points, style, label }) => {
    const price = priceAt(points, at);
    return price === null ? [] : [{ price, style, label, text: formatPrice(calculated(price)) }];
  });
  const volume = volumeText(Number(at.toPrecision(7)));
  const texts = prices.map(({ label, text }) => `${label} ${text}`);
  return {
    text: l10n.t(
      'Volume {0}: {1}',
      volume,
      texts.length > 0 ? texts.join(' · ') : l10n.t('no curve reaches this volume'),
    ),
    heading: l10n.t('Volume {0}', volume),
    lines: shown.map(({ label, style }) => ({
      label,
      style,
      value: prices.find((one) => one.label === label)?.text ?? l10n.t("doesn't reach this volume"),
      unit: '',
    })),
    x: at,
    dots: prices.map(({ price, style }) => ({ x: at, y: price, axis: 0, style })),
  };
}
