import { describe, expect, it } from 'vitest';
import { paintBehind } from '#view/chart/canvas/paint';
import type { Drawing, Mark } from '#view/chart/model/drawing';
import { drawingOf, theme } from './drawings';

/** A context that draws nothing and calls back whenever a shape would be filled. */
function contextOf(
  onFill: (context: CanvasRenderingContext2D, box: readonly number[]) => void,
  onClip: (isClipped: boolean) => void = () => undefined,
): CanvasRenderingContext2D {
  const fill = (...box: readonly unknown[]) => onFill(context, box.map(Number));
  const known: Partial<CanvasRenderingContext2D> = {
    globalAlpha: 1,
    fillStyle: '',
    fillRect: fill,
    fill,
    clip: () => onClip(true),
    restore: () => onClip(false),
  };
  const context = new Proxy({} as CanvasRenderingContext2D, {
    get: (_, name): unknown => (Reflect.get(known, name) as unknown) ?? (() => ({ width: 10 })),
    set: (_, name, value) => Reflect.set(known, name, value),
  });
  return context;
}

/** Paints the drawing in a plot of 100 by 100 pixels, whose values are pixels. */
function paint(ctx: CanvasRenderingContext2D, drawing: Partial<Drawing>, highContrast = false): void {
  const scales = {
    x: { top: 100, bottom: 100, getPixelForValue: (value: number) => value },
    y: { top: 0, bottom: 100, getPixelForValue: (value: number) => 100 - value },
  };
  const chartArea = { left: 0, right: 100, top: 0, bottom: 100 };
  const chart = { ctx, chartArea, scales, currentDevicePixelRatio: 1, width: 100 };
  paintBehind(chart, drawingOf(drawing), { ...theme, highContrast });
}

/** In which colors of series, and how strongly, the shapes of the mark are filled. */
function filled(mark: Mark, highContrast: boolean): string[] {
  const shapes: string[] = [];
  let isClipped = false;
  const context = contextOf(
    ({ fillStyle, globalAlpha }) => {
      if (typeof fillStyle !== 'string' || !theme.palette.includes(fillStyle)) return;
      shapes.push(`${fillStyle} ${globalAlpha}${isClipped ? '' : ' beyond the edge'}`);
    },
    (is) => (isClipped = is),
  );
  paint(context, { marks: [mark] }, highContrast);
  return shapes;
}

it('the line at the current time is as high as the plot', () => {
  const boxes: (readonly number[])[] = [];
  paint(
    contextOf((_, box) => boxes.push(box)),
    { now: { at: 40, label: '' } },
  );
  expect(boxes).toContainEqual([40, 0, 1, 100]);
});

describe.each([false, true])('in high contrast: %s', (highContrast) => {
  const axis = 0;
  const intervals = { start: [0, 10], end: [10, 20], value: [10, 20] };

  it('bars are opaque', () => {
    const mark: Mark = { kind: 'bars', style: 0, axis, intervals };
    expect(filled(mark, highContrast)).toEqual(['blue 1', 'blue 1']);
  });

  it('bars of capacities are opaque in both directions', () => {
    const power = { power: 50, text: '50 MW' };
    const rows = [{ heading: '', pair: 'NO1 ⇄ SE3', powers: [power, power] as const }];
    const mark: Mark = { kind: 'capacities', style: 0, rows, gap: 10 };
    expect(filled(mark, highContrast)).toEqual(['orange 1', 'blue 1']);
  });

  it('a difference has another color below zero, where nothing of the first one is painted', () => {
    const value = [10, -20];
    const mark: Mark = {
      kind: 'band',
      style: 1,
      below: 0,
      axis,
      intervals: { ...intervals, value },
      low: value,
      solid: true,
    };
    expect(new Set(filled(mark, highContrast))).toEqual(
      new Set(['orange 0.3', 'orange 1', 'blue 0.3', 'blue 1']),
    );
  });

  it("orders are opaque, and the first and the last one aren't cut off", () => {
    const mark: Mark = { kind: 'triangles', style: 1, shape: 'triangleUp', time: [0, 100], price: [5, 0] };
    expect(filled(mark, highContrast)).toEqual(['orange 1 beyond the edge']);
  });

  it("a line of more values than pixels is opaque, the area of bars below it isn't", () => {
    const low = [5, 15];
    const line: Mark = { kind: 'band', style: 0, axis, intervals, low, solid: false };
    const steps = ['blue 1', 'blue 1', 'blue 1', 'blue 1'];
    expect(filled(line, highContrast)).toEqual(steps);
    // In one path, because overlapping parts would be more opaque.
    expect(filled({ ...line, solid: true }, highContrast)).toEqual(['blue 0.3', ...steps]);
  });

  it('the area and the line are interrupted where a value is missing', () => {
    const value = [10, NaN, 20];
    const broken = { start: [0, 10, 20], end: [10, 20, 30], value };
    const area: Mark = { kind: 'band', style: 0, axis, intervals: broken, low: value, solid: true };
    const oneStep = ['blue 0.3', 'blue 1', 'blue 1'];
    expect(filled(area, highContrast)).toEqual([...oneStep, ...oneStep]);
  });
});
