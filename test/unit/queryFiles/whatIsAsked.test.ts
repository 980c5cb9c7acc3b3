import { expect, test } from 'vitest';
import { readQueryFile } from '#src/queryFiles/read/readQueryFile';
import { describeQuery } from '#src/queryFiles/describeQuery';

function described(dataset: string, parameters: Record<string, string>, zone: string, at: string) {
  const now = Date.parse(at);
  const text = JSON.stringify({ version: 1, timeZone: zone, queries: { q: { dataset, parameters } } });
  const [query] = readQueryFile(text, now).queries;
  return query && describeQuery(query, zone, now);
}

const tomorrow = { startTime: 'tomorrow', endTime: 'tomorrow' };

test.each([
  [
    'results that are due today',
    ['dayahead-prices', tomorrow, 'Europe/Oslo', '2026-11-22T08:00:00Z'],
    [
      'tomorrow: 22 Nov 23:00Z to 23 Nov 23:00Z, 24 h, 96 quarter hours, due at about 12:55',
      'Europe/Oslo: 23 Nov 2026',
    ],
  ],
  [
    'results that should be there',
    ['dayahead-prices', tomorrow, 'Europe/Oslo', '2026-11-22T11:55:00Z'],
    ['tomorrow: 22 Nov 23:00Z to 23 Nov 23:00Z, 24 h, 96 quarter hours', 'Europe/Oslo: 23 Nov 2026'],
  ],
  [
    'a day of 25 hours that is due on another day, on the clock of the file',
    [
      'dayahead-prices',
      { startTime: '2026-10-25', endTime: '2026-10-25' },
      'Europe/Oslo',
      '2026-10-20T08:00:00Z',
    ],
    [
      '2026-10-25: 24 Oct 22:00Z to 25 Oct 23:00Z, 25 h, 100 quarter hours, due at about 12:55 on 2026-10-24',
      'Europe/Oslo: 25 Oct 2026',
    ],
  ],
  [
    'a day of 23 hours of a dataset without quarter hours',
    ['uk-flows', { startTime: '2026-03-29', endTime: '2026-03-29' }, 'Europe/London', '2026-03-20T08:00:00Z'],
    ['2026-03-29: 29 Mar 00:00Z to 29 Mar 23:00Z, 23 h', 'Europe/London: 29 Mar 2026'],
  ],
  [
    'a delivery date, which is of the market in every time zone',
    ['dayahead-curves', { date: 'tomorrow' }, 'UTC', '2026-12-31T08:00:00Z'],
    ['tomorrow: 31 Dec 23:00Z to 1 Jan 2027 23:00Z, 24 h, due at about 11:55', 'UTC: 1 Jan 2027'],
  ],
  [
    'times without words',
    [
      'dayahead-turnover',
      { startTime: '2026-03-19T10:00Z', endTime: '2026-03-19T11:30Z' },
      'UTC',
      '2026-03-20T08:00:00Z',
    ],
    ['19 Mar 10:00Z to 19 Mar 11:30Z, 1.5 h, 6 quarter hours', 'UTC: 2026-03-19 10:00 to 11:30'],
  ],
  [
    'a time that occurs twice',
    ['intraday-orders', { startTime: '2026-10-25 02:30' }, 'Europe/Oslo', '2026-10-24T08:00:00Z'],
    ['from 25 Oct 00:30Z', 'Europe/Oslo: from 2026-10-25 02:30 +02:00'],
  ],
  [
    'orders that are not public yet',
    ['intraday-orders', { startTime: 'today', endTime: 'today' }, 'UTC', '2026-03-20T08:00:00Z'],
    ['today: 20 Mar 00:00Z to 21 Mar 00:00Z, 24 h, due about 20 minutes after delivery', 'UTC: 20 Mar 2026'],
  ],
  [
    'a period that is left out',
    ['regulation-down-volumes', {}, 'UTC', '2026-03-20T08:00:00Z'],
    ['no period, so the service uses its default'],
  ],
  ['nothing for a query that cannot be sent', ['dayahead-curves', {}, 'UTC', '2026-03-20T08:00:00Z'], []],
] as const)('a person reads %s', (_, [dataset, parameters, zone, at], lines) => {
  expect(described(dataset, parameters, zone, at)).toEqual(lines);
});
