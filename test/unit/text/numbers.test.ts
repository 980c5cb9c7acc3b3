import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calculated, formatNumber } from '#src/text/numbers';
import { propertyRuns } from '../propertyRuns';

describe('a number', () => {
  it.each([
    [1234.5, false, '1,234.50'],
    [-1234.5, false, '-1,234.50'],
    [1234.5, true, '+1,234.50'],
    [-1234.5, true, '-1,234.50'],
    [0.0049, true, '0.00'],
    [-0.0049, true, '0.00'],
    [-0.0049, false, '0.00'],
    [-0, false, '0.00'],
  ])('%s (a difference: %s) is written %s', (value, isDifference, text) => {
    expect(formatNumber(value, { least: 2, most: 2, isDifference })).toBe(text);
  });

  it('has a sign unless the shown number is zero', () => {
    const small = fc.double({ min: -1e-3, max: 1e-3, noNaN: true });
    fc.assert(
      fc.property(
        fc.oneof(small, fc.double({ noNaN: true, noDefaultInfinity: true })),
        fc.nat(4),
        (value, most) => {
          const [plain, difference] = [false, true].map((isDifference) =>
            formatNumber(value, { least: 0, most, isDifference }),
          );
          const isZero = !/[1-9]/.test(plain ?? '');
          expect(plain?.startsWith('-')).toBe(value < 0 && !isZero);
          expect(difference).toBe(value > 0 && !isZero ? `+${plain}` : plain);
        },
      ),
      { numRuns: propertyRuns(300) },
    );
  });

  it.each([
    [12.34567, 12.35],
    [0.123456, 0.1235],
    [-0.00004, 0],
  ])('that was calculated has no digits that only look exact: %s', (value, shown) => {
    expect(Math.abs(calculated(value) - shown)).toBe(0);
  });
});
