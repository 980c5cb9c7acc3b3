import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignedStart, clockLength, periodAround, periodLater } from '#src/market/time/alignedDays';
import { addDays, dayPeriod, marketZone } from '#src/market/time/deliveryDay';
import { periodNumber } from '#src/market/time/periodNumbers';
import { dayMs, formatUtc, hourMs } from '#src/market/time/zones';
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

  it('come in the order of the day in a comparison: hour 3 of other days, 3a, 3b, hour 4', () => {
    const days = ['2026-03-29', '2026-07-01', '2026-10-25', '2027-10-31'];
    for (const minutes of [60, 30, 15]) {
      const length = minutes * 60_000;
      const placed = days.flatMap((day) => {
        const { start, end } = dayPeriod(day, marketZone);
        const later = (Date.parse(day) - Date.parse('2026-01-01')) / dayMs;
        return Array.from({ length: (end - start) / length }, (_, at) => {
          const each = { start: start + at * length, end: start + (at + 1) * length };
          return { number: periodNumber(each.start, each.end) ?? '', place: alignedStart(each, later) };
        });
      });
      placed.sort((a, b) => a.place - b.place);
      const places = new Map(placed.map(({ number, place }) => [number, place]));
      for (const { number, place } of placed) expect(places.get(number)).toBe(place);
      // In the hour that is repeated, that of other days comes before 3a, and 3a before 3b.
      const hourOf = (number: string) => Math.floor(((parseInt(number) - 1) * minutes) / 60);
      const expected = [...places.keys()].sort(
        (a, b) =>
          hourOf(a) - hourOf(b) ||
          a.slice(String(parseInt(a)).length).localeCompare(b.slice(String(parseInt(b)).length)) ||
          parseInt(a) - parseInt(b),
      );
      expect([...places.keys()]).toEqual(expected);
      expect(new Set(places.values()).size).toBe(places.size);
    }
  });

  it('without a known start, end, or length are compared and moved as far as they are known', () => {
    const { start, end } = threeA;
    expect(alignedStart({ start: NaN, end }, 1)).toBeNaN();
    expect(alignedStart({ start, end: NaN }, 0)).toBe(alignedStart(threeA, 0));
    expect([clockLength({ start: NaN, end }), clockLength({ start, end: NaN })]).toEqual([NaN, NaN]);
    expect(periodLater({ start: NaN, end }, 1)).toEqual({ start: NaN, end: NaN });
    expect(periodLater({ start: three.start, end: NaN }, 7)).toEqual({
      start: three.start + 7 * dayMs + hourMs,
      end: NaN,
    });
    // An empty one at either change, and one that ends before it starts.
    for (const change of ['2026-03-29T01:00Z', '2026-10-25T01:00Z'].map((utc) => Date.parse(utc))) {
      const empty = { start: change, end: change };
      expect(clockLength(empty)).toBe(0);
      expect(periodLater(empty, 0)).toEqual(empty);
      expect(alignedStart(empty, 0)).toBe(alignedStart(hourAt(formatUtc(change)), 0));
    }
    expect(periodLater({ start, end: start }, 0)).toEqual({ start, end: start });
    expect(clockLength({ start: end, end: start })).toBe(-hourMs);
  });

  it('stay the same hour in a query for another day, even if that hour occurs twice on both', () => {
    const weeks = 53 * 7;
    for (const each of [threeA, threeB]) {
      const moved = { start: each.start + weeks * dayMs, end: each.end + weeks * dayMs };
      expect(words(periodAround(each, weeks))).toEqual(words(moved));
    }
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

  it('are unchanged when moved to another day and back, also between days with clock changes', () => {
    const changes = ['2024-03-31', '2024-10-27', '2025-03-30', '2025-10-26', '2026-03-29', '2026-10-25'];
    const day = fc.oneof(
      fc.integer({ min: 0, max: 1826 }).map((number) => addDays('2024-01-01', number)),
      fc.constantFrom(...changes, '2027-03-28', '2027-10-31'),
    );
    fc.assert(
      fc.property(day, day, fc.constantFrom(15, 30, 60), fc.nat({ max: 91 }), (one, other, length, place) => {
        const ms = length * 60_000;
        const start = dayPeriod(one, marketZone).start + place * ms;
        const days = Math.round((Date.parse(other) - Date.parse(one)) / dayMs);
        const there = periodLater({ start, end: start + ms }, days);
        if (Number.isNaN(there.start)) return;
        expect(there.end - there.start).toBe(ms);
        expect(periodLater(there, -days)).toEqual({ start, end: start + ms });
        expect(alignedStart(there, days)).toBe(alignedStart({ start, end: start + ms }, 0));
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
