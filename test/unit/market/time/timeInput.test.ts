import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTime } from '../../../../src/market/time/timeInput';
import { formatUtc, instantsOf, isTimeZone, startOfDay } from '../../../../src/market/time/zones';

/** 10 March 2026, 23:30 in Oslo: already the 11th in Helsinki. */
const now = Date.UTC(2026, 2, 10, 22, 30);

const said = (input: string, zone = 'Europe/Oslo') => {
  const reading = readTime(input, now, zone);
  if (reading.kind === 'problem') return 'problem';
  if (reading.kind === 'instant') return formatUtc(reading.instant);
  return `${formatUtc(reading.period.start)} ${formatUtc(reading.period.end)}`;
};

describe('typed times', () => {
  it.each([
    ['today', '2026-03-09T23:00:00Z 2026-03-10T23:00:00Z'],
    ['Tomorrow', '2026-03-10T23:00:00Z 2026-03-11T23:00:00Z'],
    ['today-7d', '2026-03-02T23:00:00Z 2026-03-03T23:00:00Z'],
    ['yesterday', '2026-03-08T23:00:00Z 2026-03-09T23:00:00Z'],
    ['2026-03-29', '2026-03-28T23:00:00Z 2026-03-29T22:00:00Z'],
    ['2026-10-25', '2026-10-24T22:00:00Z 2026-10-25T23:00:00Z'],
    ['2026-03-29T10:00', '2026-03-29T08:00:00Z'],
    ['2026-03-29 01:59', '2026-03-29T00:59:00Z'],
    ['2026-03-29T02:30', 'problem'],
    ['2026-03-29T03:00', '2026-03-29T01:00:00Z'],
    ['2026-10-25T02:30', '2026-10-25T00:30:00Z'],
    ['2026-10-25T02:30+01:00', '2026-10-25T01:30:00Z'],
    ['2026-03-29T10:00Z', '2026-03-29T10:00:00Z'],
    ['2026-03-29T10:00:30.5-02:30', '2026-03-29T12:30:30.500Z'],
    ['2026-02-30', 'problem'],
    ['2026-13-01', 'problem'],
    ['2026-03-29T24:00', 'problem'],
    ['2026-03-29T10:00+99:00', 'problem'],
    // What RFC 3339 cannot write with four digits of year is no time to ask for.
    ['9999-12-31', 'problem'],
    ['9999-12-31T23:59-05:00', 'problem'],
    ['0000-12-31T12:00Z', 'problem'],
    ['9999-12-30T12:00Z', '9999-12-30T12:00:00Z'],
    ['soon', 'problem'],
    ['', 'problem'],
  ])('%j in Oslo means %s', (input, expected) => {
    expect(said(input)).toBe(expected);
  });

  it('are read as days in the displayed time zone', () => {
    expect(said('today', 'Europe/Helsinki')).toBe('2026-03-10T22:00:00Z 2026-03-11T22:00:00Z');
    expect(said('2026-03-29', 'UTC')).toBe('2026-03-29T00:00:00Z 2026-03-30T00:00:00Z');
  });

  it('say which of two equal clock times is meant, and how to enter the other', () => {
    expect(readTime('2026-10-25T02:30', now, 'Europe/Oslo')).toMatchObject({
      note: expect.stringContaining('+01:00') as string,
    });
  });

  it('never cause an exception, whatever is typed', () => {
    fc.assert(fc.property(fc.string(), (text) => void readTime(text, now, 'Europe/Oslo')));
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

  it('start a day whose midnight is skipped at its first instant', () => {
    expect(formatUtc(startOfDay(2018, 11, 4, 'America/Sao_Paulo'))).toBe('2018-11-04T03:00:00Z');
  });

  it('distinguish a valid time zone from a typo', () => {
    expect([isTimeZone('Europe/Oslo'), isTimeZone('Europe/Olso')]).toEqual([true, false]);
  });
});
