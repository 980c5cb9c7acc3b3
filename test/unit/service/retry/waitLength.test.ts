import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backOffMs, retryAfterSeconds } from '#src/service/retry/waitLength';

const noon = Date.UTC(2026, 10, 21, 12, 0, 0);
const read = (value: string, date?: string): number | undefined =>
  retryAfterSeconds(
    [{ name: 'Retry-After', value }, ...(date === undefined ? [] : [{ name: 'date', value: date }])],
    noon,
  );

describe('retryAfterSeconds', () => {
  it.each([
    ['0', 1],
    ['0.2', 1],
    ['1.5', 2],
    ['120', 120],
    [' 7 ', 7],
    ['99999999999999999999', 2 ** 31],
    ['Sat, 21 Nov 2026 12:00:30 GMT', 30],
    ['Saturday, 21-Nov-26 12:00:30 GMT', 30],
    ['Sat Nov 21 12:00:30 2026', 30],
    ['Sat, 21 Nov 2026 12:00:00 GMT', 1],
    ['Sat, 21 Nov 2026 11:00:00 GMT', 1],
  ])('reads %j as %d s', (value, expected) => expect(read(value)).toBe(expected));

  it.each(['', '-1', '.5', '1,5', '1e3', 'soon', '2026-11-21T12:00:30Z', '12:30', '60s'])(
    'finds no value in %j',
    (value) => expect(read(value)).toBeUndefined(),
  );

  it("reads a date relative to the server's own clock", () => {
    const served = 'Sat, 21 Nov 2026 18:00:00 GMT';
    expect(read('Sat, 21 Nov 2026 18:00:05 GMT', served)).toBe(5);
    expect(read('Sat, 21 Nov 2026 18:00:05 GMT', 'yesterday')).toBe(6 * 3600 + 5);
  });

  it('accepts any text, and never gives a wait of less than a second', () => {
    const text = fc.oneof(
      fc.string(),
      fc.bigInt().map(String),
      fc.double().map(String),
      fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
    );
    fc.assert(
      fc.property(text, text, (value, date) => {
        const seconds = read(value, date);
        if (seconds !== undefined) expect(Number.isSafeInteger(seconds) && seconds >= 1).toBe(true);
      }),
    );
  });

  it('reads every number of seconds in both formats', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), (seconds) => {
        expect(read(String(seconds))).toBe(seconds);
        expect(read(new Date(noon + seconds * 1000).toUTCString())).toBe(seconds);
      }),
    );
  });
});

describe('backOffMs', () => {
  it("doubles and varies, so that clients rejected together don't retry together", () => {
    for (const [step, seconds] of [1, 2, 4].entries()) {
      const waits = Array.from({ length: 50 }, () => backOffMs(step));
      expect(Math.min(...waits)).toBeGreaterThanOrEqual(seconds * 1000);
      expect(Math.max(...waits)).toBeLessThanOrEqual(seconds * 1500);
      expect(new Set(waits).size).toBeGreaterThan(10);
    }
  });
});
