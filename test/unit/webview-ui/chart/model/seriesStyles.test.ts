import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { styleOf, stylesOf } from '#view/chart/model/seriesStyles';

describe('the styles of series', () => {
  it('differ among 50 series in color or dashes', () => {
    const styles = Array.from({ length: 50 }, (_, index) => JSON.stringify(styleOf(index)));
    expect(new Set(styles).size).toBe(50);
  });

  it('have solid lines as long as there are colors, so that dashes mean preliminary', () => {
    for (let index = 0; index < 7; index += 1) expect(styleOf(index).dash).toEqual([]);
  });

  it('distinguish preliminary from official prices by dashes', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 22 }), (preliminary) => {
        const series = preliminary.map((isPreliminary) => ({ preliminary: isPreliminary, reduced: false }));
        const styles = stylesOf(series).map((style) => styleOf(style));
        expect(new Set(styles.map((style) => JSON.stringify(style))).size).toBe(styles.length);
        preliminary.forEach((dashed, index) => {
          expect(styles[index]?.color).toBe(index % 7);
          if (dashed) expect(styles[index]?.dash).not.toEqual([]);
          // Seven solid lines, then dashes of their own.
          if (!dashed && index < 7) expect(styles[index]?.dash).toEqual([]);
        });
      }),
    );
  });
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
  const styled = (series: Parameters<typeof stylesOf>[0]) => stylesOf(series).map((style) => styleOf(style));

  it.each([
    [3, 2],
    [7, 3],
    [10, 2],
  ])('have one color for each of %i areas in %i results, and no two look alike', (subjects, results) => {
    const styles = styled(chart(subjects, results));
    styles.forEach(({ color, dash }, index) => {
      expect(color).toBe(Math.floor(index / results) % 7);
      if (index % results > 0) expect(dash).not.toEqual([]);
      else if (index < 7 * results) expect(dash).toEqual([]);
    });
    expect(new Set(styles.map((style) => JSON.stringify(style))).size).toBe(styles.length);
  });

  it("give a difference the color of its area, and the solid line to series that aren't preliminary", () => {
    const both = chart(2, 2, (result) => ({ preliminary: result === 0 }));
    const [first, second] = styled(both);
    expect(first).toMatchObject({ color: 0, dash: expect.not.arrayContaining([undefined]) as unknown });
    expect(first?.dash).not.toEqual([]);
    expect(second).toEqual({ color: 0, dash: [] });
    const compared = chart(2, 3, (result) => (result === 2 ? { isDifference: true } : {}));
    const colors = styled(
      compared.map((one) => ({ ...one, about: { ...one.about, result: one.about.result % 2 } })),
    ).map(({ color }) => color);
    expect(colors).toEqual([0, 0, 0, 1, 1, 1]);
  });

  it('differ in color if there is only one area, if lines have no dashes, and if they would look alike', () => {
    const colors = (series: Parameters<typeof stylesOf>[0]) => styled(series).map(({ color }) => color);
    expect(colors(chart(1, 3))).toEqual([0, 1, 2]);
    expect(colors(chart(2, 2, () => ({ reduced: true })))).toEqual([0, 1, 2, 3]);
    const many = styled(chart(10, 5));
    expect(new Set(many.map((style) => JSON.stringify(style))).size).toBe(50);
  });
});
