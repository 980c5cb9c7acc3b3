import { expect, it } from 'vitest';
import { choosable, nextOption } from '#view/table/header/valueList';

it('the keys move through the values of a column, and back up to its field', () => {
  expect(nextOption('ArrowDown', -1, 3)).toBe(0);
  expect(nextOption('ArrowDown', 2, 3)).toBe(2);
  expect(nextOption('ArrowUp', 0, 3)).toBe(-1);
  expect(nextOption('PageDown', 0, 3)).toBe(2);
  expect(nextOption('PageUp', 14, 30)).toBe(4);
  expect(nextOption('a', 0, 3)).toBeNull();
});

it('a value that the filter field would read differently is not offered', () => {
  const values = ['NO1', '', ' NO2', 'NO2 ', 'NO 3'].map((value) => ({ value, rows: 1 }));
  expect(choosable(values).map(({ value }) => value)).toEqual(['NO1', 'NO 3']);
});
