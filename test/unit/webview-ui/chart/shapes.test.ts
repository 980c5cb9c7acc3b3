import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lookOf, looksOf } from '../../../../webview-ui/chart/model/seriesStyles';
import { runs, stepPoints } from '../../../../webview-ui/chart/model/stepPoints';
import { axisOf, valueAxes } from '../../../../webview-ui/chart/model/valueAxes';

const intervals = (...of: [start: number, end: number, value: number][]) => ({
  start: of.map(([start]) => start),
  end: of.map(([, end]) => end),
  value: of.map(([, , value]) => value),
});
const drawn = (...of: Parameters<typeof intervals>) =>
  stepPoints(intervals(...of)).map(({ x, y }) => (Number.isNaN(y) ? 'break' : `${x}:${y}`));

describe('step lines', () => {
  it.each<[string, Parameters<typeof intervals>, string[]]>([
    [
      'as wide as each interval is',
      [
        [0, 8, 5],
        [8, 20, 7],
        [20, 24, 6],
      ],
      ['0:5', '8:5', '8:7', '20:7', '20:6', '24:6'],
    ],
    [
      'broken at a gap',
      [
        [0, 1, 5],
        [2, 3, 5],
      ],
      ['0:5', '1:5', 'break', '2:5', '3:5'],
    ],
    [
      'broken at a missing value, which is not filled forward',
      [
        [0, 1, 5],
        [1, 2, NaN],
        [2, 3, 5],
      ],
      ['0:5', '1:5', 'break', '2:5', '3:5'],
    ],
    [
      'a zero where there is a zero',
      [
        [0, 1, 5],
        [1, 2, 0],
      ],
      ['0:5', '1:5', '1:0', '2:0'],
    ],
    [
      'nothing where every value is missing',
      [
        [0, 1, NaN],
        [1, 2, NaN],
      ],
      [],
    ],
    [
      'apart where two intervals overlap',
      [
        [0, 2, 5],
        [1, 3, 6],
      ],
      ['0:5', '2:5', 'break', '1:6', '3:6'],
    ],
  ])('are %s', (_name, of, expected) => {
    expect(drawn(...of)).toEqual(expected);
  });

  it('part where columns of pixels have a gap, not where rounding does', () => {
    const columns = intervals([0, 1, 1], [1.0000001, 2, 1], [3, 4, 1]);
    expect(runs(columns)).toEqual([
      [0, 2],
      [2, 3],
    ]);
    expect(runs(intervals())).toEqual([]);
  });
});

describe('looks', () => {
  it.each([true, false])('differ among 50 series in colour or dashes, high contrast %s', (high) => {
    const looks = Array.from({ length: 50 }, (_, place) => JSON.stringify(lookOf(place, high)));
    expect(new Set(looks).size).toBe(50);
  });

  it('differ in dashes from the neighbour in high contrast, where colours are hard to tell', () => {
    for (let place = 1; place < 50; place += 1) {
      expect(lookOf(place, true).dash).not.toEqual(lookOf(place - 1, true).dash);
    }
  });

  it.each([false, true])('tell preliminary from official by dashes, high contrast: %s', (high) => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 22 }), (preliminary) => {
        const looks = looksOf(preliminary).map((look) => lookOf(look, high));
        expect(new Set(looks.map((look) => JSON.stringify(look))).size).toBe(looks.length);
        preliminary.forEach((dashed, place) => {
          expect(looks[place]?.colour).toBe(place % 7);
          if (dashed) expect(looks[place]?.dash).not.toEqual([]);
          if (high && place > 0) expect(looks[place]?.dash).not.toEqual(looks[place - 1]?.dash);
          // Seven full lines, then dashes of their own.
          if (!dashed && !high && place < 7) expect(looks[place]?.dash).toEqual([]);
        });
      }),
    );
  });
});

describe('value axes', () => {
  const axis = (low: number, high: number, fromZero = false) =>
    valueAxes([{ title: '', bounds: { low, high } }], fromZero)[0] ?? { low: NaN, high: NaN };

  it.each([
    ['prices near zero stand on zero', axis(20, 100), 0, true],
    ['prices far from zero have their own range', axis(90, 100), 89, false],
    ['bars stand on zero', axis(90, 100, true), 0, true],
    ['nothing visible still has an axis', axis(NaN, NaN), 0, true],
  ])('%s', (_name, { low }, limit, exact) => {
    if (exact) expect(low).toBe(limit);
    else expect(low).toBeGreaterThan(limit);
  });

  it('have their zero at the same height where there are two', () => {
    const price = fc.integer({ min: -500_000, max: 500_000 }).map((cents) => cents / 100);
    const bounds = fc.tuple(price, price);
    fc.assert(
      fc.property(bounds, bounds, (a, b) => {
        const seen = [a, b].map((some) => ({
          title: '',
          bounds: { low: Math.min(...some), high: Math.max(...some) },
        }));
        const axes = valueAxes(seen, false);
        const zeros = axes.map(({ low, high }) => -low / (high - low));
        expect(zeros[0]).toBeCloseTo(zeros[1] ?? NaN, 9);
        axes.forEach(({ low, high }, place) => {
          expect(low).toBeLessThanOrEqual((seen[place]?.bounds.low ?? NaN) + 1e-6);
          expect(high).toBeGreaterThanOrEqual((seen[place]?.bounds.high ?? NaN) - 1e-6);
        });
      }),
    );
  });

  it('put the second unit to the right', () => {
    expect(['MW', 'EUR/MWh'].map((unit) => axisOf(unit, ['MW', 'EUR/MWh']))).toEqual([0, 1]);
  });
});
