import { describe, expect, it } from 'vitest';
import { paintBehind } from '../../../../../webview-ui/chart/canvas/paint';

/** Bars of equal width in pixels on a canvas that writes down how strongly each rectangle is painted. */
function paintedBars(width: number, highContrast: boolean) {
  const [filled, outlined]: [number[], number[]] = [[], []];
  const context = new Proxy(
    {
      globalAlpha: 1,
      fillRect: () => filled.push(context.globalAlpha),
      strokeRect: () => outlined.push(context.globalAlpha),
    },
    { get: (known, name): unknown => (Reflect.get(known, name) as unknown) ?? (() => undefined) },
  );
  const chartArea = { left: 0, right: 100, top: 0, bottom: 100 };
  const scales = {
    x: { getPixelForValue: (value: number) => value },
    y: { getPixelForValue: (value: number) => 100 - value },
  };
  const intervals = { start: [0, width], end: [width, 2 * width], value: [10, 20] };
  const marks = [{ kind: 'bars', look: 0, axis: 0, intervals, slot: 0, slots: 1 }];
  const theme = { highContrast, palette: ['blue'], foreground: 'black' };
  paintBehind({ ctx: context, chartArea, scales } as never, { marks } as never, theme as never);
  return { filled, outlined };
}

describe('bars in high contrast', () => {
  it('are outlined where there is room', () => {
    expect(paintedBars(10, true).outlined).toEqual([1, 1]);
    expect(paintedBars(10, false).outlined).toEqual([]);
  });

  it('are full of colour where there is none: a day of quarter hours in a narrow view', () => {
    expect(paintedBars(3, true)).toEqual({ filled: [1, 1], outlined: [] });
  });
});
