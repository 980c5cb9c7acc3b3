import * as l10n from '@vscode/l10n';
import { formatCounted, type Sentence } from '#src/text/l10n';
import { minuteMs } from '#src/market/time/zones';
import type { OrdersChart } from '#src/protocol/charts/ordersChart';
import type { MarkerShape, Range, CrosshairReadout, CellGrid } from '../model/drawing';
import { formatValue, formatWithUnit } from '../model/valueText';
import { instantInBoth, intervalInBoth, intervalText, timeText } from '../model/axisTimes';

type Orders<Detail> = Extract<OrdersChart['orders'], { detail: Detail }>;

/** One side of the order book: its key in the chart data, its name, and how it is drawn. */
export interface DrawnSide {
  key: 'buy' | 'sell';
  label: Sentence;
  shape: MarkerShape;
  style: number;
}

/** Both sides of the order book. */
export const sides: readonly DrawnSide[] = [
  { key: 'buy', label: () => l10n.t('Buy'), shape: 'triangleUp', style: 0 },
  { key: 'sell', label: () => l10n.t('Sell'), shape: 'triangleDown', style: 1 },
];

/** The crosshair, and what its text needs; `y` is `null` when the keyboard moves the crosshair. */
interface CrosshairPosition {
  x: number;
  y: number | null;
  visible: Range;
  unit: string;
  zone: string;
}

/** The nearest item of two sides; the one with the larger `weight` if two are equally near. */
function nearest(
  sides: readonly DrawnSide[],
  countOf: (side: DrawnSide) => number,
  distanceOf: (side: DrawnSide, at: number) => number,
  weightOf: (side: DrawnSide, at: number) => number,
): { side: DrawnSide; at: number } | null {
  let found: { side: DrawnSide; at: number; distance: number } | null = null;
  for (const side of sides) {
    for (let at = 0; at < countOf(side); at += 1) {
      const distance = distanceOf(side, at);
      const isNearer = !found || distance < found.distance;
      if (
        isNearer ||
        (found && distance === found.distance && weightOf(side, at) > weightOf(found.side, found.at))
      )
        found = { side, at, distance };
    }
  }
  return found;
}

/** The event nearest to the crosshair. */
export function eventReadout(
  sides: readonly DrawnSide[],
  orders: Orders<'each'>,
  { low, high }: { low: number; high: number },
  { x, y, visible, unit, zone }: CrosshairPosition,
): CrosshairReadout | null {
  const [width, height] = [visible.to - visible.from || 1, high - low || 1];
  const distanceOf = ({ key }: DrawnSide, at: number) => {
    const { time, price } = orders[key];
    const across = ((time[at] ?? NaN) - x) / width;
    // The canvas is wider than it is high.
    const up = y === null ? 0 : ((price[at] ?? NaN) - y) / height / 2;
    return across * across + up * up;
  };
  const found = nearest(
    sides,
    ({ key }) => orders[key].time.length,
    distanceOf,
    () => 1,
  );
  if (!found) return null;
  const { key, label, style } = found.side;
  const [time, price] = [orders[key].time[found.at] ?? NaN, orders[key].price[found.at] ?? NaN];
  const value = formatWithUnit(price, unit);
  return {
    text: l10n.t('{0} at {1}, {2}', label(), value, instantInBoth(time, zone)),
    heading: timeText(time, zone),
    lines: [{ label: label(), style, value: formatValue(price, unit), unit }],
    x: time,
    dots: [{ x: time, y: price, axis: 0, style }],
  };
}

/** The number, prices, and time of the events in the cell nearest to the crosshair. */
export function cellReadout(
  sides: readonly DrawnSide[],
  orders: Orders<'cells'>,
  { from, to, low, high, columns, rows }: CellGrid,
  { x, y, unit, zone }: CrosshairPosition,
): CrosshairReadout | null {
  const column = ((x - from) / (to - from || 1)) * columns - 0.5;
  const row = y === null ? null : ((y - low) / (high - low || 1)) * rows - 0.5;
  const distanceOf = ({ key }: DrawnSide, at: number) => {
    const across = (orders[key].column[at] ?? NaN) - column;
    const up = row === null ? 0 : (orders[key].row[at] ?? NaN) - row;
    return across * across + up * up;
  };
  const weightOf = ({ key }: DrawnSide, at: number) => orders[key].count[at] ?? 0;
  const found = nearest(sides, ({ key }) => orders[key].count.length, distanceOf, weightOf);
  if (!found) return null;
  const { label, style } = found.side;
  const cells = orders[found.side.key];
  const [lowest, highest] = [cells.lowest[found.at] ?? NaN, cells.highest[found.at] ?? NaN];
  const count = cells.count[found.at] ?? 0;
  const width = (to - from) / columns;
  const start = from + (cells.column[found.at] ?? 0) * width;
  // A column rarely begins on a whole second or minute.
  const step = width < 10 * minuteMs ? 1000 : minuteMs;
  const bounds = [Math.floor(start / step) * step, Math.ceil((start + width) / step) * step] as const;
  const counted = formatCounted(count, [l10n.t('{0} event'), l10n.t('{0} events')]);
  const [least, most] = [formatValue(lowest, unit), formatWithUnit(highest, unit)];
  const text =
    lowest === highest
      ? l10n.t('{0}: {1} at {2}', label(), counted, most)
      : l10n.t('{0}: {1} from {2} to {3}', label(), counted, least, most);
  return {
    text: `${text}, ${intervalInBoth(...bounds, zone)}`,
    heading: intervalText(...bounds, zone),
    lines: [
      { label: label(), style, value: counted, unit: '' },
      lowest === highest
        ? { label: l10n.t('Price'), value: least, unit }
        : { label: l10n.t('Prices'), value: l10n.t('{0} to {1}', least, formatValue(highest, unit)), unit },
    ],
    x: start + width / 2,
    dots: [{ x: start + width / 2, y: (lowest + highest) / 2, axis: 0, style }],
  };
}
