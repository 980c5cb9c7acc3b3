import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimalOrder, isDecimal } from '#src/table/columns/decimalOrder';
import { propertyRuns } from '../../propertyRuns';

/** The number's text: an integer times a power of ten, written with a point, zeros, and an exponent. */
const written = fc.record({
  digits: fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }),
  places: fc.nat(30),
  zeros: fc.nat(3),
  exponent: fc.integer({ min: -3, max: 3 }),
});

function textOf({
  digits,
  places,
  zeros,
  exponent,
}: {
  digits: bigint;
  places: number;
  zeros: number;
  exponent: number;
}) {
  const sign = digits < 0n ? '-' : '';
  const all = String(digits < 0n ? -digits : digits).padStart(places + 1, '0');
  const point = all.length - places;
  const fraction = places + zeros > 0 ? `.${all.slice(point)}${'0'.repeat(zeros)}` : '';
  return `${sign}${all.slice(0, point)}${fraction}${exponent === 0 ? '' : `e${exponent}`}`;
}

/** The same number times 10^40, which is an integer. */
const scaled = ({ digits, places, exponent }: { digits: bigint; places: number; exponent: number }) =>
  digits * 10n ** BigInt(40 - places + exponent);

describe('numbers as text', () => {
  it('are ordered by all their digits, however they are written', () => {
    fc.assert(
      fc.property(written, written, (one, other) => {
        const [a, b] = [scaled(one), scaled(other)];
        expect(Math.sign(decimalOrder(textOf(one), textOf(other)))).toBe(a < b ? -1 : a > b ? 1 : 0);
      }),
      { numRuns: propertyRuns(300) },
    );
  });

  it.each([
    ['9007199254740993', '9007199254740992', 1],
    ['1e400', '1e399', 1],
    ['-1e400', '5', -1],
    ['0.00', '-0', 0],
    ['12.10', '12.1', 0],
    ['4000.0000000000000001', '4000', 1],
    ['1e3', '1000', 0],
  ])('%s compared with %s', (one, other, order) => {
    expect(Math.sign(decimalOrder(one, other))).toBe(order);
  });

  // Each run of zeros would be looked at again from every zero in it, which takes minutes.
  it('with a long run of zeros inside are read at once', { timeout: 5000 }, () => {
    const zeros = '0'.repeat(500_000);
    expect(decimalOrder(`1${zeros}1`, `1${zeros}2`)).toBeLessThan(0);
    expect(decimalOrder(`1.${zeros}1`, '1')).toBeGreaterThan(0);
  });

  it.each(['', '-', '.', 'n/a', '0x10', 'NaN', '1,5', '1e'])('"%s" isn\'t a number', (text) => {
    expect(isDecimal(text)).toBe(false);
    expect(decimalOrder(text, '1')).toBeNaN();
  });
});
