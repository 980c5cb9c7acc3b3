import { describe, expect, it } from 'vitest';
import { formatAxisValue, formatWithUnit } from '#view/chart/model/valueText';

describe('no digit that was sent is lost or made up:', () => {
  it.each([
    [-3.2, 'EUR/MWh', '-3.20 EUR/MWh'],
    [0, 'EUR/MWh', '0.00 EUR/MWh'],
    [1234.5678, 'EUR/MWh', '1,234.5678 EUR/MWh'],
    [1200, 'MW', '1,200 MW'],
    [12.5, '', '12.5'],
  ])('%s %s is written %s', (value, unit, expected) => {
    expect(formatWithUnit(value, unit)).toBe(expected);
  });

  it.each([
    [0.30000000000000004, 0.1, '0.3'],
    [-20, 20, '-20'],
    [2000, 500, '2,000'],
    [0.25, 0.05, '0.25'],
  ])('%s on an axis in steps of %s is written %s', (value, step, expected) => {
    expect(formatAxisValue(value, step)).toBe(expected);
  });
});
