import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crossing, settledCrossing, type CurvePoints } from '#src/market/records/curveCrossing';
import { propertyRuns } from '../../propertyRuns';

type Point = [volume: number, price: number];
const curve = (...points: Point[]): CurvePoints => ({
  volume: points.map(([volume]) => volume),
  price: points.map(([, price]) => price),
});

/** From a volume and its price for each point, such as `0,50 100,90`. */
const pointsOf = (text: string) =>
  [...text.matchAll(/(\S+),(\S+)/g)].map(([, volume, price]): Point => [Number(volume), Number(price)]);

/** A number as a fraction of integers, its denominator above zero. */
interface Fraction {
  readonly top: bigint;
  readonly bottom: bigint;
}

const fraction = (top: bigint, bottom: bigint): Fraction =>
  bottom < 0n ? { top: -top, bottom: -bottom } : { top, bottom };

/** The double itself, not the decimals it's written with. */
function fractionOf(double: number): Fraction {
  let [scaled, bottom] = [double, 1n];
  for (; !Number.isInteger(scaled); bottom *= 2n) scaled *= 2;
  return fraction(BigInt(scaled), bottom);
}

const plus = (a: Fraction, b: Fraction) => fraction(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom);
const times = (a: Fraction, b: Fraction) => fraction(a.top * b.top, a.bottom * b.bottom);
const over = (a: Fraction, b: Fraction) => fraction(a.top * b.bottom, a.bottom * b.top);
const minus = (a: Fraction, b: Fraction) => plus(a, fraction(-b.top, b.bottom));
const order = (a: Fraction, b: Fraction) => {
  const { top } = minus(a, b);
  return top < 0n ? -1 : top > 0n ? 1 : 0;
};
const least = (...all: Fraction[]) => all.reduce((a, b) => (order(a, b) <= 0 ? a : b));
const most = (...all: Fraction[]) => all.reduce((a, b) => (order(a, b) >= 0 ? a : b));
const double = ({ top, bottom }: Fraction) => Number((top * 10n ** 20n) / bottom) / 1e20;

type ExactPoint = readonly [volume: Fraction, price: Fraction];

/** Both ends of what two pieces have in common, or their one common point, or nothing. */
function common([a, b]: readonly ExactPoint[], [c, d]: readonly ExactPoint[]): ExactPoint[] {
  const across = ([v, p]: ExactPoint, [w, q]: ExactPoint) => minus(times(v, q), times(p, w));
  const from = (one: ExactPoint, other: ExactPoint): ExactPoint => [
    minus(other[0], one[0]),
    minus(other[1], one[1]),
  ];
  if (!a || !b || !c || !d) return [];
  const isOn = (at: ExactPoint, [start, end]: readonly [ExactPoint, ExactPoint]) =>
    across(from(start, end), from(start, at)).top === 0n &&
    at.every(
      (value, axis) =>
        order(value, least(start[axis]!, end[axis]!)) >= 0 &&
        order(value, most(start[axis]!, end[axis]!)) <= 0,
    );
  const turn = across(from(a, b), from(c, d));
  if (turn.top === 0n)
    return [...[a, b].filter((at) => isOn(at, [c, d])), ...[c, d].filter((at) => isOn(at, [a, b]))];
  const share = over(across(from(a, c), from(c, d)), turn);
  const at: ExactPoint = [
    plus(a[0], times(share, minus(b[0], a[0]))),
    plus(a[1], times(share, minus(b[1], a[1]))),
  ];
  return isOn(at, [a, b]) && isOn(at, [c, d]) ? [at] : [];
}

/** The crossing of lines through these points, by fractions: every piece of one with every piece of the other. */
function exactCrossing(sell: readonly Point[], buy: readonly Point[]): Point | null {
  const pieces = (points: readonly Point[]) => {
    const exact = points.map(([volume, price]): ExactPoint => [fractionOf(volume), fractionOf(price)]);
    return exact.map((point, at) => [exact[at - 1] ?? point, point]);
  };
  const met = pieces(sell).flatMap((piece) => pieces(buy).flatMap((other) => common(piece, other)));
  if (met.length === 0) return null;
  const volume = most(...met.map(([each]) => each));
  const prices = met.filter(([each]) => order(each, volume) === 0).map(([, each]) => each);
  return [double(volume), (double(least(...prices)) + double(most(...prices))) / 2];
}

describe('supply meets demand', () => {
  it.each<[string, string, string, Point | null]>([
    ['between points of straight lines', '0,0 100,100', '0,80 100,0', [44.444444444444, 44.444444444444]],
    ['at a point of both', '0,0 50,10 100,90', '0,50 50,10 80,0', [50, 10]],
    ['on a vertical piece of supply', '0,0 50,10 50,40 90,50', '0,30 90,21', [50, 25]],
    ['on a horizontal piece of demand', '0,0 100,100', '0,60 80,60 80,0', [60, 60]],
    [
      'with the largest volume where both are flat',
      '0,0 10,20 40,20 60,30',
      '0,40 20,20 50,20 50,0',
      [40, 20],
    ],
    ['at the middle price where both are vertical', '0,0 10,10 10,50', '0,60 10,40 10,20', [10, 30]],
    ['below zero', '0,-500 100,-100', '0,0 100,-400', [62.5, -250]],
    ['in single points', '10,5', '10,5', [10, 5]],
    ['nowhere: supply is dearer throughout', '0,50 100,90', '0,40 100,0', null],
    ['nowhere: demand is dearer throughout', '0,0 100,10', '0,90 100,50', null],
    ['nowhere: no common volume', '0,0 10,10', '20,50 30,0', null],
    ['nowhere: nothing on one side', '', '0,10 30,0', null],
  ])('%s', (_, sell, buy, expected) => {
    const met = crossing(curve(...pointsOf(sell)), curve(...pointsOf(buy)));
    if (expected === null) expect(met).toBeNull();
    else {
      expect(met?.volume).toBeCloseTo(expected[0], 9);
      expect(met?.price).toBeCloseTo(expected[1], 9);
    }
  });

  it('ignores points without a number', () => {
    const sell = curve([0, 0], [NaN, 3], [50, NaN], [100, 100]);
    expect(crossing(sell, curve([0, 100], [100, 0]))).toEqual({ price: 50, volume: 50 });
  });

  const finite = fc.integer({ min: -5000, max: 5000 });
  const points = fc.array(fc.tuple(finite, finite), { maxLength: 12 });
  /** Prices in the order of volumes, as supply rises and demand falls. */
  const monotone = (list: Point[], sign: 1 | -1): Point[] => {
    const prices = list.map(([, price]) => price).sort((a, b) => sign * (a - b));
    const volumes = list.map(([volume]) => volume).sort((a, b) => a - b);
    return volumes.map((volume, place): Point => [volume, prices[place]!]);
  };

  it('is where exact fractions say, for curves with equal prices and volumes', () => {
    const price = fc.constantFrom(-500, 0, 0.1, 7.3, 99);
    const some = fc.array(fc.tuple(fc.integer({ min: 0, max: 12 }), price), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(some, some, (one, other) => {
        const [sell, buy] = [monotone(one, 1), monotone(other, -1)];
        const [met, exact] = [crossing(curve(...sell), curve(...buy)), exactCrossing(sell, buy)];
        if (exact === null) expect(met).toBeNull();
        else {
          expect(met?.volume).toBeCloseTo(exact[0], 9);
          expect(met?.price).toBeCloseTo(exact[1], 9);
        }
      }),
      { numRuns: propertyRuns(1000) },
    );
  });

  it('is the same whatever order the points are in, even if some are repeated', () => {
    fc.assert(
      fc.property(points, points, fc.infiniteStream(fc.nat()), (sell, buy, stream) => {
        const shuffled = (list: Point[]) =>
          [...list, ...list.slice(0, 2)]
            .map((point) => ({ point, key: stream.next().value as number }))
            .sort((a, b) => a.key - b.key)
            .map(({ point }) => point);
        expect(crossing(curve(...shuffled(sell)), curve(...shuffled(buy)))).toEqual(
          crossing(curve(...sell), curve(...buy)),
        );
      }),
    );
  });
});

describe('blocks and net flows', () => {
  const supply = curve([0, 0], [100, 100]);
  const demand = curve([0, 100], [100, 0]);
  const none = {
    volumeAcceptedBlocksBuy: null,
    volumeAcceptedBlocksSell: null,
    volumeNetFlows: null,
  };

  it("don't affect the price if none were sent", () => {
    expect(settledCrossing(supply, demand, none)).toBeNull();
  });

  it('move supply by the volume sold, and demand by the volume bought', () => {
    const sold = { ...none, volumeAcceptedBlocksSell: 20 };
    expect(settledCrossing(supply, demand, sold)?.ifImports).toEqual({ price: 40, volume: 60 });
    const bought = { ...none, volumeAcceptedBlocksBuy: 20 };
    expect(settledCrossing(supply, demand, bought)?.ifImports).toEqual({ price: 60, volume: 60 });
  });

  it('have an unknown sign, so both prices are given: imports lower it, exports raise it', () => {
    const flows = { ...none, volumeNetFlows: 20 };
    expect(settledCrossing(supply, demand, flows)).toEqual({
      sellShift: 20,
      buyShift: 0,
      ifImports: { price: 40, volume: 60 },
      ifExports: { price: 60, volume: 60 },
    });
  });

  it("don't change the price if they move both sides equally, for any curves that cross", () => {
    const step = fc.integer({ min: 1, max: 50 });
    const steps = fc.array(fc.tuple(step, step), { minLength: 1, maxLength: 20 });
    const line = (parts: [number, number][], price: number, sign: 1 | -1) => {
      const points: Point[] = [[0, price]];
      for (const [v, p] of parts) {
        const [volume, last] = points.at(-1)!;
        points.push([volume + v, last + sign * p]);
      }
      return curve(...points);
    };
    fc.assert(
      fc.property(steps, steps, fc.integer({ min: 0, max: 1000 }), (rising, falling, by) => {
        const [sell, buy] = [line(rising, 0, 1), line(falling, 400, -1)];
        const raw = crossing(sell, buy);
        const both = { ...none, volumeAcceptedBlocksSell: by, volumeAcceptedBlocksBuy: by };
        const settled = settledCrossing(sell, buy, both)?.ifImports ?? null;
        if (raw === null) expect(settled).toBeNull();
        else {
          expect(settled?.price).toBeCloseTo(raw.price, 6);
          expect(settled?.volume).toBeCloseTo(raw.volume + by, 6);
        }
      }),
    );
  });
});
