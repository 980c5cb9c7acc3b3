import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '#src/market/time/deliveryDay';
import { monthsOf } from '#view/controls/monthGrid';

const daysFrom = (first: string, count: number) =>
  Array.from({ length: count }, (_, at) => ({ day: addDays(first, at) }));

describe('a calendar of delivery days', () => {
  it('has each day in its month, in the row of its week, under its weekday', () => {
    const [march, april, ...others] = monthsOf(daysFrom('2026-03-28', 9));
    expect(others).toEqual([]);
    const shape = (month: typeof march) =>
      month?.map((week) => week.map(({ day }) => day.slice(5)).join(' '));
    // 28 March 2026 is a Saturday.
    expect(shape(march)).toEqual(['03-28 03-29', '03-30 03-31']);
    expect(shape(april)).toEqual(['04-01 04-02 04-03 04-04 04-05']);
  });

  it('begins a row where a week is left out', () => {
    const [month] = monthsOf([{ day: '2026-03-02' }, { day: '2026-03-10' }]);
    expect(month).toHaveLength(2);
  });

  it('has the 29th of February in leap years only', () => {
    const february = (year: number) =>
      monthsOf(daysFrom(`${year}-02-01`, 40))[0]
        ?.flat()
        .at(-1)
        ?.day.slice(8);
    expect([2023, 2024, 1900, 2000].map(february)).toEqual(['28', '29', '28', '29']);
  });

  it('has all days once and in order, whatever the range, and no week of more than seven', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -20_000, max: 20_000 }),
        fc.integer({ min: 0, max: 800 }),
        (at, count) => {
          const days = daysFrom(addDays('2026-01-01', at), count);
          const months = monthsOf(days);
          expect(months.flat(2)).toEqual(days);
          for (const week of months.flat()) {
            const places = week.map(({ day }) => (new Date(day).getUTCDay() + 6) % 7);
            expect(places).toEqual([...new Set(places)].sort((one, other) => one - other));
          }
        },
      ),
      { numRuns: 50 },
    );
  });
});
