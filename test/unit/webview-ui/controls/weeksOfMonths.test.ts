import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '#src/market/time/deliveryDay';
import { monthsOf } from '#view/controls/weeksOfMonths';

const daysFrom = (first: string, count: number) =>
  Array.from({ length: count }, (_, at) => ({ day: addDays(first, at) }));

describe('a calendar of delivery days', () => {
  it('has each day in its month, in the row of its week, under its weekday', () => {
    const [march, april, ...others] = monthsOf(daysFrom('2026-03-28', 9));
    expect(others).toEqual([]);
    expect([march?.year, march?.month, april?.month]).toEqual([2026, 3, 4]);
    const shape = (month: typeof march) =>
      month?.weeks.map((week) => week.map(({ number, weekday }) => `${number}/${weekday}`).join(' '));
    // 28 March 2026 is a Saturday.
    expect(shape(march)).toEqual(['28/5 29/6', '30/0 31/1']);
    expect(shape(april)).toEqual(['1/2 2/3 3/4 4/5 5/6']);
  });

  it('begins a row where a week is left out', () => {
    const [month] = monthsOf([{ day: '2026-03-02' }, { day: '2026-03-10' }]);
    expect(month?.weeks).toHaveLength(2);
  });

  it('has the 29th of February in leap years only', () => {
    const february = (year: number) =>
      monthsOf(daysFrom(`${year}-02-01`, 40))[0]
        ?.weeks.flat()
        .at(-1)?.number;
    expect([2023, 2024, 1900, 2000].map(february)).toEqual([28, 29, 28, 29]);
  });

  it('has all days once and in order, whatever the range, and no week of more than seven', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -20_000, max: 20_000 }),
        fc.integer({ min: 0, max: 800 }),
        (at, count) => {
          const days = daysFrom(addDays('2026-01-01', at), count);
          const months = monthsOf(days);
          expect(months.flatMap(({ weeks }) => weeks.flat().map(({ of }) => of.day))).toEqual(
            days.map(({ day }) => day),
          );
          for (const week of months.flatMap(({ weeks }) => weeks)) {
            const places = week.map(({ weekday }) => weekday);
            expect(places).toEqual([...new Set(places)].sort((one, other) => one - other));
            for (const { of, weekday } of week) {
              expect((new Date(of.day).getUTCDay() + 6) % 7).toBe(weekday);
            }
          }
        },
      ),
      { numRuns: 50 },
    );
  });
});
