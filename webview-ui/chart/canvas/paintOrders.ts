import type { OrderCells } from '#src/protocol/charts/ordersChart';
import { element } from '../../controls/dom';
import type { Mark } from '../model/drawing';
import { colorOf } from '../model/theme';
import type { Brush } from './brush';
import { shadesOf } from '../model/legibleColors';

type Triangles = Extract<Mark, { kind: 'triangles' }>;
export type Density = Extract<Mark, { kind: 'density' }>;

/** The most events in a cell. */
export const highestCount = (sides: readonly OrderCells[]): number =>
  sides.flatMap(({ count }) => [...count]).reduce((a, b) => Math.max(a, b), 1);

/** Half the height of a triangle in pixels, for up to this many orders. */
const sizes: readonly (readonly [most: number, size: number])[] = [
  [400, 5],
  [1000, 4],
  [Infinity, 3],
];

/** Paints orders as triangles that point up or down by side, and are larger if there are few of them. */
export function paintTriangles({ context, area, x, y }: Brush, orders: Triangles): void {
  const { shape, time, price } = orders;
  const [, size] = sizes.find(([most]) => time.length <= most) ?? [0, 3];
  const up = shape === 'triangleUp' ? -size : size;
  context.beginPath();
  for (let index = 0; index < time.length; index += 1) {
    const [left, top] = [x(time[index] ?? NaN), y(price[index] ?? NaN)];
    if (!(left >= area.left && left <= area.right && top >= area.top && top <= area.bottom)) continue;
    context.moveTo(left, top + up);
    context.lineTo(left + up, top - up * 0.7);
    context.lineTo(left - up, top - up * 0.7);
    context.closePath();
  }
  context.fill();
}

/** Minimum width and height of the image in pixels: all orders may have the same price or time. */
const leastSize = 4;

/**
 * Paints an image with two pixels per cell, one for each side if there are both, stretched over its part of the
 * chart: panning and zooming take the same time however many orders there are.
 */
export function paintDensity(
  { context, theme, x, y }: Brush,
  { part, cells, rival, half, style }: Density,
): void {
  const image = imageOf({ part, cells, rival, half }, colorOf(style, theme), theme.background);
  const [left, right] = [x(part.from), x(part.to)];
  const [top, bottom] = [y(part.high), y(part.low)];
  const width = Math.max(leastSize, right - left);
  const height = Math.max(leastSize, bottom - top);
  context.imageSmoothingEnabled = false;
  context.drawImage(image, (left + right - width) / 2, (top + bottom - height) / 2, width, height);
}

/** The last image of each set of cells, valid until the colors or the cells of the other side change. */
const images = new WeakMap<
  OrderCells,
  { colors: string; rival: OrderCells | null; canvas: HTMLCanvasElement }
>();

function imageOf(
  { part: { columns, rows }, cells, rival, half }: Pick<Density, 'part' | 'cells' | 'rival' | 'half'>,
  color: string,
  background: string,
): HTMLCanvasElement {
  const colors = `${color} ${background}`;
  const last = images.get(cells);
  if (last?.colors === colors && last.rival === rival) return last.canvas;
  const canvas = element('canvas', {});
  canvas.width = 2 * columns;
  canvas.height = rows;
  const context = canvas.getContext('2d');
  if (context) {
    const shade = shadesOf(color, background);
    const image = context.createImageData(2 * columns, rows);
    // Both sides share one scale, which the legend shows.
    const most = highestCount(rival ? [cells, rival] : [cells]);
    const indexOf = ({ row, column }: OrderCells, at: number) =>
      (rows - 1 - (row[at] ?? 0)) * columns + (column[at] ?? 0);
    const rivals = new Uint32Array(columns * rows);
    rival?.count.forEach((count, at) => (rivals[indexOf(rival, at)] = count));
    cells.count.forEach((count, at) => {
      const index = indexOf(cells, at);
      const share = most > 1 ? Math.log(count) / Math.log(most) : 0;
      const pixel = [...shade(share), 255];
      const isShared = (rivals[index] ?? 0) > 0;
      if (!isShared || half === 0) image.data.set(pixel, index * 8);
      if (!isShared || half === 1) image.data.set(pixel, index * 8 + 4);
    });
    context.putImageData(image, 0, 0);
  }
  images.set(cells, { colors, rival, canvas });
  return canvas;
}
