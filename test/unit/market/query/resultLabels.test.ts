import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { datasets, findDataset } from '#src/market/datasets/datasets';
import { onOtherDay } from '#src/market/query/otherDay';
import type { Query } from '#src/market/query/query';
import { resultLabels, resultTitle, sharedQuery, type RunQuery } from '#src/market/query/resultLabels';

const asked = (dataset: string, parameters: Record<string, string>): Query => ({
  dataset: findDataset(dataset) ?? datasets[0]!,
  parameters,
});
const prices = (startTime: string, endTime: string, more = {}) =>
  asked('dayahead-prices', { deliveryarea: 'NO1', startTime, endTime, ...more });

const summerDay = prices('2026-03-29T22:00:00Z', '2026-03-30T22:00:00Z');
const withMore = (more: Record<string, string>): Query => ({
  ...summerDay,
  parameters: { ...summerDay.parameters, ...more },
});

const at = Date.parse('2026-03-30T12:01:05Z');
const run = (query: Query, more: Partial<RunQuery> = {}): RunQuery => ({
  query,
  connection: 'production',
  startedEpochMs: at,
  ...more,
});
const minutesLater = (minutes: number) => ({ startedEpochMs: at + minutes * 60_000 });

describe('what tells two results apart', () => {
  const words = (first: Query, second: Query, connections = ['a', 'a'], zone = 'Europe/Oslo') =>
    resultLabels(
      [
        run(first, { connection: connections[0]! }),
        run(second, { connection: connections[1]!, ...minutesLater(1) }),
      ],
      zone,
    );

  const hour = (clock: string) => `2026-03-30T${clock}:00:00Z`;
  const hours = (from: string, to: string) => prices(hour(from), hour(to));
  const powerHour = (clock: string) =>
    asked('hub-to-hub-capacities', { powerHour: hour(clock), daFrom: 'NO1' });
  const other = { deliveryarea: 'SE3', status: 'O' };

  it.each<[string, Query, Query, [string, string]]>([
    ['status', withMore({ status: 'P' }), withMore({ status: 'O' }), ['preliminary', 'official']],
    ['day', summerDay, onOtherDay(summerDay, '2026-03-28'), ['30 Mar 2026', '28 Mar 2026']],
    ['area', summerDay, withMore({ deliveryarea: 'NO2' }), ['NO1', 'NO2']],
    ['value that was left open', summerDay, withMore({ currency: 'NOK' }), ['Currency: any', 'NOK']],
    ['time of the query', summerDay, summerDay, ['run at 14:01', 'run at 14:02']],
    ['power hour', powerHour('10'), powerHour('11'), ['2026-03-30 12:00', '2026-03-30 13:00']],
    [
      'hours of one day',
      hours('08', '09'),
      hours('09', '10'),
      ['2026-03-30 10:00 to 11:00', '2026-03-30 11:00 to 12:00'],
    ],
    ['sum of all differences', summerDay, withMore(other), ['NO1 · Status: any', 'SE3 · official']],
  ])('is the %s', (_, first, second, expected) => {
    expect(words(first, second)).toEqual(expected);
  });

  it('is the connection', () => {
    expect(words(summerDay, summerDay, ['a', 'b'])).toEqual(['a', 'b']);
  });

  it('is the delivery day, even if times are shown in another time zone', () => {
    const other = onOtherDay(summerDay, '2026-03-28');
    const expected = ['30 Mar 2026', '28 Mar 2026'];
    expect(words(summerDay, other, ['a', 'a'], 'America/New_York')).toEqual(expected);
  });

  it("is the time if the market's day and another time zone's have the same date", () => {
    const [market, calendar] = [
      prices('2026-03-09T23:00:00Z', '2026-03-10T23:00:00Z'),
      prices('2026-03-10T00:00:00Z', '2026-03-11T00:00:00Z'),
    ];
    const expected = ['2026-03-09 23:00', '2026-03-10 00:00'];
    expect(words(market, calendar, ['a', 'a'], 'UTC')).toEqual(expected);
  });
});

describe('several results', () => {
  it("are told apart by start and end if days and starts alone don't suffice", () => {
    const labels = resultLabels(
      [
        run(prices('2026-03-09T23:00:00Z', '2026-03-10T23:00:00Z')),
        run(prices('2026-03-10T00:00:00Z', '2026-03-11T00:00:00Z')),
        run(prices('2026-03-09T23:00:00Z', '2026-03-10T05:00:00Z')),
      ],
      'UTC',
    );
    expect(labels).toEqual([
      '2026-03-09 23:00 to 2026-03-10 23:00',
      '2026-03-10 00:00 to 2026-03-11 00:00',
      '2026-03-09 23:00 to 2026-03-10 05:00',
    ]);
  });

  it('share the parameters that both were queried with', () => {
    const { dataset, parameters } = sharedQuery(
      withMore({ status: 'P', currency: 'NOK' }),
      withMore({ status: 'O' }),
    );
    expect([dataset, parameters]).toEqual([summerDay.dataset, summerDay.parameters]);
  });
});

describe('the time of each of several equal queries', () => {
  const times = (...starts: string[]) =>
    resultLabels(
      starts.map((start) => run(summerDay, { startedEpochMs: Date.parse(start) })),
      'UTC',
    );

  it('has seconds only if minutes are equal, and a date only if dates differ', () => {
    expect(times('2026-03-30T12:01:05Z', '2026-03-30T12:01:06Z')).toEqual([
      'run at 12:01:05',
      'run at 12:01:06',
    ]);
    expect(times('2026-03-30T12:01:05Z', '2026-03-31T12:01:05Z')).toEqual([
      'run at 2026-03-30 12:01',
      'run at 2026-03-31 12:01',
    ]);
  });

  it('is numbered if it is the same second', () => {
    expect(times('2026-03-30T12:01:05.100Z', '2026-03-30T12:01:05.900Z')).toEqual([
      'run at 12:01:05 (1)',
      'run at 12:01:05 (2)',
    ]);
    expect(
      times('2026-03-30T12:01:05Z', '2026-03-30T12:01:07Z', '2026-03-30T12:01:05Z', '2026-03-30T12:01:07.5Z'),
    ).toEqual(['run at 12:01:05 (1)', 'run at 12:01:07 (1)', 'run at 12:01:05 (2)', 'run at 12:01:07 (2)']);
    expect(times('2026-03-30T12:01:05Z', '2026-03-30T12:01:07Z', '2026-03-30T12:01:05Z')).toEqual([
      'run at 12:01:05 (1)',
      'run at 12:01:07',
      'run at 12:01:05 (2)',
    ]);
  });
});

describe('the name of a tab or of a row of the history', () => {
  const title = (result: RunQuery, length?: 'short') => resultTitle(result, 'Europe/Oslo', length);

  it('is dataset, areas, and day, and then what else was set', () => {
    expect(title(run(summerDay))).toBe('Day-ahead prices · NO1 · 30 Mar 2026');
    expect(title(run(withMore({ deliveryarea: 'NO1,DK1', currency: 'EUR', status: 'O' })))).toBe(
      'Day-ahead prices · NO1, DK1 · 30 Mar 2026 · official · EUR',
    );
  });

  it('begins with a short name in a narrow list, so that areas and day can be read', () => {
    const inYear = (year: number) => title({ ...run(summerDay), startedEpochMs: Date.UTC(year, 5) }, 'short');
    expect(inYear(2026)).toBe('Prices · NO1 · 30 Mar');
    expect(inYear(2027)).toBe('Prices · NO1 · 30 Mar 2026');
    const lengths = datasets.map(({ shortTitle }) => shortTitle().length);
    expect(Math.max(...lengths)).toBeLessThanOrEqual('Prices (second address)'.length);
    expect(new Set(datasets.map(({ shortTitle }) => shortTitle())).size).toBe(datasets.length);
  });

  it('has the hours of a period that has only a part of a day', () => {
    const hour = prices('2026-03-30T08:00:00Z', '2026-03-30T09:00:00Z');
    expect(title(run(hour))).toBe('Day-ahead prices · NO1 · 2026-03-30 10:00 to 11:00');
    const capacities = asked('hub-to-hub-capacities', { daFrom: 'NO1', powerHour: '2026-03-30T10:00:00Z' });
    expect(title(run(capacities))).toBe('Hub-to-hub capacities · NO1 · 2026-03-30 12:00');
  });

  it('says that a query failed, and what a comparison compares', () => {
    expect(title(run(summerDay, { trouble: 'failed' }))).toBe(
      'Day-ahead prices · NO1 · 30 Mar 2026 · failed',
    );
    const areaOnly = asked('dayahead-prices', { deliveryarea: 'NO1' });
    expect(title(run(areaOnly, { versus: '30 Mar 2026 vs. 29 Mar 2026' }))).toBe(
      'Day-ahead prices · NO1 · 30 Mar 2026 vs. 29 Mar 2026',
    );
  });
});

describe('labels', () => {
  it('are never those of another result', () => {
    const query = fc
      .record({
        dataset: fc.constantFrom(...datasets),
        area: fc.constantFrom('NO1', 'NO1,SE3', undefined),
        time: fc.constantFrom(
          '2026-03-30T10:00:00Z',
          '2026-03-30T11:00:00Z',
          '2026-03-31T10:00:00Z',
          undefined,
        ),
        other: fc.constantFrom('NOK', undefined),
      })
      .map(({ dataset, area, time, other }): Query => {
        const given = dataset.parameters.flatMap(({ name, kind }): [string, string][] => {
          const value =
            kind === 'deliveryArea'
              ? area
              : kind === 'date'
                ? time?.slice(0, 10)
                : kind === 'instant' || kind === 'powerHour'
                  ? time
                  : other;
          return value === undefined ? [] : [[name, value]];
        });
        return { dataset, parameters: Object.fromEntries(given) };
      });
    const results = fc.array(
      fc.record({
        query,
        connection: fc.constantFrom('a', 'b'),
        startedEpochMs: fc.integer({ min: at, max: at + 9 }),
      }),
      { minLength: 1, maxLength: 12 },
    );
    fc.assert(
      fc.property(results, fc.constantFrom('Europe/Oslo', 'UTC', 'America/New_York'), (some, zone) => {
        if (some.length > 1) expect(new Set(resultLabels(some, zone)).size).toBe(some.length);
      }),
    );
  });
});

describe('a file among results', () => {
  const file = { name: 'prices.json', path: 'data/prices.json', hasQuery: true };
  const saved = (query: Query, more = {}) => run(query, { connection: 'file', file: { ...file, ...more } });

  it('is named first, with and without a known query', () => {
    const title = (query: Query) => resultTitle(saved(query), 'Europe/Oslo');
    expect(title(summerDay)).toBe('prices.json · Day-ahead prices · NO1 · 30 Mar 2026');
    expect(title(asked('dayahead-curves', {}))).toBe('prices.json · Day-ahead price curves');
  });

  it('is distinguished from a response to the same query by its name, and the response by its connection', () => {
    expect(resultLabels([saved(summerDay), run(summerDay)], 'UTC')).toEqual(['prices.json', 'production']);
  });

  it('is distinguished from a file with the same name by its folder', () => {
    const other = saved(summerDay, { path: 'old/prices.json' });
    expect(resultLabels([saved(summerDay), other], 'UTC')).toEqual(['data/prices.json', 'old/prices.json']);
  });
});
