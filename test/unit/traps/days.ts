import { expect } from 'vitest';
import { answerOf, cells, figures, periodOffers, readAt, seriesOf, strip, type Trap } from './seen';

const prices = 'dayahead-prices';
const day = (date: string) => ({ startTime: date, endTime: date });

/** Delivery days, zones, clock changes and the lengths of intervals. */
export const dayTraps: readonly Trap[] = [
  {
    number: 1,
    title: 'a delivery day is not a UTC day: a query for the day returns all of it',
    fixture: 'delivery-day',
    check(text) {
      const table = answerOf(prices, text);
      expect(strip(prices, table, day('2026-07-15'))).toBe('24 of 24 hours, official');
      expect(strip(prices, table, day('2026-07-15'), 'UTC')).toBe(
        '22 of 24 hours, official, 2 missing, 2 outside the requested period',
      );
      const delivery = 'delivery day, CET/CEST: sends';
      expect(periodOffers('2026-07-15', 'UTC')).toEqual([
        `${delivery} 2026-07-14T22:00Z to 2026-07-15T22:00Z, 24 h, 96 quarter hours`,
        'calendar day in UTC: sends 2026-07-15T00:00Z to 2026-07-16T00:00Z, 24 h, 96 quarter hours',
      ]);
      expect(periodOffers('2026-01-15', 'UTC')[0]).toContain('2026-01-14T23:00Z');
    },
  },
  {
    number: 2,
    title: 'days of 23 and 25 hours are complete, and each of their quarter hours has its own number',
    fixture: '23-and-25-hours',
    check(text) {
      const table = answerOf(prices, text);
      const [march, october] = [day('2026-03-29'), day('2026-10-25')];
      expect(strip(prices, table, march)).toContain('92 of 92 quarter hours');
      expect(strip(prices, table, october)).toContain('100 of 100 quarter hours');
      const numbers = cells(table, 'period');
      expect(numbers.slice(7, 9)).toEqual(['8', '13']);
      expect(numbers.slice(92 + 7, 92 + 17)).toEqual([
        '8',
        '9a',
        '10a',
        '11a',
        '12a',
        '9b',
        '10b',
        '11b',
        '12b',
        '13',
      ]);
      expect(new Set(numbers.slice(92)).size).toBe(100);
    },
  },
  {
    number: 3,
    title: 'an hour that starts and ends at the same clock time is an hour like any other',
    fixture: 'local-wall-time',
    check(text) {
      const table = answerOf(prices, text);
      expect(strip(prices, table, day('2026-10-25'))).toBe('25 of 25 hours, official');
      expect(cells(table, 'startTime').slice(2, 4)).toEqual([
        '2026-10-25 02:00 +02:00',
        '2026-10-25 02:00 +01:00',
      ]);
      const [first, second] = ['00:30Z', '01:30Z'].map((time) => readAt(prices, table, `2026-10-25T${time}`));
      expect(first).toContain('2026-10-25 02:00 +02:00 – 02:00 +01:00 Europe/Oslo');
      expect(second).toContain('2026-10-25 02:00 – 03:00 +01:00 Europe/Oslo');
    },
  },
  {
    number: 4,
    title: 'the calendar day of another time zone is a different period, and is suggested as such',
    fixture: 'three-local-days',
    check(text) {
      const table = answerOf(prices, text);
      const helsinki = 'Europe/Helsinki';
      expect(strip(prices, table, day('2026-07-15'), helsinki)).toBe('24 of 24 hours, official');
      expect(strip(prices, table, day('2026-07-15'))).toBe(
        '23 of 24 hours, official, 1 missing, 1 outside the requested period',
      );
      expect(periodOffers('2026-07-15', helsinki).map((line) => line.split(',')[0])).toEqual([
        'delivery day',
        'calendar day in Europe/Helsinki: sends 2026-07-14T21:00Z to 2026-07-15T21:00Z',
      ]);
      expect(cells(table, 'startTime', helsinki)[0]).toBe('2026-07-15 00:00');
    },
  },
  {
    number: 5,
    title: 'the UK day is the delivery day, and its two auctions are two series',
    fixture: 'uk-day',
    check(text) {
      const uk = 'uk-auction-prices';
      const table = answerOf(uk, text);
      expect(strip(uk, table, day('2026-03-29'), 'Europe/Oslo')).toBe(
        '2 series, 69 of 69 intervals, 46 of 30 min, 23 of 60 min',
      );
      expect(seriesOf(uk, table).labels).toEqual(['half-hour', 'N2EX']);
      // Half hours 5 and 6 of the market; a British clock would leave out 3 and 4.
      expect(cells(table, 'period').slice(2, 6)).toEqual(['3', '4', '7', '8']);
      expect(cells(table, 'startTime', 'Europe/London').slice(3, 5)).toEqual([
        '2026-03-29 00:30 +00:00',
        '2026-03-29 02:00 +01:00',
      ]);
    },
  },
  {
    number: 6,
    title: 'hours and quarter hours in one response keep their widths, whatever resolution it states',
    fixture: 'two-resolutions',
    check(text) {
      const table = answerOf(prices, text);
      const asked = { startTime: '2025-09-30T20:00Z', endTime: '2025-10-01T00:00Z' };
      expect(strip(prices, table, asked)).toBe('10 of 10 intervals, official, 8 of 15 min, 2 of 60 min');
      expect(readAt(prices, table, '2025-09-30T21:50Z')).toContain('23:00 – 24:00 Europe/Oslo');
      expect(readAt(prices, table, '2025-09-30T22:20Z')).toContain('00:15 – 00:30 Europe/Oslo');
      // The mean of the ten numbers is nobody's price.
      expect(figures(table, 'value')).toContain('mean 36.10, time-weighted mean 37.1875');
    },
  },
  {
    number: 7,
    title: 'PT1H and PT60M are the same length: one series, nothing missing between them',
    fixture: 'durations',
    check(text) {
      const table = answerOf(prices, text);
      const asked = { startTime: '2026-06-15T06:00Z', endTime: '2026-06-15T10:00Z' };
      expect(strip(prices, table, asked)).toBe('1 series in 2 records, 4 of 4 hours, official');
      expect(seriesOf(prices, table).labels).toEqual(['NO1']);
      expect(cells(table, 'period')).toEqual(['9', '10', '11', '12']);
    },
  },
];
