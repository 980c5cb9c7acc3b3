import fc from 'fast-check';
import { expect, it } from 'vitest';
import { writtenDays } from '#src/market/time/writtenDays';
import { monthNames } from '#src/market/time/dayText';
import { weekdayOf } from '#src/market/time/deliveryDay';

const zone = 'Europe/Oslo';
const now = Date.parse('2026-11-27T12:00:00Z');

it.each([
  ['26 nov', '2026-11-26'],
  ['26. November', '2026-11-26'],
  ['Nov 26', '2026-11-26'],
  ['28 nov', '2026-11-28'],
  ['29 nov', '2025-11-29'],
  ['26 nov 2024', '2024-11-26'],
  ['november 26, 2024', '2024-11-26'],
  ['20 nov to 26 nov', '2026-11-20 to 2026-11-26'],
  ['26 nov 10:00', '2026-11-26 10:00'],
  ['last 7 days', 'today-6d to today'],
  ['Last 1 days', 'today-0d to today'],
  ['october', '2026-10-01 to 2026-10-31'],
  ['feb 2024', '2024-02-01 to 2024-02-29'],
  ['dec', '2025-12-01 to 2025-12-31'],
  ['-7d', 'today-7d'],
  ['last week', '2026-11-16 to 2026-11-22'],
  ['2026-03-29T10:00 to 2026-03-29T12:00', '2026-03-29T10:00 to 2026-03-29T12:00'],
  ['today', 'today'],
  ['5 apples', '5 apples'],
])('"%s" is read as %s', (text, days) => {
  expect(writtenDays(text, now, zone)).toBe(days);
});

it('a date that the editor shows is that date when it is typed', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2000, max: 2040 }),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 28 }),
      (year, month, day) => {
        const shown = `${day} ${monthNames[month - 1]?.() ?? ''} ${year}`;
        const [mm, dd] = [month, day].map((part) => String(part).padStart(2, '0'));
        expect(writtenDays(shown, now, zone)).toBe(`${year}-${mm ?? ''}-${dd ?? ''}`);
      },
    ),
  );
});

it('text without days is never changed, and no text throws', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const days = writtenDays(text, now, zone);
      if (!/\d|\p{L}{3}/u.test(text)) expect(days).toBe(text.trim());
    }),
  );
});

it.each([
  ['-7d', '2026-11-13'],
  ['+1D', '2026-11-21'],
  ['last week', '2026-11-09 to 2026-11-15'],
  ['Last Week', '2026-11-09 to 2026-11-15'],
  // These don't count from the shown day.
  ['today-7d', 'today-7d'],
  ['2026-03-29', '2026-03-29'],
])('"%s" in the calendar of Friday, 20 November 2026, is %s', (typed, meaning) => {
  expect(writtenDays(typed, now, zone, '2026-11-20')).toBe(meaning);
});

it('weeks begin on Monday, also before 1970', () => {
  expect(['2026-06-01', '2026-11-27', '2026-11-29', '1969-12-29'].map(weekdayOf)).toEqual([0, 4, 6, 0]);
});

it('a week that counts from any of its days is the same', () => {
  const weeks = fc.integer({ min: 1, max: 3_000 });
  fc.assert(
    fc.property(weeks, fc.integer({ min: 0, max: 6 }), (week, weekday) => {
      const day = (number: number) => new Date((number - 3) * 86_400_000).toISOString().slice(0, 10);
      const [monday, other] = [day(week * 7), day(week * 7 + weekday)];
      expect(weekdayOf(other)).toBe(weekday);
      const before = (shown: string) => writtenDays('last week', now, zone, shown);
      expect(before(other)).toBe(before(monday));
    }),
  );
});
