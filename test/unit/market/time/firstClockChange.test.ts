import fc from 'fast-check';
import { expect, it } from 'vitest';
import { firstClockChange } from '#src/market/time/firstClockChange';
import { dayPeriod, marketZone } from '#src/market/time/deliveryDay';
import { formatUtc, zoneOffset } from '#src/market/time/zones';
import { propertyRuns } from '../../propertyRuns';

const changeOf = (from: string, to: string) => {
  const change = firstClockChange({ start: Date.parse(from), end: Date.parse(to) }, marketZone);
  return change === null ? null : formatUtc(change);
};

it.each([
  ['2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z', '2026-03-29T01:00:00Z'],
  ['2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', '2026-10-25T01:00:00Z'],
  ['2026-01-01T00:00:00Z', '2026-12-31T00:00:00Z', '2026-03-29T01:00:00Z'],
  ['2026-03-29T00:59:00Z', '2026-03-29T01:00:00Z', '2026-03-29T01:00:00Z'],
  ['2026-03-29T01:00:00Z', '2026-10-25T00:59:00Z', null],
])('between %s and %s, clocks change at %s', (from, to, change) => {
  expect(changeOf(from, to)).toBe(change);
});

it('a clock change is found to the minute, and only if the offset changes', () => {
  const day = fc.date({ min: new Date('2000-01-01'), max: new Date('2060-01-01'), noInvalidDate: true });
  const zones = fc.constantFrom(
    'Europe/Oslo',
    'Europe/London',
    'America/New_York',
    'Australia/Lord_Howe',
    'UTC',
  );
  fc.assert(
    fc.property(day, zones, (date, zone) => {
      const period = dayPeriod(date.toISOString().slice(0, 10), zone);
      const change = firstClockChange(period, zone);
      if (change === null) expect(zoneOffset(period.end, zone)).toBe(zoneOffset(period.start, zone));
      else expect(zoneOffset(change, zone)).not.toBe(zoneOffset(change - 60_000, zone));
    }),
    { numRuns: propertyRuns(200) },
  );
});
