import fc from 'fast-check';
import { expect, it } from 'vitest';
import { datasets, findDataset } from '#src/market/datasets/datasets';
import { addDays, dayOf } from '#src/market/time/deliveryDay';
import { isDue } from '#src/range/dueDays';
import { firstAndLastDay, type GivenDays } from '#src/range/firstAndLastDay';
import { propertyRuns } from '../propertyRuns';

const prices = findDataset('dayahead-prices')!;
const orders = findDataset('intraday-orders')!;
const days = (given: GivenDays, now: string, dataset = prices) => {
  const { from, to } = firstAndLastDay(dataset, given, Date.parse(now));
  return [from, to];
};

it.each([
  // It's already March 10 in the market's time zone.
  ['2026-03-09T23:30:00Z', 'yesterday', 'today', ['2026-03-09', '2026-03-10']],
  ['2026-03-09T22:30:00Z', 'yesterday', 'today', ['2026-03-08', '2026-03-09']],
  ['2026-03-10T12:00:00Z', 'today-7d', 'tomorrow', ['2026-03-03', '2026-03-11']],
  ['2026-03-10T12:00:00Z', ' Today-1d ', '2026-03-29', ['2026-03-09', '2026-03-29']],
])('at %s, from %j to %j are delivery days of the market', (now, from, to, expected) => {
  expect(days({ from, to }, now)).toEqual(expected);
});

it.each([
  ['an auction before its results', prices, '2026-03-10T11:54:00Z', '2026-03-10'],
  ['an auction after its results', prices, '2026-03-10T11:55:00Z', '2026-03-11'],
  ['delayed data of a day that is not over', orders, '2026-03-10T12:00:00Z', '2026-03-09'],
  ['delayed data shortly after midnight', orders, '2026-03-09T23:05:00Z', '2026-03-08'],
])('without an end, a range ends with the last day that is due: %s', (_, dataset, now, to) => {
  expect(days({ from: '2026-01-01' }, now, dataset)).toEqual(['2026-01-01', to]);
});

it('without an end, a range has exactly the days that are due', () => {
  const time = fc.integer({ min: Date.parse('2020-01-01Z'), max: Date.parse('2030-01-01Z') });
  fc.assert(
    fc.property(fc.constantFrom(...datasets), time, (dataset, now) => {
      const { to } = firstAndLastDay(dataset, { from: dayOf(now, 'UTC') }, now);
      expect([to, addDays(to, 1)].map((day) => isDue(dataset, day, now))).toEqual([true, false]);
    }),
    { numRuns: propertyRuns(300) },
  );
});

it.each(['', 'today-7', '2026-02-30', '2026-03-10T10:00', 'last week', '0000-01-01'])(
  "a text that isn't a day is rejected with advice: %j",
  (text) => {
    const message = `"${text}" isn't a delivery day. Enter a day such as 2026-03-29, yesterday, or today-7d.`;
    expect(() => days({ from: text }, '2026-03-10T12:00:00Z')).toThrow(message);
    expect(() => days({ from: 'today', to: text }, '2026-03-10T12:00:00Z')).toThrow(message);
  },
);
