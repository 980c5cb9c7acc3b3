import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatBytes, formatDuration, formatRate } from '#src/text/sizesAndDurations';

describe('sizes, durations and rates in the header', () => {
  it.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [999, '999 bytes'],
    [1000, '1 kB'],
    [63_480, '63.5 kB'],
    [999_499, '999 kB'],
    [999_500, '1 MB'],
    [531_900_000, '532 MB'],
    [3_450_000_000, '3.45 GB'],
  ])('%i bytes', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });

  it.each([
    [0, '0 ms'],
    [840.4, '840 ms'],
    [999.6, '1 s'],
    [1243, '1.24 s'],
    [59_960, '1 min 0 s'],
    [125_000, '2 min 5 s'],
  ])('%d milliseconds', (milliseconds, text) => {
    expect(formatDuration(milliseconds)).toBe(text);
  });

  it('shows no download rate in the first half second, nor without a byte', () => {
    expect(formatRate(10_000_000, 100)).toBeNull();
    expect(formatRate(0, 5000)).toBeNull();
    expect(formatRate(10_000_000, 4000)).toBe('2.5 MB/s');
  });

  it('never shows more than three digits before the unit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9e14 }), (bytes) =>
        /^\d{1,3}(\.\d+)? (bytes?|kB|MB|GB|TB)$/.test(formatBytes(bytes)),
      ),
    );
  });
});
