import { describe, expect, it } from 'vitest';
import { gapsAfter, moreLabel } from '../../../../webview-ui/json/jsonText';

describe('pages of JSON', () => {
  it('show a row for every gap between the pages that were loaded', () => {
    expect(gapsAfter([0])).toEqual([{ page: 1, next: null }]);
    expect(gapsAfter([543, 0, 1])).toEqual([
      { page: 2, next: 543 },
      { page: 544, next: null },
    ]);
    expect(gapsAfter([5])).toEqual([
      { page: 0, next: 5 },
      { page: 6, next: null },
    ]);
  });

  it('say how many children are not shown, where that is known', () => {
    expect(moreLabel(100, 1092)).toBe('Show more (992 not shown)');
    expect(moreLabel(100, null)).toBe('Show more (starting at 100)');
  });
});
