import { describe, expect, it } from 'vitest';
import { paintBehind } from '../../../../webview-ui/chart/canvas/paint';
import type { Mark } from '../../../../webview-ui/chart/model/drawing';

/** Paints on a canvas that writes down in which colour and how strongly each shape is filled. */
function filled(mark: Mark, highContrast: boolean): string[] {
  const shapes: string[] = [];
  const write = () => shapes.push(`${context.fillStyle} ${context.globalAlpha}`);
  const context = new Proxy(
    {
      globalAlpha: 1,
      fillStyle: '',
      fillRect: write,
      fill: write,
      measureText: () => ({ width: 10 }),
    },
    { get: (known, name): unknown => (Reflect.get(known, name) as unknown) ?? (() => undefined) },
  );
  const chartArea = { left: 0, right: 100, top: 0, bottom: 100 };
  const scales = {
    x: { getPixelForValue: (value: number) => value },
    y: { getPixelForValue: (value: number) => 100 - value },
  };
  const colours = { palette: ['blue', 'orange'], foreground: 'black', background: 'white' };
  const theme = { highContrast, lineWidth: 2, ...colours };
  const drawing = { marks: [mark] };
  const chart = { ctx: context, chartArea, scales, currentDevicePixelRatio: 1 };
  paintBehind(chart as never, drawing as never, theme as never);
  return shapes.filter((shape) => colours.palette.includes(shape.split(' ')[0] ?? ''));
}

describe.each([false, true])('in high contrast: %s', (highContrast) => {
  const axis = 0;
  const intervals = { start: [0, 10], end: [10, 20], value: [10, 20] };

  it('bars are opaque, wide and narrow ones', () => {
    for (const slots of [1, 4]) {
      const mark: Mark = { kind: 'bars', look: 0, axis, intervals, slot: 0, slots };
      expect(filled(mark, highContrast)).toEqual(['blue 1', 'blue 1']);
    }
  });

  it('bars of capacities are opaque in both directions', () => {
    const ways = ['NO1 → SE3', 'SE3 → NO1'].map((label) => ({ label, power: 50 }));
    const mark: Mark = { kind: 'capacities', look: 0, rows: [{ heading: '', ways }] };
    expect(filled(mark, highContrast)).toEqual(['blue 1', 'orange 1']);
  });

  it('orders are opaque', () => {
    const mark: Mark = { kind: 'triangles', look: 1, shape: 'triangleUp', time: [5], price: [5] };
    expect(filled(mark, highContrast)).toEqual(['orange 1']);
  });

  it('a line of more values than pixels is opaque, the area of bars below it is not', () => {
    const low = [5, 15];
    const line: Mark = { kind: 'band', look: 0, axis, intervals, low, solid: false };
    expect(filled(line, highContrast)).toEqual(['blue 1', 'blue 1']);
    const area = filled({ ...line, solid: true }, highContrast);
    expect(area).toEqual(['blue 0.3', 'blue 1', 'blue 0.3', 'blue 1']);
  });
});
