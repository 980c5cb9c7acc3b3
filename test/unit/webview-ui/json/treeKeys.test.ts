import { expect, it } from 'vitest';
import { treeStep } from '#view/json/treeKeys';

it('Right Arrow expands a value and then goes into it; Left Arrow collapses it and then leaves its container', () => {
  expect(treeStep('ArrowRight', 4, 10, false)).toBe('expand');
  expect(treeStep('ArrowRight', 4, 10, true)).toBe(5);
  expect(treeStep('ArrowLeft', 4, 10, true)).toBe('collapse');
  expect(treeStep('ArrowLeft', 4, 10, false)).toBe('container');
});

it('the other keys go to the rows above and below, and to both ends', () => {
  const steps = ['ArrowUp', 'ArrowDown', 'Home', 'End'].map((key) => treeStep(key, 4, 10, true));
  expect(steps).toEqual([3, 5, 0, 9]);
  expect(treeStep('a', 4, 10, true)).toBeNull();
});
