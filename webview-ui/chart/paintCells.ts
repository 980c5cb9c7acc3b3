import type { Mark } from './drawing';
import type { Brush } from './paint';

/** Up to so many cells: half the height of a triangle in pixels, and how dense a single order is. */
const sizes: readonly (readonly [most: number, size: number, density: number])[] = [
  [400, 5, 0.9],
  [5000, 3.5, 0.65],
];

type Cells = Extract<Mark, { kind: 'cells' }>;

/**
 * Orders as triangles, up for one side and down for the other, larger where there are few of them
 * and denser where several share a pixel.
 */
export function paintCells({ context, theme, area, x, y }: Brush, cells: Cells): void {
  const [, size, least] = sizes.find(([most]) => cells.time.length <= most) ?? [0, 2.5, 0.4];
  const up = cells.shape === 'triangleUp' ? -size : size;
  // One path per density: a colour change costs more than a triangle.
  const paths = new Map<number, Path2D>();
  for (let place = 0; place < cells.time.length; place += 1) {
    const [left, top] = [x(cells.time[place] ?? NaN), y(cells.price[place] ?? NaN)];
    if (!(left >= area.left && left <= area.right && top >= area.top && top <= area.bottom))
      continue;
    const density = Math.min(4, Math.floor(Math.log2(cells.count[place] ?? 1)));
    const path = paths.get(density) ?? new Path2D();
    paths.set(density, path);
    path.moveTo(left, top + up);
    path.lineTo(left + size, top - up * 0.7);
    path.lineTo(left - size, top - up * 0.7);
    path.closePath();
  }
  for (const [density, path] of [...paths].sort(([a], [b]) => a - b)) {
    const alpha = least + ((1 - least) * density) / 4;
    context.globalAlpha = theme.highContrast ? Math.max(0.7, alpha) : alpha;
    context.fill(path);
  }
}
