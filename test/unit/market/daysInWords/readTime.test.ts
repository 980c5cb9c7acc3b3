import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDeliveryDate, readTime } from '#src/market/daysInWords/readTime';
import { formatUtc } from '#src/market/time/zones';

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
