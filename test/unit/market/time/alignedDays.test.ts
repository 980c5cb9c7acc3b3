import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignedStart, clockLength, periodLater } from '../../../../src/market/time/alignedDays';
import { addDays, dayPeriod, marketZone } from '../../../../src/market/time/deliveryDay';
import { formatUtc, hourMs } from '../../../../src/market/time/zones';
import { propertyRuns } from '../../propertyRuns';

const period = (start: string, end: string) => ({ start: Date.parse(start), end: Date.parse(end) });
const hourAt = (start: string) => ({ start: Date.parse(start), end: Date.parse(start) + hourMs });
const [three, threeA, threeB] = ['2026-10-24T00:00Z', '2026-10-25T00:00Z', '2026-10-25T01:00Z'].map(
  hourAt,
) as [ReturnType<typeof hourAt>, ReturnType<typeof hourAt>, ReturnType<typeof hourAt>];

const words = ({ start, end }: { start: number; end: number }) =>
  Number.isNaN(start) ? null : [formatUtc(start), formatUtc(end)];

describe('periods of the delivery day', () => {
  it('distinguish hours 3a and 3b from each other and from hour 3', () => {
    const starts = [alignedStart(three, -1), alignedStart(threeA, 0), alignedStart(threeB, 0)];
    expect(new Set(starts).size).toBe(3);
    for (const [each, days] of [
      [three, 1],
      [threeA, -1],
      [threeB, 1],
    ] as const)
      expect(words(periodLater(each, days))).toBeNull();
  });

  it('have the right length on every day: the hour before a clock change, a block across it, and the whole day', () => {
    for (const [each, days, there] of [
      [hourAt('2026-03-28T00:00Z'), 1, hourAt('2026-03-29T00:00Z')],
      [hourAt('2026-10-23T23:00Z'), 1, hourAt('2026-10-24T23:00Z')],
      [period('2026-03-27T23:00Z', '2026-03-28T07:00Z'), 1, period('2026-03-28T23:00Z', '2026-03-29T06:00Z')],
      [period('2026-10-23T22:00Z', '2026-10-24T06:00Z'), 1, period('2026-10-24T22:00Z', '2026-10-25T07:00Z')],
      [period('2026-10-24T00:00Z', '2026-10-24T02:00Z'), 1, period('2026-10-25T00:00Z', '2026-10-25T03:00Z')],
      [dayPeriod('2026-10-24', marketZone), 1, dayPeriod('2026-10-25', marketZone)],
    ] as const) {
      expect(words(periodLater(each, days))).toEqual(words(there));
      expect(words(periodLater(there, -days))).toEqual(words(each));
      expect(clockLength(there)).toBe(clockLength(each));
    }
  });

  it('are unchanged when moved to another day and back', () => {
    const instants = fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2029, 0) });
    const minutes = fc.constantFrom(15, 30, 60);
    fc.assert(
      fc.property(instants, minutes, fc.integer({ min: -400, max: 400 }), (near, length, days) => {
        const ms = length * 60_000;
        const start = Math.floor(near / ms) * ms;
        const there = periodLater({ start, end: start + ms }, days);
        if (Number.isNaN(there.start)) return;
        expect(there.end - there.start).toBe(ms);
        expect(periodLater(there, -days)).toEqual({ start, end: start + ms });
        expect(alignedStart(there, days)).toBe(alignedStart({ start, end: start + ms }, 0));
      }),
    );
  });

  it('are unchanged when moved between any two days with clock changes and back', () => {
    const changes = [
      '2024-03-31',
      '2024-10-27',
      '2025-03-30',
      '2025-10-26',
      '2026-03-29',
      '2026-10-25',
      '2027-03-28',
      '2027-10-31',
    ];
    const day = fc.constantFrom(...changes);
    fc.assert(
      fc.property(day, day, fc.constantFrom(15, 30, 60), fc.nat({ max: 20 }), (one, other, length, place) => {
        const ms = length * 60_000;
        const start = dayPeriod(one, marketZone).start + place * ms;
        const days = Math.round((Date.parse(other) - Date.parse(one)) / (24 * hourMs));
        const there = periodLater({ start, end: start + ms }, days);
        if (Number.isNaN(there.start)) return;
        expect(there.end - there.start).toBe(ms);
        expect(periodLater(there, -days)).toEqual({ start, end: start + ms });
      }),
      { numRuns: propertyRuns(250) },
    );
  });

  it('cover the whole day if they did before, however long the day is', () => {
    const days = fc.integer({ min: 0, max: 1826 }).map((number) => addDays('2024-01-01', number));
    fc.assert(
      fc.property(days, fc.integer({ min: -400, max: 400 }), (day, later) => {
        const there = dayPeriod(addDays(day, later), marketZone);
        expect(periodLater(dayPeriod(day, marketZone), later)).toEqual(there);
      }),
    );
  });
});
