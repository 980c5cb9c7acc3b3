import * as l10n from '@vscode/l10n';
import type { CurveChart, CurveSide } from '#src/protocol/charts/curveChart';
import { calculated } from '#src/text/numbers';
import { intervalText } from '../model/axisTimes';
import type { ChartOptions } from '../model/chartOptions';
import type { Point } from '../model/drawing';
import { dashedStyle } from '../model/seriesStyles';
import { formatPrice, formatValue } from '../model/valueText';

export interface DrawnCurve {
  points: Point[];
  style: number;
  label: string;
}

/** The period by its number: `2026-03-29 03:00 – 03:15`; `null` if its times aren't known. */
export function periodText({ periods }: CurveChart, period: number, zone: string): string | null {
  const [from = NaN, to = NaN] = [periods[2 * period], periods[2 * period + 1]];
  return Number.isNaN(from + to) ? null : intervalText(from, to, zone);
}

/** Label of the curves moved by accepted blocks and net flows. */
export const settledLabel = () => l10n.t('With blocks and net flows');

/** Supply and demand as sent. */
export const sentCurves = ({ sell, buy }: CurveChart): DrawnCurve[] => [
  { points: pointsOf(sell), style: 0, label: l10n.t('Supply (sell)') },
  { points: pointsOf(buy), style: 1, label: l10n.t('Demand (buy)') },
];

/** Both curves, moved by accepted blocks and net flows. */
export function movedCurves({ sell, buy, settled }: CurveChart): DrawnCurve[] {
  if (!settled) return [];
  const moved = (side: CurveSide, style: number, shift: number, label: string): DrawnCurve => ({
    points: pointsOf(side).map(({ x, y }) => ({ x: x + shift, y })),
    style: dashedStyle(style),
    label,
  });
  return [
    moved(sell, 0, settled.sellShift, l10n.t('Supply with blocks and net flows')),
    moved(buy, 1, settled.buyShift, l10n.t('Demand with blocks and net flows')),
  ];
}

/**
 * Points by volume. Those with the same volume, a vertical segment, keep the order in which they were sent.
 */
function pointsOf({ volume, price }: CurveSide): Point[] {
  return Array.from(volume, (x, index) => ({ x, y: price[index] ?? NaN })).sort((a, b) => a.x - b.x);
}

/** Price of the curve at a volume; `null` if the curve doesn't reach that volume. */
export function priceAt(points: readonly Point[], volume: number): number | null {
  const after = points.findIndex(({ x }) => x >= volume);
  const [before, next] = [points[after - 1], points[after]];
  if (!next || volume < (points[0]?.x ?? Infinity)) return null;
  if (!before || next.x === volume) return next.y;
  return before.y + ((volume - before.x) / (next.x - before.x)) * (next.y - before.y);
}

/** The largest volume at which the curve has a price; `null` if it never has it. */
export function volumeAt(points: readonly Point[], price: number): number | null {
  for (let index = points.length - 1; index >= 0; index -= 1) {
    const [before, next] = [points[index - 1], points[index]];
    if (next?.y === price) return next.x;
    if (!before || !next || before.y < price === next.y < price) continue;
    return next.x + ((price - next.y) / (before.y - next.y)) * (before.x - next.x);
  }
  return null;
}

/** The number that was typed, with or without commas between thousands; `null` if it isn't one. */
function typedNumber(text: string): number | null {
  return /^[+-]?(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/.test(text) ? Number(text.replaceAll(',', '')) : null;
}

/** Where curves are read, in words and as points; `null` if what was typed isn't a volume or price. */
export function curveReading(
  chart: CurveChart,
  { reading, hidden }: Pick<ChartOptions, 'reading' | 'hidden'>,
): { text: string; points: (Point & { style: number })[] } | null {
  const typed = typedNumber(reading?.text.replaceAll(/\s/g, '') ?? '');
  if (!reading || typed === null) return null;
  const { of, text } = reading;
  // A price may be negative; a volume is then less than at the crossing.
  const isRelative = (of === 'volume' ? /^\s*[+-]/ : /^\s*\+/).test(text);
  if (isRelative && !chart.crossing) return null;
  const at = typed + (isRelative ? (chart.crossing?.[of] ?? 0) : 0);
  const found = sentCurves(chart)
    .filter(({ label }) => !hidden.includes(label))
    .map(({ points, style, label }) => {
      const value = of === 'volume' ? priceAt(points, at) : volumeAt(points, at);
      const point = of === 'volume' ? { x: at, y: value ?? NaN, style } : { x: value ?? NaN, y: at, style };
      return { label, value, point };
    });
  const said = of === 'volume' ? formatPrice : volumeText;
  const where =
    of === 'volume'
      ? l10n.t('At volume {0}', volumeText(calculated(at)))
      : l10n.t('At price {0}', formatPrice(calculated(at)));
  const values = found.map(({ label, value }) =>
    value === null ? l10n.t('{0} not reached', label) : `${label} ${said(calculated(value))}`,
  );
  return {
    text: `${where}: ${values.join(' · ')}`,
    points: found.flatMap(({ value, point }) => (value === null ? [] : [point])),
  };
}

/** A volume, whose unit isn't documented. */
export const volumeText = (volume: number): string => formatValue(volume, '');
