import { expect, it } from 'vitest';
import { firstFree, overlap } from '#view/chart/model/firstFree';

const box = (left: number, top = 0) => ({ left, top, width: 50, height: 16 });

it('two texts that only touch are still readable', () => {
  expect(overlap(box(0), box(50))).toBe(false);
  expect(overlap(box(0), box(49))).toBe(true);
  expect(overlap(box(0), box(0, 16))).toBe(false);
});

it('a text goes to its first place that is free, and is left out if there is none', () => {
  const taken = [box(0)];
  expect(firstFree([[box(10), box(100)], [box(120), box(100, 20)], [box(20)]], taken)).toEqual([
    box(100),
    box(100, 20),
  ]);
});

it('a text keeps a distance from another text on its line, but may be beside a marker', () => {
  expect(firstFree([[box(50)], [box(102), box(108)]], [box(0)])).toEqual([box(50), box(108)]);
});
