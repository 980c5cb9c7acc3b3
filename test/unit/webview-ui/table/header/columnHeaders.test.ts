import { describe, expect, it } from 'vitest';
import { nextSort, readFilters } from '#view/table/header/columnHeaders';

describe('sorting by header', () => {
  it('turns ascending, descending, unsorted', () => {
    expect(nextSort([], 'a', false)).toEqual([{ column: 'a' }]);
    expect(nextSort([{ column: 'a' }], 'a', false)).toEqual([{ column: 'a', descending: true }]);
    expect(nextSort([{ column: 'a', descending: true }], 'a', false)).toEqual([]);
  });

  it('adds and toggles more columns in order, replaces them otherwise', () => {
    const two = nextSort([{ column: 'a' }], 'b', true);
    expect(two).toEqual([{ column: 'a' }, { column: 'b' }]);
    expect(nextSort(two, 'a', true)).toEqual([{ column: 'a', descending: true }, { column: 'b' }]);
    expect(nextSort(two, 'c', false)).toEqual([{ column: 'c' }]);
  });
});

it('a filter that cannot be read is explained at its column, and the others still apply', () => {
  const columns = [
    { key: 'price', title: 'Price', type: 'number' as const },
    { key: 'side', title: 'Side', type: 'text' as const },
  ];
  const typed: Record<string, string> = { price: '> much', side: '= buy' };
  const { filters, remarks } = readFilters(columns, (key) => typed[key] ?? '', 'UTC', 0);
  expect(filters).toEqual([{ column: 'side', op: '=', value: 'buy' }]);
  expect([...remarks.keys()]).toEqual(['price']);
  expect(remarks.get('price')).toMatchObject({ isProblem: true });
  expect(remarks.get('price')?.text).toMatch(/^Filter for Price not applied: /);
});
