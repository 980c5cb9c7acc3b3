import { describe, expect, it } from 'vitest';
import { intervalInBoth } from '#view/chart/model/axisTimes';

const at = (utc: string) => Date.parse(utc);

describe('an interval reads right on days on which the clock changes:', () => {
  it.each([
    [
      'the hour before the clock goes forward',
      '2026-03-29T00:00:00Z',
      '2026-03-29T01:00:00Z',
      '2026-03-29 01:00 +01:00 – 03:00 +02:00 Europe/Oslo (2026-03-29 00:00 – 01:00 UTC)',
    ],
    [
      'the second of the repeated hours',
      '2026-10-25T01:00:00Z',
      '2026-10-25T02:00:00Z',
      '2026-10-25 02:00 – 03:00 +01:00 Europe/Oslo (2026-10-25 01:00 – 02:00 UTC)',
    ],
    [
      'the last quarter of a day',
      '2026-06-15T21:45:00Z',
      '2026-06-15T22:00:00Z',
      '2026-06-15 23:45 – 24:00 Europe/Oslo (2026-06-15 21:45 – 22:00 UTC)',
    ],
    [
      'more than a day',
      '2026-06-14T22:00:00Z',
      '2026-06-16T10:00:00Z',
      '2026-06-15 00:00 – 2026-06-16 12:00 Europe/Oslo (2026-06-14 22:00 – 2026-06-16 10:00 UTC)',
    ],
  ])('%s', (_name, from, to, expected) => {
    expect(intervalInBoth(at(from), at(to), 'Europe/Oslo')).toBe(expected);
  });
});
