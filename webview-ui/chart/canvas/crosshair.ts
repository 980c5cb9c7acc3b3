import { element } from '../../controls/dom';
import type { CrosshairReadout, Drawing } from '../model/drawing';
import { styleOf } from '../model/seriesStyles';
import type { Area, ChartCanvas } from './canvas';
import type { Theme } from '../model/theme';

function putAt(target: HTMLElement, box: Partial<Area>): void {
  for (const [side, pixels] of Object.entries(box)) target.style.setProperty(side, `${pixels}px`);
}

/** The crosshair and the selection are above the canvas, so that moving them doesn't redraw the chart. */
export function createCrosshairLayer() {
  const line = element('div', { class: 'chart-crosshair' });
  const interval = element('div', { class: 'chart-interval' });
  const selection = element('div', { class: 'chart-selection' });
  const dots = element('div', {});
  const made = element('div', { class: 'chart-crosshair-layer' }, interval, line, dots, selection);
  for (const part of [line, interval, selection]) part.hidden = true;

  return {
    element: made,
    /** Draws the crosshair; `null` removes it. */
    point(readout: CrosshairReadout | null, drawing: Drawing, canvas: ChartCanvas, theme: Theme) {
      const { left, top, width, height } = canvas.area();
      const right = left + width;
      const pixel = (x: number) => Math.min(right, Math.max(left, canvas.pixelOf({ x, y: 0 }, 0).x));
      const at = readout ? canvas.pixelOf({ x: readout.x, y: 0 }, 0).x : NaN;
      interval.classList.toggle('of-cell', readout?.cell !== undefined);
      line.hidden = !(at >= left && at <= right) || drawing.list !== undefined || readout?.cell !== undefined;
      if (!line.hidden) putAt(line, { left: at, top, height });
      interval.hidden = !readout || (!readout.interval && drawing.list === undefined);
      if (readout?.interval) {
        const from = pixel(readout.interval.from);
        const { cell } = readout;
        const span = cell && {
          from: canvas.pixelOf({ x: 0, y: cell.low }, 0).y,
          to: canvas.pixelOf({ x: 0, y: cell.high }, 0).y,
        };
        const box = span ? { top: span.from, height: span.to - span.from } : { top, height };
        putAt(interval, { left: from, width: pixel(readout.interval.to) - from, ...box });
      } else if (readout && drawing.list !== undefined) {
        const [first, next] = [readout.x, readout.x + 1].map((y) => canvas.pixelOf({ x: 0, y }, 0).y);
        const from = Math.max(top, first ?? top);
        const to = Math.min(top + height, next ?? top);
        putAt(interval, { left: 0, width: right, top: from, height: Math.max(0, to - from) });
      }
      dots.replaceChildren(
        ...(readout?.dots ?? []).flatMap(({ x, y, axis, style }) => {
          const spot = canvas.pixelOf({ x, y }, axis);
          if (spot.x < left - 1 || spot.x > right + 1 || spot.y < top - 1 || spot.y > top + height + 1)
            return [];
          const dot = element('div', { class: 'chart-dot' });
          putAt(dot, { left: spot.x, top: spot.y });
          const color = theme.palette[styleOf(style, theme.highContrast).color];
          if (color) dot.style.setProperty('background-color', color);
          return [dot];
        }),
      );
    },
    /** Marks the range to zoom to, between two pixels; `null` removes the mark. */
    select(pixels: { from: number; to: number } | null, { left, top, width, height }: Area) {
      selection.hidden = pixels === null;
      if (!pixels) return;
      const bounded = (x: number) => Math.min(left + width, Math.max(left, x));
      const [from, to] = [Math.min(pixels.from, pixels.to), Math.max(pixels.from, pixels.to)];
      putAt(selection, { left: bounded(from), width: bounded(to) - bounded(from), top, height });
    },
  };
}

export type CrosshairLayer = ReturnType<typeof createCrosshairLayer>;
