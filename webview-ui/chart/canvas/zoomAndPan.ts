import type { CrosshairReadout, Drawing, Range } from '../model/drawing';
import { nextStop, panned, revealing, zoomed } from '../model/visibleRange';
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
  /** The current readout of the crosshair. */
  readout(): CrosshairReadout | null;
  /** Moves the crosshair; `null` removes it. */
  point(readout: CrosshairReadout | null): void;
  /** Shows a range of the horizontal axis; `null` for the initial range. */
  show(range: Range | null): void;
  /** Scrolls a list until the row is visible. */
  reveal(row: number): void;
}

/** Pixels. The pointer may move this far during a click without selecting a range. */
const clickTolerance = 4;
/** The share by which one pixel of the wheel widens or narrows the visible range. */
const wheelZoomStep = 0.002;
/** Pixels that count at most for one turn of the wheel. */
const mostWheelPixels = 240;
/** The factor by which Plus and Minus narrow and widen the visible range. */
const keyZoomFactor = 2;
/** Shares of the visible range that Shift with an arrow key, and Page Up and Down, move it by. */
const arrowPan = 0.25;
const pagePan = 0.8;

/**
 * Lets the pointer, wheel, and keyboard move the crosshair, zoom, and pan. A list can't be zoomed: the wheel
 * scrolls it, and the up and down arrow keys move through its rows.
 */
export function listenToZoomAndPan(chart: ZoomableChart): void {
  const { plot, frame, canvas, crosshair } = chart;
  const zooms = () => chart.drawing()?.x.least !== null;
  const spot = (event: MouseEvent) => {
    const { left, top } = frame.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  const valueAt = (x: number) => canvas.valueAt({ x, y: 0 }).x;

  function pointAt(x: number, y: number): void {
    const drawing = chart.drawing();
    if (!drawing) return;
    const { left, top, width, height } = canvas.area();
    const inside = x >= left && x <= left + width && y >= top && y <= top + height;
    const at = canvas.valueAt({ x, y });
    chart.point(inside || drawing.list !== undefined ? drawing.readoutAt(at.x, at.y) : null);
  }

  function pointToStop(drawing: Drawing, stop: number | null): void {
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

  /** The next stop to the right (1) or left (-1). */
  function pointNext(direction: 1 | -1): void {
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
    pointToStop(drawing, to);
  }

  /** Moves the crosshair by so many columns to the right and rows down. */
  function pointCell(columns: number, rows: number): void {
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

  /** The first (-1) or last (1) visible stop. */
  function pointToEnd(direction: 1 | -1): void {
    const drawing = chart.drawing();
    if (drawing) pointToStop(drawing, drawing.stops[direction === 1 ? drawing.stops.length - 1 : 0] ?? null);
  }

  /** Makes the visible range wider (factor above 1) or narrower around a value, or around the crosshair. */
  function zoom(factor: number, around?: number): void {
    const axis = chart.drawing()?.x;
    if (!axis || axis.least === null) return;
    const { visible, extent, least } = axis;
    const at = around ?? chart.readout()?.x ?? (visible.from + visible.to) / 2;
    chart.show(zoomed(visible, extent, factor, at, least) ?? extent);
  }

  /** Moves the visible range by a share of its width. */
  function pan(share: number): void {
    const axis = chart.drawing()?.x;
    if (axis) chart.show(panned(axis.visible, axis.extent, share) ?? axis.extent);
  }

  plot.addEventListener(
    'wheel',
    (event) => {
      if (!zooms()) return;
      event.preventDefault();
      // Wheels that report lines or pages get about the same speed.
      const unit = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : 30;
      const sideways = event.shiftKey ? event.deltaY : event.deltaX;
      if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
        pan((sideways * unit) / 1000);
        return;
      }
      const pixels = Math.min(mostWheelPixels, Math.max(-mostWheelPixels, event.deltaY * unit));
      zoom(Math.exp(pixels * wheelZoomStep), valueAt(spot(event).x));
    },
    { passive: false },
  );

  let pressed: { x: number; pointer: number } | null = null;
  let selecting = false;
  plot.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || !zooms()) return;
    pressed = { x: spot(event).x, pointer: event.pointerId };
  });
  plot.addEventListener('pointermove', (event) => {
    const { x, y } = spot(event);
    if (pressed && Math.abs(x - pressed.x) > clickTolerance && !selecting) {
      selecting = true;
      plot.setPointerCapture(pressed.pointer);
    }
    if (pressed && selecting) crosshair.select({ from: pressed.x, to: x }, canvas.area());
    else pointAt(x, y);
  });
  /** Ends a selection and zooms to it; `null` cancels it. */
  function release(zoomTo: number | null): void {
    if (pressed && selecting) {
      crosshair.select(null, canvas.area());
      if (zoomTo !== null) {
        const [a, b] = [valueAt(pressed.x), valueAt(zoomTo)];
        chart.show({ from: Math.min(a, b), to: Math.max(a, b) });
      }
    }
    pressed = null;
    selecting = false;
  }
  plot.addEventListener('pointerup', (event) => release(spot(event).x));
  plot.addEventListener('pointercancel', () => release(null));
  plot.addEventListener('pointerleave', () => chart.point(null));
  plot.addEventListener('dblclick', () => chart.show(null));

  const keys: Record<string, () => void> = {
    ArrowRight: () => pointNext(1),
    ArrowLeft: () => pointNext(-1),
    PageDown: () => pan(pagePan),
    PageUp: () => pan(-pagePan),
    End: () => pointToEnd(1),
    '+': () => zoom(1 / keyZoomFactor),
    '=': () => zoom(1 / keyZoomFactor),
    '-': () => zoom(keyZoomFactor),
    '0': () => chart.show(null),
    Home: () => chart.show(null),
  };
  const shiftKeys: Record<string, () => void> = {
    ...keys,
    ArrowRight: () => pan(arrowPan),
    ArrowLeft: () => pan(-arrowPan),
  };
  const cellKeys: Record<string, () => void> = {
    ...keys,
    ArrowRight: () => pointCell(1, 0),
    ArrowLeft: () => pointCell(-1, 0),
    ArrowDown: () => pointCell(0, 1),
    ArrowUp: () => pointCell(0, -1),
  };
  const listKeys: Record<string, () => void> = {
    ArrowDown: () => pointNext(1),
    ArrowUp: () => pointNext(-1),
    Home: () => pointToEnd(-1),
    End: () => pointToEnd(1),
  };
  plot.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') {
      if (!selecting) {
        chart.point(null);
        plot.blur();
      }
      release(null);
      return;
    }
    const ownKeys = chart.drawing()?.cells ? cellKeys : keys;
    const action = (zooms() ? (event.shiftKey ? shiftKeys : ownKeys) : listKeys)[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
}
