import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hourMs, minuteMs, zoneOffset } from '#src/market/time/zones';
import { timeTicks } from '#view/chart/model/timeTicks';
import { propertyRuns } from '#test/unit/propertyRuns';

const at = (utc: string) => Date.parse(utc);
const ticks = (from: string, to: string, zone: string, most: number) =>
  timeTicks(at(from), at(to), zone, most);
const firstLines = (from: string, to: string, zone: string, most: number) =>
  ticks(from, to, zone, most).map(({ label }) => label[0]);

describe('the ticks of a time axis', () => {
  it('are at the hours of the wall clock on the day with 23 hours', () => {
    const found = ticks('2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z', 'Europe/Oslo', 30);
    // No 02:00 on this day.
    const clocks = [1, ...Array.from({ length: 22 }, (_, at) => at + 3)];
    expect(found.map(({ label }) => label[0])).toEqual([
      'Sun 29 Mar',
      ...clocks.map((clock) => `${String(clock).padStart(2, '0')}:00`),
    ]);
    expect(found.slice(0, 3).map(({ label }) => label[1])).toEqual(['+01:00', '+01:00', '+02:00']);
  });

  it('show the repeated hour of the day of 25 hours twice, told apart by the offset', () => {
    const found = ticks('2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', 'Europe/Oslo', 30);
    expect(found).toHaveLength(26);
    const twice = found.filter(({ label }) => label[0] === '02:00');
    expect(twice.map(({ label }) => label[1])).toEqual(['+02:00', '+01:00']);
    expect((twice[1]?.at ?? 0) - (twice[0]?.at ?? 0)).toBe(hourMs);
  });

  it.each([
    ['Europe/Oslo', '2026-10-24T22:00:00Z', '2026-10-25T01:00:00Z', '02:00 +01:00'],
    ['Europe/London', '2026-10-24T22:00:00Z', '2026-10-25T01:00:00Z', '01:00 +00:00'],
  ])('two hours apart include the repeated hour in %s', (zone, from, at, text) => {
    const found = ticks(from, '2026-10-25T23:00:00Z', zone, 20);
    const again = found.find((tick) => new Date(tick.at).toISOString() === at.replace('Z', '.000Z'));
    expect(again?.label).toEqual(['', '', text]);
  });

  it('leave the repeated hour without a label if the date is in its place', () => {
    const found = ticks('2026-10-25T00:00:00Z', '2026-10-25T23:00:00Z', 'Europe/Oslo', 12);
    expect(found.slice(0, 2).map(({ label }) => label)).toEqual([
      ['02:00', '+02:00', 'Sun 25 Oct 2026'],
      [''],
    ]);
  });

  it('are at local midnight on both sides of a clock change', () => {
    const found = ticks('2026-03-27T23:00:00Z', '2026-03-30T22:00:00Z', 'Europe/Oslo', 4);
    expect(found.map((tick) => new Date(tick.at).toISOString().slice(5, 16))).toEqual([
      '03-27T23:00',
      '03-28T23:00',
      '03-29T22:00',
      '03-30T22:00',
    ]);
  });

  it.each([
    ['2026-06-15T10:00:00Z', '2026-06-15T10:00:12Z', 13, '12:00:00', '12:00:01'],
    ['2026-06-15T10:00:00Z', '2026-06-15T10:12:00Z', 13, '12:00', '12:01'],
    ['2026-06-14T22:00:00Z', '2026-06-15T22:00:00Z', 13, 'Mon 15 Jun', '02:00'],
    ['2026-06-14T22:00:00Z', '2026-06-16T22:00:00Z', 9, 'Mon 15 Jun', '06:00'],
    ['2026-06-14T22:00:00Z', '2026-06-24T22:00:00Z', 11, '15 Jun', '16 Jun'],
    ['2026-05-31T22:00:00Z', '2026-08-31T22:00:00Z', 16, '1 Jun', '8 Jun'],
    ['2025-12-31T23:00:00Z', '2026-12-31T23:00:00Z', 13, 'Jan', 'Feb'],
    ['2015-12-31T23:00:00Z', '2026-12-31T23:00:00Z', 12, '2016', '2017'],
  ])('are round for %s to %s', (from, to, most, first, second) => {
    expect(firstLines(from, to, 'Europe/Oslo', most).slice(0, 2)).toEqual([first, second]);
  });

  it('show a date once, in place of the midnight where the day begins, and not across the next one', () => {
    const found = ticks('2026-06-14T21:00:00Z', '2026-06-15T05:00:00Z', 'Europe/Oslo', 10);
    expect(found.slice(0, 3).map(({ label }) => label)).toEqual([['23:00'], ['Mon 15 Jun'], ['01:00']]);
  });

  it('are right in time zones that are half an hour off', () => {
    const found = ticks('2026-06-14T18:30:00Z', '2026-06-15T18:30:00Z', 'Asia/Kolkata', 13);
    expect(found[0]?.at).toBe(at('2026-06-14T18:30:00Z'));
    expect(found[0]?.label[0]).toBe('Mon 15 Jun');
  });

  it.each([
    ['no extent', NaN, NaN, 10],
    ['times beyond any date', 8.64e15, 9e15, 10],
    ['a reversed range', 1, 0, 10],
    ['no room', 0, hourMs, 0],
  ])("don't exist for %s", (_name, from, to, most) => {
    expect(timeTicks(from, to, 'Europe/Oslo', most)).toEqual([]);
  });

  it('ascend, are within the range, and are never more than requested', () => {
    const zones = ['UTC', 'Europe/Oslo', 'Europe/London', 'America/St_Johns', 'Australia/Lord_Howe'];
    fc.assert(
      fc.property(
        fc.integer({ min: Date.UTC(1990, 0), max: Date.UTC(2040, 0) }),
        fc.oneof(
          fc.integer({ min: 0, max: 10 * minuteMs }),
          fc.integer({ min: 0, max: 72 * hourMs }),
          fc.integer({ min: 0, max: 5 * 365 * 24 * hourMs }),
        ),
        fc.constantFrom(...zones),
        fc.integer({ min: 1, max: 20 }),
        (from, width, zone, most) => {
          const found = timeTicks(from, from + width, zone, most).map((tick) => tick.at);
          const again = found.filter((at) => zoneOffset(at, zone) < zoneOffset(at - 1, zone));
          expect(found.length - again.length).toBeLessThanOrEqual(most);
          found.forEach((place, index) => {
            expect(place).toBeGreaterThan(found[index - 1] ?? -Infinity);
            expect(place).toBeGreaterThanOrEqual(from);
            expect(place).toBeLessThanOrEqual(from + width);
          });
        },
      ),
      { numRuns: propertyRuns(150) },
    );
  });
});
