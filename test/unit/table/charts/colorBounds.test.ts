import { expect, it } from 'vitest';
import { colorBounds } from '#src/table/charts/colorBounds';

const boundsOf = (...values: number[]) => {
  const { low, high } = colorBounds(
    { values: Float64Array.from(values) },
    Math.min(...values),
    Math.max(...values),
  );
  return [low, high];
};

it('colors go from the lowest to the highest value', () => {
  expect(boundsOf(30, 120)).toEqual([30, 120]);
  expect(boundsOf(-5, 120)).toEqual([-5, 120]);
  expect(boundsOf(-120, -30)).toEqual([-120, -30]);
});

it('colors end before a few spikes or dips', () => {
  const usual = Array.from({ length: 1000 }, (_, at) => 10 + (at % 24));
  expect(boundsOf(4000, ...usual)).toEqual([10, 33]);
  expect(boundsOf(-4000, ...usual.map((value) => -value))).toEqual([-33, -10]);
});

it('values that are all high have colors of their own range', () => {
  expect(boundsOf(...Array.from({ length: 24 }, (_, at) => 3000 + at))).toEqual([3000, 3023]);
});
