import { describe, expect, it } from 'vitest';
import { comparisonSentence } from '../../../../src/market/datasets/comparisonSummary';
import { datasets, findDataset } from '../../../../src/market/datasets/datasets';
import { daysBetween, firstDayOf, onOtherDay } from '../../../../src/market/query/otherDay';
import type { Query } from '../../../../src/market/query/query';
import { resultLabels } from '../../../../src/market/query/resultLabels';

const asked = (dataset: string, parameters: Record<string, string>): Query => ({
  dataset: findDataset(dataset) ?? datasets[0]!,
  parameters,
});
const prices = (startTime: string, endTime: string, more = {}) =>
  asked('dayahead-prices', { deliveryarea: 'NO1', startTime, endTime, ...more });

const summerDay = prices('2026-03-29T22:00:00Z', '2026-03-30T22:00:00Z');

describe('the same query for another day', () => {
  it('starts and ends at midnight even if clocks change in between', () => {
    expect(onOtherDay(summerDay, '2026-03-28').parameters).toEqual({
      deliveryarea: 'NO1',
      startTime: '2026-03-27T23:00:00Z',
      endTime: '2026-03-28T23:00:00Z',
    });
  });

  it('moves dates and power hours', () => {
    const curves = asked('dayahead-curves', { date: '2026-03-01' });
    expect(onOtherDay(curves, '2026-02-28').parameters).toEqual({ date: '2026-02-28' });
    const capacities = asked('hub-to-hub-capacities', { powerHour: '2026-03-30T10:00:00Z', daFrom: 'NO1' });
    expect(onOtherDay(capacities, '2026-03-27').parameters.powerHour).toBe('2026-03-27T11:00:00Z');
  });

  it.each([
    [
      'hour 3, on the day that skips it, is the one after',
      ['2026-03-28T01:00:00Z', '2026-03-28T02:00:00Z'],
      '2026-03-29',
      ['2026-03-29T01:00:00Z', '2026-03-29T02:00:00Z'],
    ],
    [
      '3a is hour 3 of another day',
      ['2026-10-25T00:00:00Z', '2026-10-25T01:00:00Z'],
      '2026-10-26',
      ['2026-10-26T01:00:00Z', '2026-10-26T02:00:00Z'],
    ],
    [
      '3b likewise',
      ['2026-10-25T01:00:00Z', '2026-10-25T02:00:00Z'],
      '2026-10-24',
      ['2026-10-24T00:00:00Z', '2026-10-24T01:00:00Z'],
    ],
    [
      'hour 3 is 3a of the day that has two',
      ['2026-10-24T00:00:00Z', '2026-10-24T01:00:00Z'],
      '2026-10-25',
      ['2026-10-25T00:00:00Z', '2026-10-25T01:00:00Z'],
    ],
    [
      'hours 1 to 3 are 3a and 3b as well',
      ['2026-10-23T22:00:00Z', '2026-10-24T01:00:00Z'],
      '2026-10-25',
      ['2026-10-24T22:00:00Z', '2026-10-25T02:00:00Z'],
    ],
  ])('covers the same clock times: %s', (_, [start = '', end = ''], day, [there, after]) => {
    const moved = onOtherDay(prices(start, end), day).parameters;
    expect([moved.startTime, moved.endTime]).toEqual([there, after]);
  });

  it('is a number of days away only if the periods do not overlap', () => {
    expect(firstDayOf(summerDay)).toBe('2026-03-30');
    expect(daysBetween(summerDay, onOtherDay(summerDay, '2026-03-28'))).toBe(-2);
    expect(daysBetween(summerDay, prices('2026-03-30T10:00:00Z', '2026-04-02T22:00:00Z'))).toBe(0);
    expect(daysBetween(summerDay, asked('dayahead-prices', {}))).toBe(0);
  });
});

describe('the labels that distinguish two results', () => {
  const at = Date.parse('2026-03-30T12:01:05Z');
  const words = (first: Query, second: Query, connections = ['a', 'a'], zone = 'Europe/Oslo') =>
    resultLabels(
      { query: first, connection: connections[0]!, startedEpochMs: at },
      { query: second, connection: connections[1]!, startedEpochMs: at + 60_000 },
      zone,
    );
  const withMore = (more: Record<string, string>): Query => ({
    ...summerDay,
    parameters: { ...summerDay.parameters, ...more },
  });

  it.each<[string, [string, string], [string, string]]>([
    ['status', words(withMore({ status: 'P' }), withMore({ status: 'O' })), ['preliminary', 'official']],
    ['day', words(summerDay, onOtherDay(summerDay, '2026-03-28')), ['30 Mar 2026', '28 Mar 2026']],
    ['area', words(summerDay, withMore({ deliveryarea: 'NO2' })), ['NO1', 'NO2']],
    ['omitted parameter', words(summerDay, withMore({ currency: 'NOK' })), ['Currency: any', 'NOK']],
    ['connection', words(summerDay, summerDay, ['a', 'b']), ['a', 'b']],
    [
      'time of the query',
      words(summerDay, summerDay),
      ['run at 2026-03-30 14:01:05', 'run at 2026-03-30 14:02:05'],
    ],
  ])('show the %s', (_, told, expected) => {
    expect(told).toEqual(expected);
  });

  it('show the delivery day even if times are shown in another time zone', () => {
    const other = onOtherDay(summerDay, '2026-03-28');
    const expected = ['30 Mar 2026', '28 Mar 2026'];
    expect(words(summerDay, other, ['a', 'a'], 'America/New_York')).toEqual(expected);
    // The same hour of the market's clock, which changed in between.
    const hours = prices('2026-03-30T10:00:00Z', '2026-03-30T12:00:00Z');
    const expectedHours = ['2026-03-30 06:00', '2026-03-28 07:00'];
    expect(words(hours, onOtherDay(hours, '2026-03-28'), ['a', 'a'], 'America/New_York')).toEqual(
      expectedHours,
    );
  });

  it('show the time if the delivery day and the calendar day have the same date', () => {
    const [market, calendar] = [
      prices('2026-03-09T23:00:00Z', '2026-03-10T23:00:00Z'),
      prices('2026-03-10T00:00:00Z', '2026-03-11T00:00:00Z'),
    ];
    const expected = ['2026-03-09 23:00', '2026-03-10 00:00'];
    expect(words(market, calendar, ['a', 'a'], 'UTC')).toEqual(expected);
  });
});

describe('a comparison in a sentence', () => {
  it('counts the changes, and names the largest difference and its time in the time zone', () => {
    const counts = { changed: 12, same: 83, added: 1, missing: 0 };
    const at = Date.parse('2026-03-29T01:00:00Z');
    const largest = { text: '-1.23', unit: 'EUR/MWh', of: 'NO1', at };
    expect(comparisonSentence({ counts, largest }, 'timeSeries', 'Europe/Oslo')).toBe(
      '96 intervals: 12 changed, 1 added, 0 missing; largest difference -1.23 EUR/MWh (NO1) at 2026-03-29 03:00 +02:00',
    );
    const none = { changed: 0, same: 1, added: 0, missing: 0 };
    expect(comparisonSentence({ counts: none, largest: null }, 'publicOrder', 'UTC')).toBe(
      '1 order: 0 changed, 0 added, 0 missing',
    );
  });
});
