import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countedFrom, weekdayOf } from '#src/market/time/daysFrom';

it.each([
  ['-7d', '2026-11-20'],
  ['+1D', '2026-11-28'],
  ['last week', '2026-11-16 to 2026-11-22'],
  ['Last Week', '2026-11-16 to 2026-11-22'],
  // These don't count from the shown day.
  ['today-7d', 'today-7d'],
  ['2026-03-29', '2026-03-29'],
])('"%s" in the calendar of Friday, 27 November 2026, is %s', (typed, meaning) => {
  expect(countedFrom('2026-11-27', typed)).toBe(meaning);
});

it('weeks begin on Monday, also before 1970', () => {
  expect(['2026-06-01', '2026-11-27', '2026-11-29', '1969-12-29'].map(weekdayOf)).toEqual([0, 4, 6, 0]);
});

it('a week that counts from any of its days is the same', () => {
  const days = fc.integer({ min: 1, max: 3_000 });
  fc.assert(
    fc.property(days, fc.integer({ min: 0, max: 6 }), (weeks, weekday) => {
      const day = (number: number) => new Date((number - 3) * 86_400_000).toISOString().slice(0, 10);
      const [monday, other] = [day(weeks * 7), day(weeks * 7 + weekday)];
      expect(weekdayOf(other)).toBe(weekday);
      expect(countedFrom(other, 'last week')).toBe(countedFrom(monday, 'last week'));
    }),
  );
});
