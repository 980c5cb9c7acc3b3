import { describe, expect, it } from 'vitest';
import { gapsAfter, moreLabel, previewText } from '#view/json/jsonText';

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

  it("say how many children aren't shown, if that is known", () => {
    expect(moreLabel(100, 1092)).toBe('Show more (992 not shown)');
    expect(moreLabel(100, null)).toBe('Show more (starting at 100)');
  });
});

describe('the preview of a container', () => {
  const text = '[{"value":85.57},{"value":1.5e-7},{"value":true}]';

  it('fills its line', () => {
    expect(previewText(text, 200)).toBe(text);
    expect(previewText(text, text.length)).toBe(text);
    expect(previewText(text, 12)).toBe('[{"value": …');
    expect(previewText(text, 0)).toBe(' …');
  });

  it('is never longer, and never ends within the digits of a number', () => {
    for (let room = 2; room < text.length; room += 1) {
      const preview = previewText(text, room);
      expect(preview.length).toBeLessThanOrEqual(room);
      expect(preview).toMatch(/(?:^|[^\d.+-]) …$/);
    }
  });
});
