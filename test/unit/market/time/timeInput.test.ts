import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayOf, dayPeriod } from '#src/market/time/deliveryDay';
import { describePeriod, readDeliveryDate, readTime } from '#src/market/time/timeInput';
import { formatUtc, instantsOf, isTimeZone, startOfDay } from '#src/market/time/zones';

/** 10 March 2026, 23:30 in Oslo: already the 11th in Helsinki. */
const now = Date.UTC(2026, 2, 10, 22, 30);

const said = (input: string, zone = 'Europe/Oslo') => {
  const reading = readTime(input, now, zone);
  if (reading.kind === 'problem') return 'problem';
  if (reading.kind === 'instant') return formatUtc(reading.instant);
  expect(reading.kind).toBe('day');
  return `${formatUtc(reading.period.start)} ${formatUtc(reading.period.end)}`;
};

describe('typed times', () => {
  it.each([
    ['today', '2026-03-09T23:00:00Z 2026-03-10T23:00:00Z'],
    ['Tomorrow', '2026-03-10T23:00:00Z 2026-03-11T23:00:00Z'],
    ['today-7d', '2026-03-02T23:00:00Z 2026-03-03T23:00:00Z'],
    ['today+2d', '2026-03-11T23:00:00Z 2026-03-12T23:00:00Z'],
    ['  today ', '2026-03-09T23:00:00Z 2026-03-10T23:00:00Z'],
    ['yesterday', '2026-03-08T23:00:00Z 2026-03-09T23:00:00Z'],
    ['yesterdayT10:00', '2026-03-09T09:00:00Z'],
    ['Today 08:15', '2026-03-10T07:15:00Z'],
    ['today-7dT10:00+02:00', '2026-03-03T08:00:00Z'],
    ['tomorrowT25:00', 'problem'],
    ['tomorrowish 10:00', 'problem'],
    ['2026-03-29', '2026-03-28T23:00:00Z 2026-03-29T22:00:00Z'],
    ['2026-10-25', '2026-10-24T22:00:00Z 2026-10-25T23:00:00Z'],
    ['2026-03-29T10:00', '2026-03-29T08:00:00Z'],
    ['2026-03-29 01:59', '2026-03-29T00:59:00Z'],
    ['2026-03-29T02:30', 'problem'],
    ['2026-03-29T03:00', '2026-03-29T01:00:00Z'],
    ['2026-10-25T02:30', '2026-10-25T00:30:00Z'],
    ['2026-10-25T02:30:15.25', '2026-10-25T00:30:15.250Z'],
    ['2026-10-25T02:30+01:00', '2026-10-25T01:30:00Z'],
    ['2026-10-25T02:30 +0100', '2026-10-25T01:30:00Z'],
    ['2026-03-29T10:00+23:59', '2026-03-28T10:01:00Z'],
    // Finer than a millisecond, which can't be represented here.
    ['2026-03-29 10:00:30.123456789', '2026-03-29T08:00:30.123Z'],
    ['2026-03-29T10:00Z', '2026-03-29T10:00:00Z'],
    ['2026-03-29T10:00:30.5-02:30', '2026-03-29T12:30:30.500Z'],
    ['2026-02-30', 'problem'],
    ['2026-13-01', 'problem'],
    ['2026-03-29T24:00', 'problem'],
    ['2026-03-29T10:60', 'problem'],
    ['2026-03-29T10:00:60', 'problem'],
    ['2026-03-29T10:00+99:00', 'problem'],
    ['2026-03-29T10:00+01:60', 'problem'],
    ['12026-03-29', 'problem'],
    // Times that RFC 3339 can't write with a four-digit year can't be queried.
    ['9999-12-31', 'problem'],
    ['9999-12-30', '9999-12-29T23:00:00Z 9999-12-30T23:00:00Z'],
    ['0001-01-01', 'problem'],
    ['9999-12-31T23:59-05:00', 'problem'],
    ['0000-12-31T12:00Z', 'problem'],
    ['0000-01-01T00:00+01:00', 'problem'],
    ['9999-12-30T12:00Z', '9999-12-30T12:00:00Z'],
    ['soon', 'problem'],
    ['', 'problem'],
  ])('%j in Oslo means %s', (input, expected) => {
    expect(said(input)).toBe(expected);
  });

  it('are read as days in the displayed time zone', () => {
    expect(said('today', 'Europe/Helsinki')).toBe('2026-03-10T22:00:00Z 2026-03-11T22:00:00Z');
    expect(said('0001-01-02', 'UTC')).toBe('0001-01-02T00:00:00Z 0001-01-03T00:00:00Z');
    expect(said('2026-03-29', 'UTC')).toBe('2026-03-29T00:00:00Z 2026-03-30T00:00:00Z');
  });

  it('say which of two equal clock times is meant, and how to enter the other', () => {
    expect(readTime('2026-10-25T02:30', now, 'Europe/Oslo')).toMatchObject({
      note: expect.stringMatching(/02:30.*\+01:00/) as string,
    });
  });

  it.each([
    ['2026-02-30T10:00', /2026-02-30 .*calendar/],
    ['2026-03-29T10:60', /10:60 .*time of day/],
    ['2026-03-29T02:30', /02:30 .*2026-03-29 .*Europe\/Oslo .*skip/],
    ['2026-03-29T10:00+24:00', /\+24:00 .*offset/],
    ['9999-12-31', /1 to 9999/],
    ['9999-12-31T23:59-05:00', /1 to 9999/],
    ['soon', /soon.*today/],
  ])('%j is rejected with the specific reason', (input, reason) => {
    expect(readTime(input, now, 'Europe/Oslo')).toMatchObject({
      kind: 'problem',
      message: expect.stringMatching(reason) as string,
    });
  });

  it('mean a delivery day if one is required, whatever time zone is displayed', () => {
    expect(
      ['today', ' 2026-03-29 ', '9999-12-31', '2026-03-29T10:00', 'soon'].map((text) =>
        readDeliveryDate(text, now),
      ),
    ).toEqual(['2026-03-10', '2026-03-29', null, null, null]);
  });

  it('never cause an exception, whatever is typed', () => {
    fc.assert(fc.property(fc.string(), (text) => void readTime(text, now, 'Europe/Oslo')));
  });
});

describe('a period about to be sent', () => {
  const described = (start: string, end: string, from?: string) =>
    describePeriod({ start: Date.parse(start), end: Date.parse(end) }, from)
      .split(', ')
      .map((part) => part.replace(/[^\dTZ:.-]+/g, ' ').trim());

  it.each([
    ['2026-10-24T22:00Z', '2026-10-25T23:00Z', '2025-10-01', '25', '100'],
    ['2026-03-28T23:00Z', '2026-03-29T22:00Z', '2025-10-01', '23', '92'],
    ['2025-09-30T22:00Z', '2025-09-30T22:15Z', '2025-10-01', '0.25', '1'],
  ])('from %s to %s says its true length in hours and quarter hours', (start, end, from, hours, quarters) => {
    const bounds = `${formatUtc(Date.parse(start))} ${formatUtc(Date.parse(end))}`;
    expect(described(start, end, from)).toEqual([bounds, hours, quarters]);
  });

  it("has no quarter hours before the market had them, or if it doesn't consist of whole ones", () => {
    const [start, end] = ['2025-09-30T21:00Z', '2025-09-30T22:20Z'];
    const bounds = `${formatUtc(Date.parse(start))} ${formatUtc(Date.parse(end))}`;
    for (const from of ['2025-10-01', '2025-09-30', undefined])
      expect(described(start, end, from)).toEqual([bounds, '1.33']);
    expect(described(start, '2025-09-30T22:00Z', '2025-10-01')).toHaveLength(2);
    expect(described(start, '2025-09-30T22:00Z')).toHaveLength(2);
    // The first hour of this period has one value, not four.
    expect(described(start, '2025-10-01T22:00Z', '2025-10-01')).toHaveLength(2);
  });
});

describe('time zones', () => {
  it('find the instants of every clock time that exists', () => {
    const zones = ['Europe/Oslo', 'Europe/London', 'Europe/Helsinki', 'Australia/Lord_Howe', 'UTC'];
    fc.assert(
      fc.property(
        fc.integer({ min: Date.UTC(1990, 0), max: Date.UTC(2040, 0) }),
        fc.constantFrom(...zones),
        (seconds, zone) => {
          const instant = Math.floor(seconds / 1000) * 1000;
          const format = new Intl.DateTimeFormat('sv-SE', {
            timeZone: zone,
            dateStyle: 'short',
            timeStyle: 'medium',
          });
          const [year, month, day, hour, minute, second] = format
            .format(instant)
            .split(/\D+/)
            .map(Number) as [number, number, number, number, number, number];
          expect(instantsOf({ year, month, day, hour, minute, second }, zone)).toContain(instant);
        },
      ),
    );
  });

  it.each([
    [[2018, 11, 4], 'America/Sao_Paulo', '2018-11-04T03:00:00Z'],
    // From 23:30 to 00:30.
    [[1919, 3, 31], 'America/Toronto', '1919-03-31T04:30:00Z'],
    // There was no such day: it ends when it starts.
    [[2011, 12, 30], 'Pacific/Apia', '2011-12-30T10:00:00Z'],
    [[2011, 12, 31], 'Pacific/Apia', '2011-12-30T10:00:00Z'],
  ] as const)(
    'start %j, whose midnight is skipped in %s, at its first instant',
    ([year, month, day], zone, utc) => {
      expect(formatUtc(startOfDay(year, month, day, zone))).toBe(utc);
    },
  );

  it("don't hang for a day beyond those that a program can represent", () => {
    expect(startOfDay(300_000, 1, 1, 'UTC')).toBeNaN();
  });

  it('have a start of every day, on that day, in any year that can be queried', () => {
    const day = fc
      .date({ min: new Date('0001-01-02'), max: new Date('9999-12-30'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    fc.assert(
      fc.property(
        day,
        fc.constantFrom('Europe/Oslo', 'America/New_York', 'Asia/Tokyo', 'UTC'),
        (text, zone) => {
          const { start, end } = dayPeriod(text, zone);
          expect([dayOf(start, zone), dayOf(end - 1, zone)]).toEqual([text, text]);
          expect(dayOf(start - 1, zone) < text).toBe(true);
        },
      ),
    );
  });

  it("have no period for a day that doesn't exist, or whose end can't be written", () => {
    for (const day of ['2026-02-30', '2026-13-01', '9999-12-31', 'soon'])
      expect(() => dayPeriod(day, 'Europe/Oslo'), day).toThrow(RangeError);
  });

  it('distinguish a valid time zone from a typo', () => {
    expect([isTimeZone('Europe/Oslo'), isTimeZone('Europe/Olso')]).toEqual([true, false]);
  });
});
