import { describe, expect, it } from 'vitest';
import { formatInZone, isClockChangeDay, startOfDay } from '../../../../src/market/time/zones';

/** Days of March and of October and November that count as days on which the clocks change. */
const changingDays = (zone: string) =>
  [3, 10, 11].flatMap((month) =>
    Array.from({ length: 30 }, (_, at) => at + 1)
      .filter((day) => isClockChangeDay(startOfDay(2026, month, day, zone), zone))
      .map((day) => `${month}-${day}`),
  );

describe('a time on a day on which the clocks change', () => {
  it.each([
    ['2026-10-24T21:59:00Z', '2026-10-24 23:59'],
    ['2026-10-24T22:00:00Z', '2026-10-25 00:00 +02:00'],
    ['2026-10-25T22:45:00Z', '2026-10-25 23:45 +01:00'],
    // The last quarter of that day ends here.
    ['2026-10-25T23:00:00Z', '2026-10-26 00:00 +01:00'],
    ['2026-10-25T23:00:00.001Z', '2026-10-26 00:00:00.001'],
    ['2026-10-26T00:00:00Z', '2026-10-26 01:00'],
    ['2026-03-29T22:00:00Z', '2026-03-30 00:00 +02:00'],
  ])('%s says its offset, to the midnight that ends the day', (utc, text) => {
    expect(formatInZone(Date.parse(utc), 'Europe/Oslo')).toBe(text);
  });
});

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
