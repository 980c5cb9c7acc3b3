import type { HorizontalAxis } from './model/drawing';
import { nowMovesIn } from './model/now';

/** Calls `onMove` when the line at the current time should move, unless the chart is hidden by then. */
export function createNowTimer(isVisible: () => boolean, onMove: () => void) {
  let moving: ReturnType<typeof setTimeout> | undefined;
  let isStale = false;
  return {
    /** Call when a chart of this axis has been drawn, `width` pixels wide. */
    drawn(axis: HorizontalAxis | undefined, width: number) {
      clearTimeout(moving);
      isStale = false;
      const wait = axis ? nowMovesIn(axis, width, Date.now()) : null;
      if (wait === null) return;
      moving = setTimeout(() => {
        if (isVisible()) onMove();
        else isStale = true;
      }, wait);
    },
    /** Whether the line was due to move while the chart was hidden. */
    isStale: () => isStale,
  };
}
