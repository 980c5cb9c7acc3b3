import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayPeriod, marketZone } from '#src/market/time/deliveryDay';
import { periodNumber } from '#src/market/time/periodNumbers';
import { minuteMs } from '#src/market/time/zones';

/** The numbers of all periods of the delivery day, of so many minutes each. */
function numbersOf(day: string, minutes: number): (string | null)[] {
  const { start, end } = dayPeriod(day, marketZone);
  const length = minutes * minuteMs;
  return Array.from({ length: (end - start) / length }, (_, at) =>
    periodNumber(start + at * length, start + (at + 1) * length),
  );
}

const count = (from: number, to: number, letter = '') =>
  Array.from({ length: to - from + 1 }, (_, at) => `${from + at}${letter}`);

describe('period numbers', () => {
  it.each([
    ['2026-03-29', 60, [...count(1, 2), ...count(4, 24)]],
    ['2026-03-29', 30, [...count(1, 4), ...count(7, 48)]],
    ['2026-03-29', 15, [...count(1, 8), ...count(13, 96)]],
    ['2026-10-25', 60, [...count(1, 2), '3a', '3b', ...count(4, 24)]],
    ['2026-10-25', 30, [...count(1, 4), ...count(5, 6, 'a'), ...count(5, 6, 'b'), ...count(7, 48)]],
    ['2026-10-25', 15, [...count(1, 8), ...count(9, 12, 'a'), ...count(9, 12, 'b'), ...count(13, 96)]],
    ['2026-03-28', 60, count(1, 24)],
    ['2026-10-26', 15, count(1, 96)],
  ])('are right for %s with periods of %i minutes', (day, minutes, numbers) => {
    expect(numbersOf(day, minutes)).toEqual(numbers);
  });

  it('count a period whose end is inclusive', () => {
    const { start } = dayPeriod('2026-03-28', marketZone);
    const [quarter, hour] = [15 * minuteMs, 60 * minuteMs];
    expect([periodNumber(start, start + quarter - 1000), periodNumber(start, start + hour - 1)]).toEqual([
      '1',
      '1',
    ]);
    expect(periodNumber(start, start + quarter - 1001)).toBeNull();
  });

  it('start again with each day, whichever row came before', () => {
    const midnight = dayPeriod('2026-03-29', marketZone).start;
    const hours = [-1, 0, -1, 23].map((hour) => midnight + hour * 60 * minuteMs);
    expect(hours.map((start) => periodNumber(start, start + 60 * minuteMs))).toEqual(['24', '1', '24', '1']);
    const longAgo = dayPeriod('1962-07-01', marketZone).start;
    expect(periodNumber(longAgo, longAgo + 15 * minuteMs)).toBe('1');
  });

  it("don't exist for blocks, days, and intervals that start between two periods", () => {
    const { start } = dayPeriod('2026-03-20', marketZone);
    expect(periodNumber(start, start + 480 * minuteMs)).toBeNull();
    expect(periodNumber(start + 5 * minuteMs, start + 65 * minuteMs)).toBeNull();
    expect(periodNumber(start, start)).toBeNull();
    expect(periodNumber(Number.NaN, start)).toBeNull();
  });

  it('are unique within any day', () => {
    const days = fc.date({ min: new Date('2014-01-01'), max: new Date('2040-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(days, fc.constantFrom(15, 30, 60), (date, minutes) => {
        const numbers = numbersOf(date.toISOString().slice(0, 10), minutes);
        expect(new Set(numbers).size).toBe(numbers.length);
        expect(numbers.at(-1)).toBe(String((24 * 60) / minutes));
      }),
    );
  });
});
