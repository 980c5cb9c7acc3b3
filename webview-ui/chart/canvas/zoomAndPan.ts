/** What a person wants of the chart; places are pixels from the upper left corner of the picture. */
export interface ChartIntents {
  point(x: number, y: number): void;
  /** The crosshair goes. */
  leave(): void;
  /** Moves the crosshair to the next stop to the right (1) or left (-1). */
  step(direction: 1 | -1): void;
  /** To the first (-1) or last (1) stop that is visible. */
  end(direction: 1 | -1): void;
  /** Makes the visible range wider (factor above 1) or narrower around a pixel, or around the crosshair. */
  zoom(factor: number, x: number | null): void;
  /** Moves the visible range by a share of its width. */
  pan(share: number): void;
  selecting(from: number, to: number): void;
  select(from: number, to: number): void;
  selectNothing(): void;
  reset(): void;
  /** Whether there is anything to zoom; else wheel and arrows up and down belong to a list. */
  zooms(): boolean;
}

/** Pixels that a press may shake without being meant as a selection. */
const shake = 4;

/** Wheel and drag, and the keys of `focused`. */
export function listenTo(focused: HTMLElement, picture: HTMLElement, intents: ChartIntents): void {
  const spot = (event: MouseEvent) => {
    const { left, top } = picture.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  let pressed: { x: number; pointer: number } | null = null;
  let selecting = false;

  focused.addEventListener(
    'wheel',
    (event) => {
      if (!intents.zooms()) return;
      event.preventDefault();
      // A wheel that counts lines or pages is brought to about the same speed.
      const unit = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : 30;
      const sideways = event.shiftKey ? event.deltaY : event.deltaX;
      if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
        intents.pan((sideways * unit) / 1000);
      } else
        intents.zoom(Math.exp(Math.min(240, Math.max(-240, event.deltaY * unit)) * 0.002), spot(event).x);
    },
    { passive: false },
  );

  focused.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || !intents.zooms()) return;
    pressed = { x: spot(event).x, pointer: event.pointerId };
  });
  focused.addEventListener('pointermove', (event) => {
    const { x, y } = spot(event);
    if (pressed && Math.abs(x - pressed.x) > shake && !selecting) {
      selecting = true;
      focused.setPointerCapture(pressed.pointer);
    }
    if (pressed && selecting) intents.selecting(pressed.x, x);
    else intents.point(x, y);
  });
  const release = (event: PointerEvent, meant: boolean) => {
    if (pressed && selecting) {
      if (meant) intents.select(pressed.x, spot(event).x);
      else intents.selectNothing();
    }
    pressed = null;
    selecting = false;
  };
  focused.addEventListener('pointerup', (event) => release(event, true));
  focused.addEventListener('pointercancel', (event) => release(event, false));
  focused.addEventListener('pointerleave', () => intents.leave());
  focused.addEventListener('dblclick', () => intents.reset());

  const keys: Record<string, () => void> = {
    ArrowRight: () => intents.step(1),
    ArrowLeft: () => intents.step(-1),
    PageDown: () => intents.pan(0.8),
    PageUp: () => intents.pan(-0.8),
    End: () => intents.end(1),
    '+': () => intents.zoom(0.5, null),
    '=': () => intents.zoom(0.5, null),
    '-': () => intents.zoom(2, null),
    '0': () => intents.reset(),
    Home: () => intents.reset(),
  };
  const listKeys: Record<string, () => void> = {
    ArrowDown: () => intents.step(1),
    ArrowUp: () => intents.step(-1),
    Home: () => intents.end(-1),
    End: () => intents.end(1),
  };
  focused.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') {
      if (pressed && selecting) intents.selectNothing();
      else {
        intents.leave();
        focused.blur();
      }
      pressed = null;
      selecting = false;
      return;
    }
    const panned = event.shiftKey && intents.zooms() && /^Arrow(Left|Right)$/.test(event.key);
    const wanted = panned
      ? () => intents.pan(event.key === 'ArrowRight' ? 0.25 : -0.25)
      : (intents.zooms() ? keys : listKeys)[event.key];
    if (!wanted) return;
    event.preventDefault();
    wanted();
  });
}
