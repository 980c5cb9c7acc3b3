import { expect, it } from 'vitest';
import { lengthWeighted } from '#src/table/compare/weightedMean';
import { calculated } from '#src/text/numbers';
import { formatPrice, formatValue, seriesMean } from '#view/chart/model/valueText';

it.each([
  [0.00001, '0.00'],
  [-0.00001, '0.00'],
  [-0, '0.00'],
  [0.003, '+0.003'],
  [-0.003, '-0.003'],
  [1234.567, '+1,234.57'],
])(
  'the mean difference %s is the same text in every chart and in the sentence about a comparison',
  (mean, text) => {
    const unit = 'EUR/MWh';
    const weighted = lengthWeighted();
    weighted.add(mean, 900_000, unit);
    expect(weighted.text()).toBe(text);
    expect(formatPrice(calculated(mean), true)).toBe(text);
    const known = { count: 1, nulls: 0, min: mean, max: mean, minAt: 0, maxAt: 0, decimals: 6 };
    const series = { unit, isDifference: true, summary: { ...known, mean } };
    expect(seriesMean(series)).toBe(text);
    expect(formatValue(calculated(mean), unit, true)).toBe(text);
  },
);

it('small values count next to large ones that cancel out', () => {
  const weighted = lengthWeighted();
  for (const value of [1e16, 1, 1, 1, -1e16]) weighted.add(value, 1, 'MWh');
  expect(weighted.text()).toBe('+0.60');
});
