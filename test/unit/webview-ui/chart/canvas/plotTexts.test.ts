import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plotTexts } from '#view/chart/canvas/plotTexts';
import type { Drawing, Mark } from '#view/chart/model/drawing';
import { overlap } from '#view/chart/model/firstFree';
import { doubleOf } from '../../../doubleOf';
import { drawingOf, theme } from './drawings';

/** Every letter is seven pixels wide. */
const context = doubleOf<CanvasRenderingContext2D>({
  measureText: (text: string) => doubleOf<TextMetrics>({ width: 7 * text.length }),
});

const top = 20;
const bottom = 200;

/** The texts of a plot so many pixels wide, from 40 on, whose values are pixels from the left and from the bottom. */
function textsOf(drawing: Partial<Drawing>, width = 600, pane = 0) {
  const axis = { visible: { from: 0, to: width }, extent: { from: 0, to: width }, title: '', least: null };
  const whole = drawingOf({ x: axis, y: [{ title: '', low: 0, high: 100 }], ...drawing });
  const brush = {
    context,
    theme,
    area: { left: 40, right: 40 + width, top, bottom },
    x: (value: number) => 40 + value,
    y: (value: number) => bottom - value,
    snapped: (left: number) => left,
  };
  return plotTexts(brush, whole, pane);
}

const far = (title: string) => ({
  title: `${title}, axis doesn't start at zero`,
  brief: title,
  low: 10,
  high: 20,
});
const point = (x: number, y: number, label: string, side: 'left' | 'right' = 'right'): Mark => ({
  kind: 'point',
  style: 0,
  shape: 'circle',
  x,
  y,
  label,
  side,
});

describe('the titles of the axes', () => {
  it('are above the plot, never on it', () => {
    const range = { from: 0, to: 1 };
    const x = {
      visible: range,
      extent: range,
      title: 'Volume, unit not documented',
      brief: 'Volume',
      least: null,
    };
    for (const y of [[far('EUR/MWh'), far('MW')], [far('EUR/MWh')]]) {
      const [left, right] = textsOf({ x, y });
      for (const title of [left!, right!]) expect(title.top + title.height).toBeLessThanOrEqual(top);
      expect(left!.left).toBe(40);
      expect(right!.left + right!.width).toBe(640);
    }
    const title = (width: number) => textsOf({ x, y: [far('EUR')] }, width)[1]?.text;
    expect(title(600)).toBe('Volume, unit not documented →');
    expect(title(320)).toBe('Volume →');
  });

  it.each([
    [600, ["EUR/MWh, axis doesn't start at zero", "MW, axis doesn't start at zero"]],
    [400, ["EUR/MWh, axis doesn't start at zero", 'MW']],
    [200, ['EUR/MWh', 'MW']],
    [50, ['EUR/MWh']],
  ])('are as long as %i pixels allow', (width, texts) => {
    expect(textsOf({ y: [far('EUR/MWh'), far('MW')] }, width).map(({ text }) => text)).toEqual(texts);
  });

  it('of two panes are the caption of the lower one', () => {
    const lower = { title: 'EUR/MWh', low: -1, high: 1, pane: { caption: 'B − A' } };
    const [, caption] = textsOf({ y: [far('EUR/MWh'), lower] }, 600, 130);
    expect(caption).toMatchObject({ text: 'B − A', look: 'caption' });
    expect(caption!.top).toBeGreaterThan(130);
  });
});

describe('the name of a line', () => {
  const named = (at: number, width: number) => {
    const texts = textsOf({ y: [far('EUR/MWh')], now: { at, label: 'now' } }, width);
    return texts.find(({ text }) => text === 'now')!;
  };

  it('is above the plot where its line is', () => {
    const { top: at, left, width } = named(400, 600);
    expect(at).toBeLessThan(top);
    expect(left + width / 2).toBe(440);
    // At an edge, it doesn't leave the plot.
    expect(named(599, 600).left).toBe(640 - 21);
  });

  it('is beside its line on the plot where the title of the axis is above', () => {
    const name = named(100, 600);
    expect(name.top).toBeGreaterThanOrEqual(top);
    expect(name.left).toBe(145);
    expect(named(257, 262).left).toBe(297 - 5 - 21);
  });
});

describe('the labels of points', () => {
  it('are on the sides that they should have, if there is room', () => {
    const [crossing, settled] = textsOf({
      marks: [point(300, 90, '52.64', 'left'), point(310, 92, '54.54')],
    });
    expect(crossing).toMatchObject({ text: '52.64', left: 340 - 10 - 35 });
    expect(settled).toMatchObject({ text: '54.54', left: 350 + 10 });
    const [atEdge] = textsOf({ marks: [point(590, 90, '52.64')] });
    expect(atEdge!.left + atEdge!.width).toBeLessThan(630);
  });

  it("aren't shown if the points aren't in view", () => {
    const beyond = [
      point(-4, 90, '52.64'),
      point(604, 90, '54.54', 'left'),
      point(300, -4, '1'),
      point(300, 184, '2'),
    ];
    expect(textsOf({ marks: beyond })).toEqual([]);
  });

  it('and all other texts overlap nowhere, and leave the plot nowhere', () => {
    const place = fc.tuple(fc.integer({ min: 0, max: 600 }), fc.integer({ min: 0, max: 180 }));
    fc.assert(
      fc.property(place, place, fc.integer({ min: 150, max: 600 }), ([x, y], [x2, y2], width) => {
        const texts = textsOf(
          {
            y: [far('EUR/MWh'), far('MW')],
            marks: [point(x, y, '52.64', 'left'), point(x2, y2, '54.54')],
            now: { at: x, label: 'Middle 52.64' },
            zero: { above: 'UK imports', below: 'UK exports' },
          },
          width,
        );
        texts.forEach((one, index) => {
          expect(texts.slice(index + 1).filter((other) => overlap(one, other))).toEqual([]);
          expect(one.left).toBeGreaterThanOrEqual(40);
          expect(one.left + one.width).toBeLessThanOrEqual(40 + width + 1);
        });
      }),
    );
  });
});

it('directions are named on the sides of zero that have room', () => {
  const zero = { above: 'UK imports', below: 'UK exports' };
  const low = textsOf({ zero });
  expect(low.map(({ text }) => text)).toEqual(['UK imports']);
  expect(low[0]!.top).toBeGreaterThanOrEqual(top);
});
