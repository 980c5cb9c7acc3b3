import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { styleOf, stylesOf } from '../../../../../webview-ui/chart/model/seriesStyles';

describe('the styles of series', () => {
  it.each([true, false])('differ among 50 series in colour or dashes, high contrast %s', (high) => {
    const styles = Array.from({ length: 50 }, (_, index) => JSON.stringify(styleOf(index, high)));
    expect(new Set(styles).size).toBe(50);
  });

  it('differ in dashes from the neighbour in high contrast, where colours are hard to tell', () => {
    for (let index = 1; index < 50; index += 1) {
      expect(styleOf(index, true).dash).not.toEqual(styleOf(index - 1, true).dash);
    }
  });

  it.each([false, true])('tell preliminary from official by dashes, high contrast: %s', (high) => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 22 }), (preliminary) => {
        const styles = stylesOf(preliminary).map((style) => styleOf(style, high));
        expect(new Set(styles.map((style) => JSON.stringify(style))).size).toBe(styles.length);
        preliminary.forEach((dashed, index) => {
          expect(styles[index]?.colour).toBe(index % 7);
          if (dashed) expect(styles[index]?.dash).not.toEqual([]);
          if (high && index > 0) expect(styles[index]?.dash).not.toEqual(styles[index - 1]?.dash);
          // Seven full lines, then dashes of their own.
          if (!dashed && !high && index < 7) expect(styles[index]?.dash).toEqual([]);
        });
      }),
    );
  });
});
