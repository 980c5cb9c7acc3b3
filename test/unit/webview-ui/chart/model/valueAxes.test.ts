import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { axisOf, keptAxes, valueAxes } from '#view/chart/model/valueAxes';

const seen = (low: number, high: number) => ({ title: 'MW', bounds: { low, high } });

describe('value axes', () => {
  const axis = (low: number, high: number, fromZero = false) =>
    valueAxes([seen(low, high)], fromZero)[0] ?? { title: '', low: NaN, high: NaN };

  it.each([
    ['prices near zero start at zero', axis(13, 100), 0, true],
    ['prices of 46 to 117 use the whole height', axis(46, 117), 40, false],
    ['turnover of 41 to 52 thousand uses the whole height', axis(41_000, 52_000), 40_000, false],
    ['bars start at zero', axis(90, 100, true), 0, true],
    ['nothing visible still has an axis', axis(NaN, NaN), 0, true],
  ])('%s', (_name, { low }, limit, exact) => {
    if (exact) expect(low).toBe(limit);
    else expect(low).toBeGreaterThan(limit);
  });

  it.each([
    [axis(13, 100), false],
    [axis(-100, -13), false],
    [axis(46, 117, true), false],
    [axis(46, 117), true],
    [axis(-117, -46), true],
  ])("say when they don't include zero, if there is room: %o", ({ title, brief }, isSaid) => {
    expect(title).toBe(isSaid ? "MW, axis doesn't start at zero" : 'MW');
    expect(brief).toBe(isSaid ? 'MW' : undefined);
  });

  it('use the whole height each if there are two and zero is far from both', () => {
    const [power, price] = valueAxes([seen(900, 1000), seen(46, 117)], false);
    expect(power?.low).toBeGreaterThan(890);
    expect(price?.low).toBeGreaterThan(40);
  });

  it('have zero at the same height if there are two and one of them includes it', () => {
    const price = fc.integer({ min: -500_000, max: 500_000 }).map((cents) => cents / 100);
    const bounds = fc.tuple(price, price);
    fc.assert(
      fc.property(bounds, bounds, (a, b) => {
        const both = [a, b].map((some) => seen(Math.min(...some), Math.max(...some)));
        const axes = valueAxes(both, false);
        fc.pre(axes.some(({ low, high }) => low <= 0 && high >= 0));
        const zeros = axes.map(({ low, high }) => -low / (high - low));
        expect(zeros[0]).toBeCloseTo(zeros[1] ?? NaN, 9);
        axes.forEach(({ low, high }, index) => {
          expect(low).toBeLessThanOrEqual((both[index]?.bounds.low ?? NaN) + 1e-6);
          expect(high).toBeGreaterThanOrEqual((both[index]?.bounds.high ?? NaN) - 1e-6);
        });
      }),
    );
  });

  it('are on the right for the second unit', () => {
    expect(['MW', 'EUR/MWh'].map((unit) => axisOf(unit, ['MW', 'EUR/MWh']))).toEqual([0, 1]);
  });
});

describe('axes of the day before', () => {
  const axis = (low: number, high: number) => ({ title: 'EUR/MWh', low, high });

  it('are kept if the values fit them and use at least half of them', () => {
    expect(keptAxes([axis(20, 80)], [axis(10, 100)])).toEqual([axis(10, 100)]);
  });

  it.each([
    [axis(0, 101), 'higher'],
    [axis(-1, 90), 'lower'],
    [axis(20, 60), 'much closer together'],
  ])('are replaced if values are %s', (axes) => {
    expect(keptAxes([axes], [axis(0, 100)])).toEqual([axes]);
  });

  it('are replaced if the unit or the number of axes differs', () => {
    expect(keptAxes([axis(20, 80)], [{ ...axis(0, 100), title: 'MW' }])).toEqual([axis(20, 80)]);
    expect(keptAxes([axis(20, 80)], [])).toEqual([axis(20, 80)]);
    expect(keptAxes([axis(20, 80)], [axis(0, 100), axis(0, 100)])).toEqual([axis(20, 80)]);
  });
});
