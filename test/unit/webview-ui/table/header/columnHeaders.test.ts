import { describe, expect, it } from 'vitest';
import { nextSort } from '../../../../../webview-ui/table/header/columnHeaders';

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
