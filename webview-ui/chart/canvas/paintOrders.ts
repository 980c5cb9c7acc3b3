import type { OrderCells } from '../../../src/table/chartTypes';
import { element } from '../../controls/dom';
import type { Mark } from '../model/drawing';
import { lookOf } from '../model/seriesStyles';
import type { Brush } from './paint';

type Triangles = Extract<Mark, { kind: 'triangles' }>;
type Density = Extract<Mark, { kind: 'density' }>;

/** Up to so many orders: half the height of a triangle in pixels, and how dense it is. */
const sizes: readonly (readonly [most: number, size: number, density: number])[] = [
  [400, 5, 0.9],
  [1000, 4, 0.75],
  [Infinity, 3, 0.6],
];

/** Orders as triangles, up for one side and down for the other, larger where there are few of them. */
export function paintTriangles({ context, theme, area, x, y }: Brush, orders: Triangles): void {
  const { shape, time, price } = orders;
  const [, size, density] = sizes.find(([most]) => time.length <= most) ?? [0, 3, 0.6];
  const up = shape === 'triangleUp' ? -size : size;
  context.globalAlpha = theme.highContrast ? Math.max(0.8, density) : density;
  for (let place = 0; place < time.length; place += 1) {
    const [left, top] = [x(time[place] ?? NaN), y(price[place] ?? NaN)];
    if (!(left >= area.left && left <= area.right && top >= area.top && top <= area.bottom)) continue;
    // Filled one by one, so that orders on one spot are denser than one.
    context.beginPath();
    context.moveTo(left, top + up);
    context.lineTo(left + up, top - up * 0.7);
    context.lineTo(left - up, top - up * 0.7);
    context.fill();
  }
}

/** How dense a cell with a single order is. */
const leastDensity = 0.3;
/** Least width and height of what is painted, in pixels: all orders may have one price or one time. */
const leastSize = 4;

/**
 * One pixel of an image per cell, stretched over its part of the picture: moving and zooming it costs
 * the same however many orders there are.
 */
export function paintDensity({ context, theme, x, y }: Brush, { part, cells, look }: Density): void {
  const colour = theme.palette[lookOf(look, theme.highContrast).colour] ?? theme.foreground;
  const image = imageOf(cells, part, colour, theme.highContrast ? 0.5 : leastDensity);
  const [left, right] = [x(part.from), x(part.to)];
  const [top, bottom] = [y(part.high), y(part.low)];
  const width = Math.max(leastSize, right - left);
  const height = Math.max(leastSize, bottom - top);
  context.imageSmoothingEnabled = false;
  context.drawImage(
    image,
    (left + right - width) / 2,
    (top + bottom - height) / 2,
    ...([width, height] as const),
  );
}

/** The image last made of the cells, until their colour changes. */
const images = new WeakMap<OrderCells, { key: string; canvas: HTMLCanvasElement }>();

function imageOf(
  cells: OrderCells,
  { columns, rows }: Density['part'],
  colour: string,
  least: number,
): HTMLCanvasElement {
  const key = `${colour} ${least}`;
  const last = images.get(cells);
  if (last?.key === key) return last.canvas;
  const canvas = element('canvas', {});
  canvas.width = columns;
  canvas.height = rows;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context) {
    // The canvas reads whatever form of colour the theme has.
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
    const image = context.createImageData(columns, rows);
    const most = cells.count.reduce((a, b) => Math.max(a, b), 1);
    cells.count.forEach((count, place) => {
      const fromTop = rows - 1 - (cells.row[place] ?? 0);
      const at = (fromTop * columns + (cells.column[place] ?? 0)) * 4;
      const share = most > 1 ? Math.log(count) / Math.log(most) : 1;
      image.data.set([red, green, blue, 255 * (least + (1 - least) * share)], at);
    });
    context.putImageData(image, 0, 0);
  }
  images.set(cells, { key, canvas });
  return canvas;
}
