import type { Theme } from '../model/theme';

/** What painting needs: the canvas, the theme, and the positions of values in pixels. */
export interface Brush {
  context: CanvasRenderingContext2D;
  theme: Theme;
  area: { left: number; right: number; top: number; bottom: number };
  x: (value: number) => number;
  y: (value: number) => number;
  /** The nearest edge of a device pixel: shapes that end within one look pale there. */
  snapped: (left: number) => number;
}

/** Whether a pixel is in the area. */
export const isWithin = (area: Brush['area'], [left, top]: readonly [number, number]): boolean =>
  left >= area.left && left <= area.right && top >= area.top && top <= area.bottom;
