import { converter, parse, wcagContrast } from 'culori';
import { describe, expect, it } from 'vitest';
import { heatColors } from '#view/chart/model/heatColors';
import { positionOf } from '#view/controls/scalePosition';
import { leastDifferenceOf } from '../colorViews';

const oklab = converter('oklab');
const labOf = (color: string) => oklab(parse(color))!;
const distance = (one: string, other: string) => {
  const [a, b] = [labOf(one), labOf(other)];
  return Math.hypot(a.l - b.l, a.a - b.a, a.b - b.b);
};

describe.each(['#1f1f1f', '#ffffff', '#000000'])('the colors of a heat map on %s', (background) => {
  const colors = heatColors(background);
  const side = (sign: 1 | -1) =>
    Array.from({ length: 21 }, (_, index) => colors((sign * (index || 1e-9)) / 20));

  it('are evenly different for equal steps of the value, on both sides of zero', () => {
    const stepsOf = (all: string[]) => all.slice(1).map((color, index) => distance(color, all[index]!));
    const steps = [...stepsOf(side(1)), ...stepsOf(side(-1))];
    const mean = steps.reduce((sum, step) => sum + step, 0) / steps.length;
    for (const step of steps) expect(Math.abs(step - mean) / mean).toBeLessThan(0.25);
  });

  it('get lighter, or darker, the further a value is from zero', () => {
    for (const sign of [1, -1] as const) {
      const lightness = side(sign).map((color) => labOf(color).l);
      const isRising = lightness.at(-1)! > lightness[0]!;
      expect(lightness).toEqual([...lightness].sort((a, b) => (isRising ? a - b : b - a)));
    }
  });

  it('never let a value below zero be taken for one above it, whatever a person’s color vision', () => {
    for (const below of side(-1)) {
      for (const above of side(1)) expect(leastDifferenceOf(below, above)).toBeGreaterThan(7);
    }
  });

  it('show zero, and a price just below it in another color', () => {
    expect(wcagContrast(colors(0), background)).toBeGreaterThan(1.05);
    expect(leastDifferenceOf(colors(0), colors(-Number.MIN_VALUE))).toBeGreaterThan(10);
  });
});

describe('positions among the colors', () => {
  it('have the same scale on both sides of zero', () => {
    const bounds = { low: -50, high: 200 };
    expect([-50, -1000, 0, 100, 300].map((value) => positionOf(value, bounds))).toEqual([
      -0.25, -0.25, 0, 0.5, 1,
    ]);
  });

  it('begin at the value nearest to zero if all of them are far from zero', () => {
    expect([3000, 3500, 4000].map((value) => positionOf(value, { low: 3000, high: 4000 }))).toEqual([
      0, 0.5, 1,
    ]);
    expect(positionOf(-3000, { low: -4000, high: -3000 })).toBeLessThan(0);
    expect(positionOf(-4000, { low: -4000, high: -3000 })).toBe(-1);
  });
});
