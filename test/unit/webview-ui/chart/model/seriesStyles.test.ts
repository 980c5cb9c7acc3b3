import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { styleOf, stylesOf } from '../../../../../webview-ui/chart/model/seriesStyles';

describe('the styles of series', () => {
  it.each([true, false])('differ among 50 series in color or dashes, high contrast: %s', (high) => {
    const styles = Array.from({ length: 50 }, (_, index) => JSON.stringify(styleOf(index, high)));
    expect(new Set(styles).size).toBe(50);
  });

  it("differ in dashes from the neighbor's in high contrast, where colors are hard to distinguish", () => {
    for (let index = 1; index < 50; index += 1) {
      expect(styleOf(index, true).dash).not.toEqual(styleOf(index - 1, true).dash);
    }
  });

  it.each([false, true])(
    'distinguish preliminary from official prices by dashes, high contrast: %s',
    (high) => {
      fc.assert(
        fc.property(fc.array(fc.boolean(), { maxLength: 22 }), (preliminary) => {
          const series = preliminary.map((isPreliminary) => ({ preliminary: isPreliminary, reduced: false }));
          const styles = stylesOf(series).map((style) => styleOf(style, high));
          expect(new Set(styles.map((style) => JSON.stringify(style))).size).toBe(styles.length);
          preliminary.forEach((dashed, index) => {
            expect(styles[index]?.color).toBe(index % 7);
            if (dashed) expect(styles[index]?.dash).not.toEqual([]);
            if (high && index > 0) expect(styles[index]?.dash).not.toEqual(styles[index - 1]?.dash);
            // Seven solid lines, then dashes of their own.
            if (!dashed && !high && index < 7) expect(styles[index]?.dash).toEqual([]);
          });
        }),
      );
    },
  );
});

describe('the styles of several results about several areas', () => {
  const areas = ['NO1', 'NO2', 'SE3', 'DK1', 'FI', 'EE', 'LV', 'LT', 'PL', 'NL'];
  const chart = (subjects: number, results: number, more: (result: number) => object = () => ({})) =>
    areas.slice(0, subjects).flatMap((subject) =>
      Array.from({ length: results }, (_, result) => ({
        about: { subject, result },
        reduced: false,
        ...more(result),
      })),
    );
  const styled = (series: Parameters<typeof stylesOf>[0], high: boolean) =>
    stylesOf(series).map((style) => styleOf(style, high));

  it.each([
    [3, 2, false],
    [3, 2, true],
    [7, 3, false],
    [7, 3, true],
    [10, 2, false],
    [10, 2, true],
  ])(
    'have one color for each of %i areas in %i results, and no two look alike (high contrast: %s)',
    (subjects, results, high) => {
      const styles = styled(chart(subjects, results), high);
      styles.forEach(({ color, dash }, index) => {
        expect(color).toBe(Math.floor(index / results) % 7);
        if (index % results > 0) expect(dash).not.toEqual([]);
        else if (!high && index < 7 * results) expect(dash).toEqual([]);
        // Lines next to each other in the legend can be told apart without colors, too.
        if (high && index > 0) expect(dash).not.toEqual(styles[index - 1]?.dash);
      });
      expect(new Set(styles.map((style) => JSON.stringify(style))).size).toBe(styles.length);
    },
  );

  it('give a difference the color of its area, and the solid line to series that are not preliminary', () => {
    const both = chart(2, 2, (result) => ({ preliminary: result === 0 }));
    const [first, second] = styled(both, false);
    expect(first).toMatchObject({ color: 0, dash: expect.not.arrayContaining([undefined]) as unknown });
    expect(first?.dash).not.toEqual([]);
    expect(second).toEqual({ color: 0, dash: [] });
    const compared = chart(2, 3, (result) => (result === 2 ? { isDifference: true } : {}));
    const colors = styled(
      compared.map((one) => ({ ...one, about: { ...one.about, result: one.about.result % 2 } })),
      false,
    ).map(({ color }) => color);
    expect(colors).toEqual([0, 0, 0, 1, 1, 1]);
  });

  it('differ in color if there is only one area, if lines have no dashes, and if they would look alike', () => {
    const colors = (series: Parameters<typeof stylesOf>[0]) =>
      styled(series, false).map(({ color }) => color);
    expect(colors(chart(1, 3))).toEqual([0, 1, 2]);
    expect(colors(chart(2, 2, () => ({ reduced: true })))).toEqual([0, 1, 2, 3]);
    const many = styled(chart(10, 5), false);
    expect(new Set(many.map((style) => JSON.stringify(style))).size).toBe(50);
  });
});
