import { describe, expect, it } from 'vitest';
import { runs, stepPoints } from '#view/chart/model/stepPoints';

const intervals = (...of: [start: number, end: number, value: number][]) => ({
  start: of.map(([start]) => start),
  end: of.map(([, end]) => end),
  value: of.map(([, , value]) => value),
});
/** The points of intervals such as `0-8:5`, each with its start, end, and value. */
const drawn = (text: string) => {
  const of = [...text.matchAll(/(\d+)-(\d+):(\w+)/g)].map(
    ([, start, end, value]): [number, number, number] => [Number(start), Number(end), Number(value)],
  );
  return stepPoints(intervals(...of))
    .map(({ x, y }) => (Number.isNaN(y) ? 'break' : `${x}:${y}`))
    .join(' ');
};

describe('step lines', () => {
  it.each([
    ['as wide as each interval is', '0-8:5 8-20:7 20-24:6', '0:5 8:5 8:7 20:7 20:6 24:6'],
    ['broken at a gap', '0-1:5 2-3:5', '0:5 1:5 break 2:5 3:5'],
    [
      'broken at a missing value, which is not filled forward',
      '0-1:5 1-2:NaN 2-3:5',
      '0:5 1:5 break 2:5 3:5',
    ],
    ['a zero where there is a zero', '0-1:5 1-2:0', '0:5 1:5 1:0 2:0'],
    ['nothing where every value is missing', '0-1:NaN 1-2:NaN', ''],
    ['apart where two intervals overlap', '0-2:5 1-3:6', '0:5 2:5 break 1:6 3:6'],
  ])('are %s', (_name, of, expected) => {
    expect(drawn(of)).toBe(expected);
  });

  it('are interrupted where columns of pixels have a gap, not where rounding makes one', () => {
    const columns = intervals([0, 1, 1], [1.0000001, 2, 1], [3, 4, 1]);
    expect(runs(columns)).toEqual([
      [0, 2],
      [2, 3],
    ]);
    expect(runs(intervals())).toEqual([]);
    const quarterHourMissing = intervals([0, 3_600_000, 1], [4_500_000, 5_400_000, 1]);
    expect(runs(quarterHourMissing)).toEqual([
      [0, 1],
      [1, 2],
    ]);
  });

  it.each<[string, number[], [number, number][]]>([
    [
      'between two values',
      [1, NaN, 3],
      [
        [0, 1],
        [2, 3],
      ],
    ],
    ['first and last', [NaN, 1, 2, NaN], [[1, 3]]],
    ['in every interval', [NaN, NaN], []],
  ])('have no area where a value is missing: %s', (_name, values, expected) => {
    expect(
      runs(intervals(...values.map((value, at): [number, number, number] => [at, at + 1, value]))),
    ).toEqual(expected);
  });
});
