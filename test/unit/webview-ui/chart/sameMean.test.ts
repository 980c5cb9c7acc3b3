import { expect, it } from 'vitest';
import { lengthWeighted } from '#src/table/compare/weightedMean';
import type { Series } from '#src/protocol/chartTypes';
import { calculated } from '#src/text/numbers';
import { formatPrice, formatWithUnit } from '#view/chart/model/valueText';
import { seriesValue } from '#view/chart/series/seriesReadout';

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
    const series: Pick<Series, 'unit' | 'isDifference'> = { unit, isDifference: true };
    expect(seriesValue(calculated(mean), series)).toBe(text);
    expect(formatWithUnit(calculated(mean), unit, true)).toBe(`${text} ${unit}`);
  },
);
