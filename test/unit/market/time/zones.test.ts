import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { dayOf, dayPeriod } from '#src/market/time/deliveryDay';
import {
  dayMs,
  formatInZone,
  formatOffset,
  formatTimeOfDay,
  formatUtc,
  hourMs,
  instantsOf,
  isClockChangeDay,
  isTimeZone,
  localTimeZone,
  minuteMs,
  startOfDay,
  timeZoneName,
  zoneOffset,
} from '#src/market/time/zones';
import { propertyRuns } from '../../propertyRuns';

/** Days of March and of October and November that count as days on which the clocks change. */
const changingDays = (zone: string) =>
  [3, 10, 11].flatMap((month) =>
    Array.from({ length: 30 }, (_, at) => at + 1)
      .filter((day) => isClockChangeDay(startOfDay(2026, month, day, zone), zone))
      .map((day) => `${month}-${day}`),
  );

describe('a time on a day when clocks change', () => {
  it.each([
    ['2026-10-24T21:59:00Z', '2026-10-24 23:59'],
    ['2026-10-24T22:00:00Z', '2026-10-25 00:00 +02:00'],
    ['2026-10-25T22:45:00Z', '2026-10-25 23:45 +01:00'],
    // The last quarter of that day ends here.
    ['2026-10-25T23:00:00Z', '2026-10-26 00:00 +01:00'],
    ['2026-10-25T23:00:00.001Z', '2026-10-26 00:00:00.001'],
    ['2026-10-26T00:00:00Z', '2026-10-26 01:00'],
    ['2026-03-29T22:00:00Z', '2026-03-30 00:00 +02:00'],
  ])('%s includes its offset, up to the midnight that ends the day', (utc, text) => {
    expect(formatInZone(Date.parse(utc), 'Europe/Oslo')).toBe(text);
  });
});

describe('a day when clocks change', () => {
  it.each([
    ['Europe/Oslo', ['3-29', '10-25']],
    ['America/New_York', ['3-8', '11-1']],
    // The clock jumps from midnight to 01:00, and falls from 01:00 back to midnight.
    ['America/Havana', ['3-8', '11-1']],
    // The hour before midnight happens twice on the day that ends.
    ['Asia/Beirut', ['3-29', '10-24']],
    ['Asia/Tokyo', []],
    ['UTC', []],
  ])('is found in %s', (zone, days) => {
    expect(changingDays(zone)).toEqual(days);
  });
});

describe('the written offset', () => {
  it.each([
    ['UTC', 'Z'],
    ['Europe/London', '+00:00'],
    ['America/St_Johns', '-03:30'],
    ['Asia/Kathmandu', '+05:45'],
    ['Pacific/Kiritimati', '+14:00'],
  ])('of %s is %s', (zone, text) => {
    expect(formatOffset(Date.UTC(2026, 0, 15), zone)).toBe(text);
  });
});

it('a time of day is cut to the minute, with the hour of its time zone', () => {
  expect(formatTimeOfDay(Date.parse('2026-10-25T00:59:59.999Z'), 'Europe/Oslo')).toBe('02:59');
  expect(formatTimeOfDay(Date.parse('2026-10-25T23:00:00Z'), 'Europe/Oslo')).toBe('00:00');
});

describe('the local time zone', () => {
  it.each(['', 'Etc/Unknown', 'Nowhere/City'])('is unknown with TZ=%j', (zone) => {
    vi.stubEnv('TZ', zone);
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(localTimeZone()).toBeUndefined();
  });

  it("is the computer's", () => {
    for (const instant of [Date.UTC(2026, 0, 15), Date.UTC(2026, 6, 15)])
      expect(
        zoneOffset(instant, localTimeZone() ?? '') + new Date(instant).getTimezoneOffset() * minuteMs,
      ).toBe(0);
  });
});

/** The offset that the wall clock of `Intl` shows, by a format that the code does not use. */
function shownOffset(zone: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    era: 'short',
  });
  return (instant) => {
    const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, value]));
    const number = (type: Intl.DateTimeFormatPartTypes) => Number(parts.get(type));
    const shown = new Date(0);
    const year = parts.get('era') === 'BC' ? 1 - number('year') : number('year');
    shown.setUTCFullYear(year, number('month') - 1, number('day'));
    shown.setUTCHours(number('hour'), number('minute'), number('second'));
    return shown.getTime() - Math.floor(instant / 1000) * 1000;
  };
}

/** Instants next to each of the offset's first changes after 1840, found week by week. */
function nearChanges(zone: string, most: number): number[] {
  const offsetAt = shownOffset(zone);
  const found: number[] = [];
  const week = 7 * dayMs;
  for (let at = Date.UTC(1840, 0); at < Date.UTC(2040, 0) && found.length < most; at += 4 * week) {
    let [before, after] = [at - 4 * week, at];
    const offset = offsetAt(after);
    if (offsetAt(before) === offset) continue;
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2);
      if (offsetAt(middle) === offset) after = middle;
      else before = middle;
    }
    found.push(after);
  }
  return found.flatMap((change) =>
    [-dayMs, -hourMs, -1000, -1, 0, 1, 999, hourMs, dayMs].map((distance) => change + distance),
  );
}

describe('the offset of a time zone', () => {
  const zones = Intl.supportedValuesOf('timeZone');

  it("equals Intl's at any instant of the years 1 to 9999", () => {
    const any = fc.integer({ min: Date.parse('0001-01-01T00:00Z'), max: Date.parse('9999-12-31T23:59Z') });
    const lately = fc.integer({ min: Date.UTC(1840, 0), max: Date.UTC(2050, 0) });
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.array(fc.oneof(any, lately), { minLength: 20 }),
        (zone, all) => {
          const offsetAt = shownOffset(zone);
          for (const instant of all) expect(zoneOffset(instant, zone)).toBe(offsetAt(instant));
        },
      ),
    );
  });

  it.each([
    'Europe/Oslo',
    // Half an hour, by half an hour.
    'Australia/Lord_Howe',
    // No 30 December 2011.
    'Pacific/Apia',
    // Seconds, far into the 20th century.
    'Africa/Monrovia',
    'Europe/Amsterdam',
    'America/St_Johns',
    'Asia/Kathmandu',
    'America/Caracas',
  ])('changes in %s at the same millisecond as that of Intl', (zone) => {
    const offsetAt = shownOffset(zone);
    const instants = nearChanges(zone, 30);
    expect(instants.length).toBeGreaterThan(0);
    for (const instant of instants)
      expect(zoneOffset(instant, zone), String(instant)).toBe(offsetAt(instant));
  });

  it('stays correct when more days are requested than are cached', () => {
    const offsetAt = shownOffset('Europe/Oslo');
    for (let day = 0; day < 25_000; day += 1) zoneOffset(day * dayMs, 'Europe/Oslo');
    for (const instant of nearChanges('Europe/Oslo', 10)) {
      expect(zoneOffset(instant, 'Europe/Oslo')).toBe(offsetAt(instant));
    }
  });
});

describe('the name of a time zone', () => {
  /** Upper or lower case, by the bits of a number. */
  const inCase = (name: string, bits: number) =>
    Array.from(name, (character, at) =>
      (bits >> (at % 31)) & 1 ? character.toUpperCase() : character.toLowerCase(),
    ).join('');
  const names = [
    ...Intl.supportedValuesOf('timeZone'),
    // `Intl` may have another name for these.
    ...['Asia/Kolkata', 'Asia/Calcutta', 'Europe/Kyiv', 'America/Argentina/Buenos_Aires', 'Asia/Ho_Chi_Minh'],
    ...['UTC', 'GMT', 'CET', 'EET', 'WET', 'Etc/GMT+1'],
  ];

  it('is spelled as in the IANA database, in whatever case it was typed', () => {
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.nat(), (name, bits) => {
        expect(timeZoneName(inCase(name, bits))).toBe(name);
      }),
      { numRuns: propertyRuns(500) },
    );
    for (const name of names) expect(timeZoneName(name)).toBe(name);
  });

  it.each([
    ['us/pacific', 'America/Los_Angeles'],
    ['Australia/NSW', 'Australia/Sydney'],
    ['america/knox_in', 'America/Indiana/Knox'],
  ])('is that of the same zone if an old name has a spelling of its own: %s', (old, name) => {
    expect(timeZoneName(old)).toBe(name);
  });

  it('is unknown for anything else', () => {
    for (const zone of ['', 'Europe', 'Europe/Nowhere', 'Europe/Oslo ', '../Oslo', 'local']) {
      expect(timeZoneName(zone)).toBeUndefined();
    }
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
