import { expect, it } from 'vitest';
import { markdownOf, reaches } from '../../bench/report';
import { spreadOf } from '../../bench/sampling';

const same = (value: number) => ({ median: value, least: value, most: value });

it('a goal is a ratio of medians if there is a reference, otherwise a value', () => {
  const line = { what: 'x', unit: 'ms', ours: same(30) } as const;
  expect(reaches(line)).toBeUndefined();
  expect(reaches({ ...line, goal: 30 })).toBe(true);
  expect(reaches({ ...line, goal: 0.5, reference: same(50) })).toBe(false);
  const lines = [{ ...line, goal: 0.5, reference: same(50) }];
  expect(markdownOf({ title: 'T', reference: 'R', lines, notes: [] })).toContain(
    '| x | 30 ms | 50 ms | 0.60x | ≤ 0.5x | **not reached** |',
  );
});

it('the median of an even number of samples is between the two in the middle', () => {
  expect(spreadOf([4, 1, 2, 9])).toEqual({ median: 3, least: 1, most: 9 });
});
