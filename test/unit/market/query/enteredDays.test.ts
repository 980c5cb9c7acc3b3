import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  deliveryDays,
  derivedQuery,
  givenParameters,
  isEnteredDays,
  withDaysAt,
} from '#src/market/query/enteredDays';
import { onOtherDay } from '#src/market/query/otherDay';
import { ofStatus } from '#src/market/query/priceStatus';
import { readQuery, type Query } from '#src/market/query/query';
import { dayMs } from '#src/market/time/zones';
import { propertyRuns } from '../../propertyRuns';

const now = Date.UTC(2026, 10, 22, 12);
function read(dataset: string, given: Record<string, string>, zone = 'Europe/Oslo', at = now): Query {
  const result = readQuery(dataset, given, at, zone);
  if ('query' in result) return result.query;
  throw new Error(JSON.stringify(result.problems));
}
const prices = (startTime: string, endTime: string, zone?: string) =>
  read('dayahead-prices', { deliveryarea: 'NO1', startTime, endTime }, zone);
const both = (word: string) => ({ startTime: word, endTime: word });

describe('a query', () => {
  it.each([
    [' Today ', 'today', 'today', 'today'],
    ['today-7d', 'tomorrow', 'today-7d', 'tomorrow'],
    ['2026-03-29', '2026-03-30', '2026-03-29', '2026-03-30'],
  ])('remembers the days that were entered: %s to %s', (start, end, startTime, endTime) => {
    expect(prices(start, end, 'Europe/London').days).toEqual({
      zone: 'Europe/London',
      words: { startTime, endTime },
    });
  });

  it('keeps instants as they are, with a day or without', () => {
    expect(prices('today', '2026-11-22T10:00').days?.words).toEqual({ startTime: 'today' });
    expect(prices('2026-11-21T23:00:00Z', '2026-11-22T23:00Z')).not.toHaveProperty('days');
  });

  it('treats dates as delivery days, and remembers no words for a date that is sent as entered', () => {
    const curves = (date: string) => read('dayahead-curves', { date }, 'America/New_York');
    expect(curves('today').days).toEqual({ zone: 'Europe/Oslo', words: { date: 'today' } });
    expect(curves('2026-11-22')).not.toHaveProperty('days');
  });
});

describe('a query that is sent again', () => {
  const today = prices('today', 'today');

  it('on the same day still requests today', () => {
    expect(withDaysAt(today, now + 60_000).days?.words).toEqual(both('today'));
  });

  it('on the next day requests the same date, not the new today', () => {
    expect(withDaysAt(today, now + dayMs).days?.words).toEqual(both('2026-11-22'));
    const curves = read('dayahead-curves', { date: 'today' });
    expect(withDaysAt(curves, now + dayMs)).toEqual({
      dataset: curves.dataset,
      parameters: { date: '2026-11-22' },
    });
  });

  it("takes nothing for a day that isn't one, such as a stored text that somebody changed", () => {
    const words = { startTime: today.parameters.startTime ?? '', endTime: 'today */ evil()', other: 'today' };
    const odd = { ...today, days: { zone: 'Europe/Oslo', words } };
    expect(withDaysAt(odd, now).days?.words).toEqual(both('2026-11-22'));
    const garbage = { ...odd, parameters: { startTime: 'x', endTime: '' } };
    expect(withDaysAt(garbage, now)).not.toHaveProperty('days');
  });
});

describe('a query made from another query', () => {
  it('still requests today if only other parameters change', () => {
    expect(ofStatus(prices('today', 'today'), 'O').days?.words).toEqual(both('today'));
  });

  it.each([
    ['today', '2026-11-21', both('2026-11-21')],
    ['2026-03-28', '2026-03-29', both('2026-03-29')], // 23 hours
    ['2026-10-24', '2026-10-25', both('2026-10-25')], // 25 hours
  ])('requests a date once it has moved from %s to %s', (word, day, words) => {
    expect(onOtherDay(prices(word, word), day).days).toEqual({ zone: 'Europe/Oslo', words });
  });

  it('keeps the calendar day of another time zone if that is still a whole day', () => {
    const inUtc = prices('today', 'today', 'UTC');
    expect(onOtherDay(inUtc, '2026-11-21').days).toEqual({ zone: 'UTC', words: both('2026-11-21') });
  });

  it('requests a delivery day if its instants were a whole one, and instants if they were hours', () => {
    const whole = prices('2026-11-21T23:00Z', '2026-11-22T23:00Z', 'UTC');
    expect(onOtherDay(whole, '2026-11-20').days).toEqual({ zone: 'Europe/Oslo', words: both('2026-11-20') });
    const hours = prices('2026-11-21T23:00Z', '2026-11-22T10:00Z');
    expect(onOtherDay(hours, '2026-11-20')).not.toHaveProperty('days');
    const hour = read('hub-to-hub-capacities', { powerHour: '2026-11-21T23:00Z', daFrom: 'NO1' });
    expect(onOtherDay(hour, '2026-11-20')).not.toHaveProperty('days');
  });

  it('has no days for parameters that it lacks', () => {
    expect(derivedQuery(prices('today', 'today'), { deliveryarea: 'NO1' })).not.toHaveProperty('days');
  });
});

describe('the parameters for a reader in another time zone', () => {
  it('are words only if they mean the same days there', () => {
    const given = (zone: string) => givenParameters(prices('today', 'tomorrow', zone), 'Europe/Oslo');
    const words = { deliveryarea: 'NO1', startTime: 'today', endTime: 'tomorrow' };
    expect(['Europe/Oslo', 'Europe/Paris'].map(given)).toEqual([words, words]);
    expect(given('UTC')).toEqual({
      deliveryarea: 'NO1',
      startTime: '2026-11-22T00:00:00Z',
      endTime: '2026-11-24T00:00:00Z',
    });
  });

  it('give the same query again, whatever was entered in whatever time zone', () => {
    const word = fc.oneof(
      fc.constantFrom('today', 'Tomorrow', 'yesterday', 'today-7d', '2026-03-29', '2026-10-25', '2026-01-01'),
      fc.constantFrom('2026-03-29T10:00', '2026-11-21T23:00Z', '2026-11-22T23:00:00.5Z'),
    );
    const zone = fc.constantFrom('Europe/Oslo', 'Europe/London', 'UTC', 'America/New_York', 'Africa/Lagos');
    const instant = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 0, 1) });
    fc.assert(
      fc.property(word, zone, zone, instant, (text, from, to, at) => {
        for (const [dataset, name] of [
          ['dayahead-turnover', 'startTime'],
          ['dayahead-turnover', 'endTime'],
        ] as const) {
          const query = read(dataset, { [name]: text }, from, at);
          expect(read(dataset, givenParameters(query, to), to, at).parameters).toEqual(query.parameters);
          expect(withDaysAt(query, at)).toEqual(query);
        }
      }),
      { numRuns: propertyRuns(300) },
    );
  });
});

it('what was stored for a query is checked before it is used', () => {
  expect(isEnteredDays({ zone: 'UTC', words: { startTime: 'today' } })).toBe(true);
  for (const odd of [null, { zone: 'UTC' }, { zone: 'Mars', words: {} }, { zone: 'UTC', words: { a: 1 } }]) {
    expect(isEnteredDays(odd)).toBe(false);
  }
});

describe('the delivery days of a query', () => {
  it.each([
    ['2026-11-21T23:00:00Z', '2026-11-22T23:00:00Z', ['2026-11-22', '2026-11-22']],
    ['2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', ['2026-10-25', '2026-10-25']],
    ['2026-03-27T23:00:00Z', '2026-03-29T22:00:00Z', ['2026-03-28', '2026-03-29']],
    ['2026-03-28T23:00:00Z', '2026-03-29T23:00:00Z', null],
    ['2026-11-22T00:00:00Z', '2026-11-23T00:00:00Z', null],
  ])('are those from %s to %s if it has whole ones', (start, end, days) => {
    expect(deliveryDays(prices(start, end))).toEqual(days);
  });
});
