import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lookOf, looksOf } from '../../../../../webview-ui/chart/model/seriesStyles';

describe('the styles of series', () => {
  it.each([true, false])('differ among 50 series in colour or dashes, high contrast %s', (high) => {
    const looks = Array.from({ length: 50 }, (_, index) => JSON.stringify(lookOf(index, high)));
    expect(new Set(looks).size).toBe(50);
  });

  it('differ in dashes from the neighbour in high contrast, where colours are hard to tell', () => {
    for (let index = 1; index < 50; index += 1) {
      expect(lookOf(index, true).dash).not.toEqual(lookOf(index - 1, true).dash);
    }
  });

  it.each([false, true])('tell preliminary from official by dashes, high contrast: %s', (high) => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 22 }), (preliminary) => {
        const looks = looksOf(preliminary).map((look) => lookOf(look, high));
        expect(new Set(looks.map((look) => JSON.stringify(look))).size).toBe(looks.length);
        preliminary.forEach((dashed, index) => {
          expect(looks[index]?.colour).toBe(index % 7);
          if (dashed) expect(looks[index]?.dash).not.toEqual([]);
          if (high && index > 0) expect(looks[index]?.dash).not.toEqual(looks[index - 1]?.dash);
          // Seven full lines, then dashes of their own.
          if (!dashed && !high && index < 7) expect(looks[index]?.dash).toEqual([]);
        });
      }),
    );
  });
});
