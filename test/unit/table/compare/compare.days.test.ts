import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, dayPeriod, marketZone } from '#src/market/time/deliveryDay';
import { periodNumber } from '#src/market/time/periodNumbers';
import { formatUtc, hourMs, minuteMs } from '#src/market/time/zones';
import { compare } from '#src/table/compare/compare';
import type { Table } from '#src/table/columns/table';
import { atOnce } from '../atOnce';
import { seriesRecord, tableOf } from '../charts/tables';

interface Interval {
  readonly start: number;
  readonly end: number;
}

/** A series of these intervals, whose values are their numbers in the delivery day, or their indexes. */
const seriesOf = (intervals: readonly Interval[]): Table =>
  tableOf('timeSeries', [
    seriesRecord(
      {},
      intervals.map(({ start, end }, place) => ({
        startTime: formatUtc(start),
        endTime: formatUtc(end),
        value: parseInt(periodNumber(start, end) ?? String(place), 10),
      })),
    ),
  ]);

/** All intervals of a delivery day, of so many minutes each. */
function intervalsOf(day: string, minutes: number): Interval[] {
  const { start, end } = dayPeriod(day, marketZone);
  const length = minutes * minuteMs;
  return Array.from({ length: (end - start) / length }, (_, place) => ({
    start: start + place * length,
    end: start + (place + 1) * length,
  }));
}

const daysFrom = (day: string, other: string) =>
  Math.round((Date.parse(other) - Date.parse(day)) / (24 * hourMs));

const comparedOn = (first: readonly Interval[], second: readonly Interval[], days: number) =>
  atOnce(
    compare(seriesOf(first), seriesOf(second), {
      record: 'timeSeries',
      days,
      titles: ['First', 'Second', 'Second minus first'],
      tellsChanges: true,
      maxTableBytes: 1e9,
    }),
  );

const comparedDays = (day: string, other: string, minutes = 60) =>
  comparedOn(intervalsOf(day, minutes), intervalsOf(other, minutes), daysFrom(day, other));

/** The rows that only one of both has, as a person reads them. */
function unmatched(table: Table): (string | null)[][] {
  const keys = ['change', 'startTime', 'endTime', 'second.startTime'];
  const rows = Array.from({ length: table.rows }, (_, row) =>
    keys.map((key) => table.column(key)?.text(row) ?? null),
  );
  return rows.filter(([change]) => change === 'added' || change === 'missing');
}

describe('two delivery days compared', () => {
  it('join every period by its number, even if clocks changed in between', () => {
    const { table, figures } = comparedDays('2026-10-24', '2026-10-26');
    expect(figures.counts).toEqual({ same: 24, changed: 0, added: 0, missing: 0 });
    expect(table.column('startTime')?.text(5)).toBe('2026-10-24T03:00:00Z');
    expect(table.column('second.startTime')?.text(5)).toBe('2026-10-26T04:00:00Z');
  });

  it('leave only hours 3, 3a, and 3b unmatched in autumn', () => {
    const { table, figures } = comparedDays('2026-10-24', '2026-10-25');
    expect(figures.counts).toEqual({ same: 23, changed: 0, missing: 1, added: 2 });
    expect(unmatched(table)).toEqual([
      ['missing', '2026-10-24T00:00:00Z', '2026-10-24T01:00:00Z', null],
      ['added', null, null, '2026-10-25T00:00:00Z'],
      ['added', null, null, '2026-10-25T01:00:00Z'],
    ]);
    expect(comparedDays('2026-10-25', '2027-10-31').figures.counts).toMatchObject({ same: 25 });
  });

  it('are sorted by time of day: hour 3, then 3a and 3b, then hour 4', () => {
    const told = (minutes: number) =>
      Array.from({ length: 180 / minutes + 2 * (60 / minutes) }, (_, row) => {
        const { table } = comparedDays('2026-10-24', '2026-10-25', minutes);
        const at = row + 60 / minutes;
        return table.column('startTime')?.text(at) ?? table.column('second.startTime')?.text(at);
      });
    expect(told(60).map((time) => time?.slice(0, 16))).toEqual([
      '2026-10-23T23:00',
      '2026-10-24T00:00',
      '2026-10-25T00:00',
      '2026-10-25T01:00',
      '2026-10-24T01:00',
    ]);
    const quarters = told(15).map((time) => time?.slice(8, 16));
    expect(quarters.slice(4, 16)).toEqual(
      ['24T00', '25T00', '25T01'].flatMap((hour) =>
        ['00', '15', '30', '45'].map((quarter) => `${hour}:${quarter}`),
      ),
    );
  });

  it('miss only the hour that is skipped in spring', () => {
    const { table, figures } = comparedDays('2026-03-28', '2026-03-29');
    expect(figures.counts).toEqual({ same: 23, changed: 0, missing: 1, added: 0 });
    expect(unmatched(table)).toEqual([['missing', '2026-03-28T01:00:00Z', '2026-03-28T02:00:00Z', null]]);
    const back = comparedDays('2026-03-29', '2026-03-28');
    expect(back.figures.counts).toMatchObject({ missing: 0, added: 1 });
    expect(unmatched(back.table)).toEqual([['added', null, null, '2026-03-28T01:00:00Z']]);
  });

  it('show an interval that only the second day has at the same period of the first, with the same length', () => {
    const added = intervalsOf('2026-03-28', 60).slice(1, 2);
    const { table } = comparedOn(intervalsOf('2026-03-29', 60).slice(0, 1), added, -1);
    expect(unmatched(table).at(-1)).toEqual([
      'added',
      '2026-03-29T00:00:00Z',
      '2026-03-29T01:00:00Z',
      '2026-03-28T00:00:00Z',
    ]);
  });

  it('join blocks even if they are shorter or longer on the day of a clock change', () => {
    const blocks = (day: string, change: number): Interval[] => {
      const { start, end } = dayPeriod(day, marketZone);
      const [peak, last] = [start + (8 + change) * hourMs, end - 4 * hourMs];
      return [
        { start, end: peak },
        { start: peak, end: last },
        { start: last, end },
      ];
    };
    for (const [day, other, change] of [
      ['2026-10-24', '2026-10-25', 1],
      ['2026-03-28', '2026-03-29', -1],
    ] as const) {
      expect(comparedOn(blocks(day, 0), blocks(other, change), 1).figures.counts).toMatchObject({
        same: 3,
        added: 0,
        missing: 0,
      });
    }
  });

  it('leave unmatched exactly the periods that only one of the days has', () => {
    const days = fc.oneof(
      fc.integer({ min: 0, max: 1826 }).map((number) => addDays('2024-01-01', number)),
      fc.constantFrom(
        '2024-03-31',
        '2025-03-30',
        '2026-03-29',
        '2027-03-28',
        '2028-03-26',
        '2024-10-27',
        '2025-10-26',
        '2026-10-25',
        '2027-10-31',
        '2028-10-29',
      ),
    );
    const numbers = (day: string, minutes: number) =>
      intervalsOf(day, minutes).map(({ start, end }) => periodNumber(start, end));
    fc.assert(
      fc.property(days, days, fc.constantFrom(15, 30, 60), (day, other, minutes) => {
        fc.pre(day !== other);
        const { table, figures } = comparedDays(day, other, minutes);
        const [first, second] = [numbers(day, minutes), numbers(other, minutes)];
        const missing = first.filter((number) => !second.includes(number)).length;
        const added = second.filter((number) => !first.includes(number)).length;
        expect(figures.counts).toEqual({
          same: first.length - missing,
          changed: 0,
          missing,
          added,
        });
        expect(unmatched(table)).toHaveLength(missing + added);
      }),
    );
  });
});
