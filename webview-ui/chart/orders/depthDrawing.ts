import * as l10n from '@vscode/l10n';
import type { DepthChart, DepthSide } from '#src/protocol/charts/depthChart';
import { formatCounted } from '#src/text/l10n';
import { axisUnit, depthKeyFigures, depthSummary, middleOf } from './depthSummary';
import { sides, type DrawnSide } from './ordersReadout';
import type { Drawing, IntervalArrays, Mark, Point, Range, CrosshairReadout } from '../model/drawing';
import { formatValue, formatWithUnit } from '../model/valueText';
import { calculated } from '#src/text/numbers';
import type { ChartOptions } from '../model/chartOptions';
import { stepPoints } from '../model/stepPoints';
import { valueAxes } from '../model/valueAxes';

/** Draws the quantity to buy at each price or higher, and to sell at each price or lower. */
export function depthDrawing(chart: DepthChart, options: ChartOptions): Drawing {
  const extent = extentOf(chart);
  const home = homeOf(chart, extent);
  const visible = options.range ?? home;
  const shown = sides.filter(({ label }) => !options.hidden.includes(label()));
  const { unit, per } = axisUnit(chart.quantityUnit);
  const highest = Math.max(...shown.map(({ key }) => quantityIn(chart[key], key, visible)));
  const bounds = { low: 0, high: highest > 0 ? highest / per : NaN };
  return {
    x: {
      visible,
      extent,
      home,
      title: axisTitle(l10n.t('Price'), chart.priceUnit),
      brief: chart.priceUnit,
      least: (extent.to - extent.from) / 10_000,
    },
    y: valueAxes([{ title: axisTitle(l10n.t('Quantity'), unit), bounds }], true),
    marks: [
      ...shown.map(({ key, style }): Mark => {
        const { start, end, value } = stepsOf(chart[key], key, extent);
        const high = Array.from(value, (quantity) => quantity / per);
        const intervals = { start, end, value: high };
        return { kind: 'band', axis: 0, style, intervals, low: high, solid: true };
      }),
      ...shown.map(({ key, style }): Mark => {
        const points = outlineOf(chart[key], key, extent).map(({ x, y }) => ({ x, y: y / per }));
        return { kind: 'line', axis: 0, style, points };
      }),
    ],
    ...(shown.length === 2 && middleLine(chart)),
    legend: sides.map(({ label, style }) => ({
      label: label(),
      style,
      shape: 'line',
      hidden: options.hidden.includes(label()),
    })),
    keyFigures: depthKeyFigures(chart, options.zone),
    summary: depthSummary(chart, options),
    empty: emptyText(chart, shown, options),
    stops: Float64Array.from(new Set(shown.flatMap(({ key }) => [...chart[key].price]))).sort(),
    readoutAt: (price) => readoutOf(chart, shown, price),
  };
}

const axisTitle = (name: string, unit: string) => (unit === '' ? name : l10n.t('{0} in {1}', name, unit));

/** All prices, with room on both sides for the quantity at the last one. */
function extentOf({ buy, sell }: DepthChart): Range {
  const prices = [buy, sell].flatMap(({ price }) => [price[0], price.at(-1)]);
  const known = prices.filter((price) => price !== undefined);
  if (known.length === 0) return { from: 0, to: 1 };
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const room = (high - low) / 20 || 1;
  return { from: low - room, to: high + room };
}

/**
 * The initial range: around the best prices. Some orders are so far from all others that, with them in view,
 * nothing else could be seen.
 */
function homeOf({ buy, sell }: DepthChart, extent: Range): Range {
  const best = [buy, sell].flatMap(({ price }) => price[0] ?? []);
  const reach = 4 * Math.max(...[buy, sell].map(medianDistance));
  if (best.length === 0 || reach === 0) return extent;
  return {
    from: Math.max(extent.from, Math.min(...best) - reach),
    to: Math.min(extent.to, Math.max(...best) + reach),
  };
}

/** Distance between the best and the median price of a side. */
function medianDistance({ price }: DepthSide): number {
  return Math.abs((price[price.length >> 1] ?? 0) - (price[0] ?? 0));
}

/** A line at the middle of both best prices. */
function middleLine(chart: DepthChart): Pick<Drawing, 'now'> {
  const middle = middleOf(chart);
  if (middle === null) return {};
  return { now: { at: middle, label: l10n.t('Middle {0}', formatValue(middle, chart.priceUnit)) } };
}

/** The side's steps, from the lowest price to the highest. */
function stepsOf({ price, quantity }: DepthSide, key: DrawnSide['key'], { from, to }: Range): IntervalArrays {
  const end = key === 'buy' ? from : to;
  const further = Array.from(price, (_, index) => price[index + 1] ?? end);
  const [near, values] = [Array.from(price), Array.from(quantity)];
  return key === 'buy'
    ? { start: further.reverse(), end: near.reverse(), value: values.reverse() }
    : { start: near, end: further, value: values };
}

/** The corners of the steps, down to zero at the best price. */
function outlineOf(side: DepthSide, key: DrawnSide['key'], extent: Range): Point[] {
  if (side.price.length === 0) return [];
  const best = { x: side.price[0] ?? NaN, y: 0 };
  const corners = stepPoints(stepsOf(side, key, extent));
  return key === 'buy' ? [...corners, best] : [best, ...corners];
}

/** The quantity at the price or a better one; `null` if there is none. */
function quantityAt({ price, quantity }: DepthSide, key: DrawnSide['key'], at: number): number | null {
  const after = price.findIndex((other) => (key === 'buy' ? other < at : other > at));
  return quantity[(after < 0 ? price.length : after) - 1] ?? null;
}

/** The largest visible quantity of a side. */
function quantityIn(side: DepthSide, key: DrawnSide['key'], { from, to }: Range): number {
  return quantityAt(side, key, key === 'buy' ? from : to) ?? 0;
}

function readoutOf(chart: DepthChart, shown: readonly DrawnSide[], price: number): CrosshairReadout {
  const found = shown.map(({ key, label, style }) => {
    const quantity = quantityAt(chart[key], key, price);
    const text = quantity === null ? l10n.t('nothing') : formatWithUnit(quantity, chart.quantityUnit);
    const said =
      key === 'buy'
        ? l10n.t('{0} to buy at this price or higher', text)
        : l10n.t('{0} to sell at this price or lower', text);
    return { label, style, quantity, text, said };
  });
  const heading = formatWithUnit(calculated(price), chart.priceUnit);
  return {
    text: `${heading}: ${found.map(({ said }) => said).join(' · ')}`,
    heading,
    lines: found.map(({ label, style, quantity, text }) => ({
      label: label(),
      style,
      ...(quantity === null
        ? { value: text, unit: '' }
        : { value: formatValue(quantity, chart.quantityUnit), unit: chart.quantityUnit }),
    })),
    x: price,
    dots: found.flatMap(({ quantity, style }) =>
      quantity === null
        ? []
        : [{ x: price, y: quantity / axisUnit(chart.quantityUnit).per, axis: 0 as const, style }],
    ),
  };
}

function emptyText(
  { buy, sell, leftOut }: DepthChart,
  shown: readonly DrawnSide[],
  { receiving }: ChartOptions,
): string | null {
  if (shown.length === 0) return l10n.t('Buy and sell are both hidden. Select one above to show it.');
  if (buy.orders + sell.orders > 0) return null;
  if (receiving) return l10n.t('Receiving…');
  const orders = leftOut.reduce(
    (sum, { why, orders: some }) => (why === 'expired' || why === 'immediate' ? sum : sum + some),
    0,
  );
  return orders === 0
    ? l10n.t('No orders for this contract are open at this time. Select another time or contract.')
    : formatCounted(orders, [
        l10n.t(
          "No orders for this contract can be added up at this time: {0} order isn't included (see below). Select another time or contract.",
        ),
        l10n.t(
          "No orders for this contract can be added up at this time: {0} orders aren't included (see below). Select another time or contract.",
        ),
      ]);
}
