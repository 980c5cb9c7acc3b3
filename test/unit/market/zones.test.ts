import { describe, expect, it } from 'vitest';
import { isClockChangeDay, startOfDay } from '../../../src/market/zones';

/** Days of March and of October and November that count as days on which the clocks change. */
const changingDays = (zone: string) =>
  [3, 10, 11].flatMap((month) =>
    Array.from({ length: 30 }, (_, at) => at + 1)
      .filter((day) => isClockChangeDay(startOfDay(2026, month, day, zone), zone))
      .map((day) => `${month}-${day}`),
  );

describe('a day on which the clocks change', () => {
  it.each([
    ['Europe/Oslo', ['3-29', '10-25']],
    ['America/New_York', ['3-8', '11-1']],
    // The clock jumps from midnight to 01:00, and falls from 01:00 back to midnight.
    ['America/Havana', ['3-8', '11-1']],
    // The hour before midnight happens twice on the day that ends.
    ['Asia/Beirut', ['3-29', '10-24']],
    ['Asia/Tokyo', []],
    ['UTC', []],
  ])('is found in %s', (zone, days) => {
    expect(changingDays(zone)).toEqual(days);
  });
});
