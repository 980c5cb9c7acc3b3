import type { Mark } from './drawing';
import type { Brush } from './paint';

type Cells = Extract<Mark, { kind: 'cells' }>;

/** Up to so many cells: half the height of a triangle in pixels, and how dense a single order is. */
const sizes: readonly (readonly [most: number, size: number, density: number])[] = [
  [400, 5, 0.9],
  [5000, 3.5, 0.65],
];

/**
 * Orders as triangles, up for one side and down for the other, larger where there are few of them
 * and denser where several share a pixel.
 */
export function paintCells({ context, theme, area, x, y }: Brush, cells: Cells): void {
  const few = sizes.find(([most]) => cells.time.length <= most);
  const [, size, density] = few ?? [0, 2.5, 0.2];
  const least = theme.highContrast ? Math.max(0.5, density) : density;
  const paint = few ? paintTriangle : paintSmallTriangle;
  const up = cells.shape === 'triangleUp' ? -size : size;
  for (let place = 0; place < cells.time.length; place += 1) {
    const [left, top] = [x(cells.time[place] ?? NaN), y(cells.price[place] ?? NaN)];
    if (!(left >= area.left && left <= area.right && top >= area.top && top <= area.bottom)) continue; // prettier-ignore
    context.globalAlpha = least + ((1 - least) * Math.min(4, Math.log2(cells.count[place] ?? 1))) / 4; // prettier-ignore
    paint(context, left, top, up);
  }
}

function paintTriangle(context: CanvasRenderingContext2D, x: number, y: number, up: number): void {
  context.beginPath();
  context.moveTo(x, y + up);
  context.lineTo(x + up, y - up * 0.7);
  context.lineTo(x - up, y - up * 0.7);
  context.fill();
}

/** At this size two rectangles look the same, and tens of thousands take a fraction of the time. */
function paintSmallTriangle(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  up: number,
): void {
  context.fillRect(x - up, y - up, 2 * up, up);
  context.fillRect(x - up * 0.4, y, up * 0.8, up);
}
