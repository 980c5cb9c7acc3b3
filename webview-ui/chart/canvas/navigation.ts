import type { Drawing, Range, CrosshairReadout } from '../model/drawing';
import type { ChartIntents } from './zoomAndPan';
import type { CrosshairLayer } from './crosshair';
import type { ChartCanvas } from './canvas';
import { nextStop, panned, revealing, zoomed } from '../model/visibleRange';

/** What moving about in the chart needs of it. */
export interface Navigable {
  stage: ChartCanvas;
  overlay: CrosshairLayer;
  drawing(): Drawing | undefined;
  /** Where the crosshair stands. */
  reading(): CrosshairReadout | null;
  point(reading: CrosshairReadout | null): void;
  /** Shows a range of the horizontal axis; `null` for all of it. */
  show(range: Range | null): void;
  /** Scrolls a list until the row is visible. */
  reveal(row: number): void;
}

/** What wheel, drag and keys do: crosshair, visible range and selection. */
export function createNavigation(view: Navigable): ChartIntents {
  const { stage, overlay } = view;

  function step(drawing: Drawing, to: number | null): void {
    if (to === null) return;
    if (drawing.rows !== undefined) {
      view.reveal(to);
      view.point(drawing.readoutAt(0, to));
      return;
    }
    const { visible, extent } = drawing.x;
    if (to < visible.from || to > visible.to) view.show(revealing(visible, extent, to));
    view.point(drawing.readoutAt(to, null));
  }

  return {
    zooms: () => view.drawing()?.x.least !== null,
    point(x, y) {
      const drawing = view.drawing();
      if (!drawing) return;
      const { left, top, width, height } = stage.area();
      const inside = x >= left && x <= left + width && y >= top && y <= top + height;
      const at = stage.valueAt({ x, y });
      view.point(inside || drawing.rows !== undefined ? drawing.readoutAt(at.x, at.y) : null);
    },
    leave: () => view.point(null),
    step(direction) {
      const drawing = view.drawing();
      if (!drawing) return;
      const { stops, x, rows } = drawing;
      const visible = rows === undefined ? x.visible : { from: 0, to: rows };
      const at = view.reading()?.x ?? null;
      const to = nextStop(stops, at, direction, visible);
      // Only the visible part is known: what is beyond comes with the next answer.
      if (to === at && to !== null && rows === undefined) {
        view.show(panned(visible, x.extent, direction / 4) ?? x.extent);
      }
      step(drawing, to);
    },
    end(direction) {
      const drawing = view.drawing();
      if (drawing) step(drawing, drawing.stops[direction === 1 ? drawing.stops.length - 1 : 0] ?? null);
    },
    zoom(factor, x) {
      const axis = view.drawing()?.x;
      if (!axis || axis.least === null) return;
      const { visible, extent, least } = axis;
      const middle = view.reading()?.x ?? (visible.from + visible.to) / 2;
      const at = x === null ? middle : stage.valueAt({ x, y: 0 }).x;
      view.show(zoomed(visible, extent, factor, at, least) ?? extent);
    },
    pan(share) {
      const axis = view.drawing()?.x;
      if (axis) view.show(panned(axis.visible, axis.extent, share) ?? axis.extent);
    },
    selecting: (from, to) => overlay.select({ from, to }, stage.area()),
    selectNothing: () => overlay.select(null, stage.area()),
    select(from, to) {
      overlay.select(null, stage.area());
      const [a, b] = [stage.valueAt({ x: from, y: 0 }).x, stage.valueAt({ x: to, y: 0 }).x];
      view.show({ from: Math.min(a, b), to: Math.max(a, b) });
    },
    reset: () => view.show(null),
  };
}
