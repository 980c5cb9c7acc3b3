import type { CrosshairReadout, Drawing, Range } from '../model/drawing';
import { nextStop, panned, revealing } from '../model/visibleRange';
import type { ChartCanvas } from './canvas';
import type { CrosshairLayer } from './crosshair';

/** The chart that is zoomed and panned, and over which the crosshair moves. */
export interface ZoomableChart {
  /** Takes the focus, and receives pointer, wheel, and keyboard events. */
  plot: HTMLElement;
  /** Pixels are counted from its upper left corner. */
  frame: HTMLElement;
  canvas: ChartCanvas;
  crosshair: CrosshairLayer;
  drawing(): Drawing | undefined;
  readout(): CrosshairReadout | null;
  /** Moves the crosshair; `null` removes it. */
  point(readout: CrosshairReadout | null): void;
  /** Shows a range of the horizontal axis; `null` for the initial range. */
  show(range: Range | null): void;
  reveal(row: number): void;
}

function pointToStop(chart: ZoomableChart, drawing: Drawing, stop: number | null): void {
  if (stop === null) return;
  if (drawing.list !== undefined) {
    chart.reveal(stop);
    chart.point(drawing.readoutAt(0, stop));
    return;
  }
  const { visible, extent } = drawing.x;
  if (stop < visible.from || stop > visible.to) chart.show(revealing(visible, extent, stop));
  chart.point(drawing.readoutAt(stop, null));
}

/** Moves the crosshair to a pixel of the frame. Outside the axes, only a list has something to read. */
export function pointAt(chart: ZoomableChart, x: number, y: number): void {
  const drawing = chart.drawing();
  if (!drawing) return;
  const { left, top, width, height } = chart.canvas.area();
  const inside = x >= left && x <= left + width && y >= top && y <= top + height;
  const at = chart.canvas.valueAt({ x, y });
  chart.point(inside || drawing.list !== undefined ? drawing.readoutAt(at.x, at.y) : null);
}

/** Moves the crosshair to the next stop to the right (1) or left (-1); in a list, down or up. */
export function pointNext(chart: ZoomableChart, direction: 1 | -1): void {
  const drawing = chart.drawing();
  if (!drawing) return;
  const { stops, x, list } = drawing;
  const visible = list === undefined ? x.visible : { from: 0, to: list.rows };
  const at = chart.readout()?.x ?? null;
  const to = nextStop(stops, at, direction, visible);
  // Stops outside the visible range are known only when the next chart arrives.
  if (to === at && to !== null && list === undefined) {
    chart.show(panned(visible, x.extent, direction / 4) ?? x.extent);
  }
  pointToStop(chart, drawing, to);
}

/** Moves the crosshair of a heat map by a number of columns to the right and rows down. */
export function pointCell(chart: ZoomableChart, columns: number, rows: number): void {
  const drawing = chart.drawing();
  const to = drawing?.cells?.next(chart.readout(), columns, rows);
  if (!drawing || !to) return;
  const { visible, extent } = drawing.x;
  if (to.x < visible.from || to.x > visible.to) chart.show(revealing(visible, extent, to.x));
  else if (to.x === chart.readout()?.x && columns !== 0) {
    // Cells outside the visible range are known only when the next chart arrives.
    chart.show(panned(visible, extent, columns / 4) ?? extent);
  }
  chart.point(drawing.readoutAt(to.x, to.y));
}

/** Moves the crosshair to the first (-1) or last (1) visible stop. */
export function pointToEnd(chart: ZoomableChart, direction: 1 | -1): void {
  const drawing = chart.drawing();
  const stop = drawing?.stops[direction === 1 ? drawing.stops.length - 1 : 0];
  if (drawing) pointToStop(chart, drawing, stop ?? null);
}
