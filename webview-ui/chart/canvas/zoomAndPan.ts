import { panned, zoomed } from '../model/visibleRange';
import { pointAt, pointCell, pointNext, pointToEnd, type ZoomableChart } from './crosshairMoves';

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

const zooms = (chart: ZoomableChart) => chart.drawing()?.x.least !== null;

/** The pixel of the frame at which an event happened. */
function spotOf({ frame }: ZoomableChart, event: MouseEvent): { x: number; y: number } {
  const { left, top } = frame.getBoundingClientRect();
  return { x: event.clientX - left, y: event.clientY - top };
}

const valueAt = ({ canvas }: ZoomableChart, x: number) => canvas.valueAt({ x, y: 0 }).x;

/** Makes the visible range wider (factor above 1) or narrower around a value, or around the crosshair. */
function zoom(chart: ZoomableChart, factor: number, around?: number): void {
  const axis = chart.drawing()?.x;
  if (!axis || axis.least === null) return;
  const { visible, extent, least } = axis;
  const at = around ?? chart.readout()?.x ?? (visible.from + visible.to) / 2;
  chart.show(zoomed(visible, extent, factor, at, least) ?? extent);
}

/** Moves the visible range by a share of its width. */
function pan(chart: ZoomableChart, share: number): void {
  const axis = chart.drawing()?.x;
  if (axis) chart.show(panned(axis.visible, axis.extent, share) ?? axis.extent);
}

function turnWheel(chart: ZoomableChart, event: WheelEvent): void {
  // Wheels that report lines or pages get about the same speed.
  const unit = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : 30;
  const sideways = event.shiftKey ? event.deltaY : event.deltaX;
  if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
    pan(chart, (sideways * unit) / 1000);
    return;
  }
  const pixels = Math.min(mostWheelPixels, Math.max(-mostWheelPixels, event.deltaY * unit));
  zoom(chart, Math.exp(pixels * wheelZoomStep), valueAt(chart, spotOf(chart, event).x));
}

/** Lets the pointer move the crosshair, and select a range to zoom to. */
function listenToPointer(chart: ZoomableChart) {
  const { plot, canvas, crosshair } = chart;
  let pressed: { x: number; pointer: number; isSelecting: boolean } | null = null;

  /** Ends a selection and zooms to it; `null` cancels it. */
  function release(zoomTo: number | null): void {
    if (pressed?.isSelecting === true) {
      crosshair.select(null, canvas.area());
      if (zoomTo !== null) {
        const [a, b] = [valueAt(chart, pressed.x), valueAt(chart, zoomTo)];
        chart.show({ from: Math.min(a, b), to: Math.max(a, b) });
      }
    }
    pressed = null;
  }

  plot.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || !zooms(chart)) return;
    pressed = { x: spotOf(chart, event).x, pointer: event.pointerId, isSelecting: false };
  });
  plot.addEventListener('pointermove', (event) => {
    const { x, y } = spotOf(chart, event);
    if (pressed && Math.abs(x - pressed.x) > clickTolerance && !pressed.isSelecting) {
      pressed.isSelecting = true;
      plot.setPointerCapture(pressed.pointer);
    }
    if (pressed?.isSelecting === true) crosshair.select({ from: pressed.x, to: x }, canvas.area());
    else pointAt(chart, x, y);
  });
  plot.addEventListener('pointerup', (event) => release(spotOf(chart, event).x));
  plot.addEventListener('pointercancel', () => release(null));
  plot.addEventListener('pointerleave', () => chart.point(null));
  plot.addEventListener('dblclick', () => chart.show(null));
  return { isSelecting: () => pressed?.isSelecting === true, release };
}

type Keys = Readonly<Record<string, (chart: ZoomableChart) => void>>;

const keys: Keys = {
  ArrowRight: (chart) => pointNext(chart, 1),
  ArrowLeft: (chart) => pointNext(chart, -1),
  PageDown: (chart) => pan(chart, pagePan),
  PageUp: (chart) => pan(chart, -pagePan),
  End: (chart) => pointToEnd(chart, 1),
  '+': (chart) => zoom(chart, 1 / keyZoomFactor),
  '=': (chart) => zoom(chart, 1 / keyZoomFactor),
  '-': (chart) => zoom(chart, keyZoomFactor),
  '0': (chart) => chart.show(null),
  Home: (chart) => chart.show(null),
};
const shiftKeys: Keys = {
  ...keys,
  ArrowRight: (chart) => pan(chart, arrowPan),
  ArrowLeft: (chart) => pan(chart, -arrowPan),
};
const cellKeys: Keys = {
  ...keys,
  ArrowRight: (chart) => pointCell(chart, 1, 0),
  ArrowLeft: (chart) => pointCell(chart, -1, 0),
  ArrowDown: (chart) => pointCell(chart, 0, 1),
  ArrowUp: (chart) => pointCell(chart, 0, -1),
};
const listKeys: Keys = {
  ArrowDown: (chart) => pointNext(chart, 1),
  ArrowUp: (chart) => pointNext(chart, -1),
  Home: (chart) => pointToEnd(chart, -1),
  End: (chart) => pointToEnd(chart, 1),
};

/** What the keys do now: those of a list, or with Shift, or of a heat map. */
function keysFor(chart: ZoomableChart, isShifted: boolean): Keys {
  if (!zooms(chart)) return listKeys;
  if (isShifted) return shiftKeys;
  return chart.drawing()?.cells ? cellKeys : keys;
}

/**
 * Lets the pointer, wheel, and keyboard move the crosshair, zoom, and pan. A list can't be zoomed: the wheel
 * scrolls it, and the up and down arrow keys move through its rows.
 */
export function listenToZoomAndPan(chart: ZoomableChart): void {
  const { plot } = chart;
  plot.addEventListener(
    'wheel',
    (event) => {
      if (!zooms(chart)) return;
      event.preventDefault();
      turnWheel(chart, event);
    },
    { passive: false },
  );
  const pointer = listenToPointer(chart);
  plot.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') {
      if (!pointer.isSelecting()) {
        chart.point(null);
        plot.blur();
      }
      pointer.release(null);
      return;
    }
    const action = keysFor(chart, event.shiftKey)[event.key];
    if (!action) return;
    event.preventDefault();
    action(chart);
  });
}
