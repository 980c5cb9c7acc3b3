import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { longestCell, writeFixed, writeNumber, writeTime } from '#src/exports/numberBytes';
import { formatUtcMs } from '#src/market/time/zones';
import { propertyRuns } from '../propertyRuns';

const bytes = Buffer.from(new ArrayBuffer(longestCell + 3));
const view = new DataView(bytes.buffer);
const said = (write: (at: number) => number) => bytes.toString('latin1', 3, write(3));

/** Doubles as prices and volumes have them, besides all the others. */
const amount = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.maxSafeInteger(),
  fc.tuple(fc.maxSafeInteger(), fc.integer({ min: 0, max: 9 })).map(([n, e]) => n / 10 ** e),
  fc.tuple(fc.integer(), fc.integer({ min: 0, max: 9 })).map(([n, e]) => n / 10 ** e),
  fc.constantFrom(0, -0, 2 ** 51, 2 ** 53, 2 ** 53 + 2, 1e21, 1e-7, 0.1 + 0.2, 5e-324, 0.00005),
);

describe('numbers and times as bytes', () => {
  it('write a number as the shortest text that is read back as the same number', () => {
    fc.assert(
      fc.property(amount, (value) => {
        expect(said((at) => writeNumber(view, at, value))).toBe(String(value));
      }),
      { numRuns: propertyRuns(500) },
    );
  });

  it('write a number with its original decimals', () => {
    fc.assert(
      fc.property(amount, fc.integer({ min: 0, max: 20 }), (value, places) => {
        // Only such numbers are ever written with so many decimals.
        fc.pre(Math.abs(value) < 1e21);
        expect(said((at) => writeFixed(view, at, value, places))).toBe(value.toFixed(places));
      }),
      { numRuns: propertyRuns(500) },
    );
  });

  it('write every instant with three fractional digits, even outside of four-digit years', () => {
    const instant = fc.oneof(
      fc.integer({ min: -62_167_300_000_000, max: 253_402_400_000_000 }),
      fc.integer({ min: 0, max: 2_000_000 }).map((minutes) => minutes * 60_000),
    );
    fc.assert(
      fc.property(instant, (epochMs) => {
        expect(said((at) => writeTime(view, at, epochMs))).toBe(formatUtcMs(epochMs));
      }),
      { numRuns: propertyRuns(500) },
    );
  });
});
