import { describe, expect, it } from 'vitest';
import { datasets, findDataset } from '#src/market/datasets/datasets';
import { daysBetween, mostDaysOf, onDays, onOtherDay } from '#src/market/query/otherDay';
import { daysOf, firstDayOf } from '#src/market/query/queryPeriod';
import type { Query } from '#src/market/query/query';

const asked = (dataset: string, parameters: Record<string, string>): Query => ({
  dataset: findDataset(dataset) ?? datasets[0]!,
  parameters,
});
const prices = (startTime: string, endTime: string, more = {}) =>
  asked('dayahead-prices', { deliveryarea: 'NO1', startTime, endTime, ...more });

const summerDay = prices('2026-03-29T22:00:00Z', '2026-03-30T22:00:00Z');

describe('days that were chosen in a calendar', () => {
  const period = (query: Query) => [query.parameters.startTime, query.parameters.endTime];

  it('are whole market days, of 23 hours where the clocks go forward', () => {
    expect(period(onDays(summerDay, '2026-03-28', '2026-03-29'))).toEqual([
      '2026-03-27T23:00:00Z',
      '2026-03-29T22:00:00Z',
    ]);
  });

  it('become one day after a query of several, and several after one', () => {
    const days = onDays(summerDay, '2026-03-10', '2026-03-12');
    expect(daysOf(days)).toEqual({ from: '2026-03-10', to: '2026-03-12' });
    expect(daysOf(onDays(days, '2026-03-11', '2026-03-11'))).toEqual({
      from: '2026-03-11',
      to: '2026-03-11',
    });
  });

  it('keep the hours of a day that the query was about', () => {
    const hours = prices('2026-03-30T08:00:00Z', '2026-03-30T10:00:00Z');
    expect(period(onDays(hours, '2026-03-20', '2026-03-20'))).toEqual([
      '2026-03-20T09:00:00Z',
      '2026-03-20T11:00:00Z',
    ]);
    const curves = asked('dayahead-curves', { date: '2026-03-30' });
    expect(onDays(curves, '2026-03-20', '2026-03-20').parameters).toEqual({ date: '2026-03-20' });
  });

  it('are at most a month, and one day where a query is for one day, or where a day is large', () => {
    const most = (id: string) => mostDaysOf(asked(id, {}).dataset);
    expect(most('dayahead-prices')).toBe(31);
    expect(['dayahead-curves', 'hub-to-hub-capacities', 'intraday-orders'].map(most)).toEqual([1, 1, 1]);
  });
});

describe('the same query for another day', () => {
  it('starts and ends at midnight even if clocks change in between', () => {
    expect(onOtherDay(summerDay, '2026-03-28').parameters).toEqual({
      deliveryarea: 'NO1',
      startTime: '2026-03-27T23:00:00Z',
      endTime: '2026-03-28T23:00:00Z',
    });
  });

  it('leaves an open end open', () => {
    const open = asked('dayahead-prices', { startTime: '2026-03-29T22:00:00Z' });
    expect(onOtherDay(open, '2026-03-28').parameters).toEqual({ startTime: '2026-03-27T23:00:00Z' });
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

  it("is a number of days away only if the periods don't overlap", () => {
    expect(firstDayOf(summerDay)).toBe('2026-03-30');
    expect(daysBetween(summerDay, onOtherDay(summerDay, '2026-03-28'))).toBe(-2);
    expect(daysBetween(summerDay, prices('2026-03-30T10:00:00Z', '2026-04-02T22:00:00Z'))).toBe(0);
    expect(daysBetween(summerDay, asked('dayahead-prices', {}))).toBe(0);
    expect(daysBetween(asked('dayahead-prices', {}), summerDay)).toBe(0);
    const twoDays = prices('2026-03-28T23:00:00Z', '2026-03-30T22:00:00Z');
    expect([daysBetween(twoDays, summerDay), daysBetween(summerDay, twoDays)]).toEqual([0, 0]);
    const before = onOtherDay(summerDay, '2026-03-29');
    expect([daysBetween(before, summerDay), daysBetween(summerDay, before)]).toEqual([1, -1]);
  });
});
