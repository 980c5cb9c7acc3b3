import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { datasets, findDataset } from '#src/market/datasets/datasets';
import { dayPeriod, marketZone } from '#src/market/time/deliveryDay';
import { likelyReasons } from '#src/market/integrity/likelyReasons';
import { readQuery } from '#src/market/query/query';
import { formatUtc } from '#src/market/time/zones';

/** Before and after the results of the next day are due, which is at 11:55Z in winter. */
const noon = Date.UTC(2026, 10, 21, 11, 54);
const afternoon = Date.UTC(2026, 10, 21, 11, 55);

const bounds = (day: string) => {
  const { start, end } = dayPeriod(day, marketZone);
  return { startTime: formatUtc(start), endTime: formatUtc(end) };
};
const reasons = (id: string, parameters: Record<string, string>, now = afternoon, zone = 'UTC') =>
  likelyReasons({ dataset: findDataset(id)!, parameters }, now, zone);
const labels = (...given: Parameters<typeof reasons>) =>
  reasons(...given).flatMap(({ instead }) => instead.map(({ label }) => label));

describe('likely reasons for an empty response', () => {
  it("say when tomorrow's prices are due, and offer the last published day", () => {
    const asked = bounds('2026-11-22');
    const [first] = reasons('dayahead-prices', asked, noon);
    expect(first?.text).toBe(
      'The data for 22 Nov 2026 is likely not published yet. Results are published at about 12:55 CET/CEST on the day before delivery.',
    );
    expect(first?.instead).toEqual([{ label: 'Run for 21 Nov 2026', parameters: bounds('2026-11-21') }]);
    expect(first?.due).toBe(Date.parse('2026-11-21T12:55:00+01:00'));
  });

  it('say that results that were due are likely late, until the day begins', () => {
    const asked = { ...bounds('2026-11-22'), deliveryarea: 'NO1' };
    const midnight = dayPeriod('2026-11-22', marketZone).start;
    for (const now of [afternoon, midnight - 1]) {
      const [first, second] = reasons('dayahead-prices', asked, now);
      expect(first).toEqual({
        text: 'The data for 22 Nov 2026 was due at about 12:55 CET/CEST and is likely late.',
        instead: [{ label: 'Run for 21 Nov 2026', parameters: { ...asked, ...bounds('2026-11-21') } }],
        due: Date.parse('2026-11-21T12:55:00+01:00'),
      });
      expect(second?.text).toMatch(/^NO1 is likely not in this dataset/);
    }
    const [first] = reasons('dayahead-prices', asked, midnight);
    expect(first?.text).toMatch(/^NO1 is likely not in this dataset/);
  });

  it('use the right publication time in summer, and for the UK', () => {
    const asked = bounds('2026-07-11');
    const at = (hour: number, minute: number) => Date.UTC(2026, 6, 10, hour, minute);
    const said = (id: string, now: number) => reasons(id, asked, now)[0]?.text;
    expect(said('dayahead-turnover', at(10, 54))).toMatch(/not published yet/);
    expect(said('dayahead-turnover', at(10, 55))).toMatch(/was due at about 12:55 CET\/CEST/);
    expect(said('uk-auction-prices', at(8, 59))).toMatch(/not published yet/);
    expect(said('uk-auction-prices', at(9, 0))).toMatch(/was due at about 10:00 UK time/);
  });

  it('offer the previous delivery day as a whole day, even next to one of 25 hours', () => {
    expect(reasons('dayahead-curves', { date: '2026-11-23' })[0]?.instead[0]?.parameters).toEqual({
      date: '2026-11-22',
    });
    const [old] = reasons('dayahead-turnover', bounds('2026-10-25'));
    expect(old?.instead[0]?.parameters).toEqual(bounds('2026-11-20'));
  });

  it.each([
    ['over midnight', '2026-10-01T18:00:00Z', '2026-10-02T00:00:00Z', bounds('2026-11-20')],
    ['of nearly a day', '2026-09-30T22:00:00Z', '2026-10-01T21:00:00Z', bounds('2026-11-20')],
    [
      'until midnight',
      '2026-10-01T20:00:00Z',
      '2026-10-01T22:00:00Z',
      { startTime: '2026-11-20T21:00:00Z', endTime: '2026-11-20T23:00:00Z' },
    ],
  ])('offer for a period %s only what is within one delivery day', (_, startTime, endTime, offered) => {
    const [old] = reasons('intraday-orders', { startTime, endTime });
    expect(old?.instead[0]?.parameters).toEqual(offered);
  });

  it('offer the same power hour of a recent day, on the hour', () => {
    const old = { powerHour: '2026-10-01T06:30:00Z', daFrom: 'NO1' };
    const offered = reasons('hub-to-hub-capacities', old).map(
      ({ instead }) => instead[0]?.parameters.powerHour,
    );
    expect(offered.slice(0, 2)).toEqual(['2026-10-01T06:00:00Z', '2026-11-20T07:00:00Z']);
  });

  it('offer the last power hour of a recent day, even if the queried one ran into the next day', () => {
    // 23:30 in the market's zone, whose clocks changed in between.
    const old = { powerHour: '2026-10-01T21:30:00Z', daFrom: 'NO1' };
    expect(reasons('hub-to-hub-capacities', old)[1]?.instead[0]?.parameters).toEqual({
      ...old,
      powerHour: '2026-11-20T22:00:00Z',
    });
  });

  it('offer the address that goes back further for what the second address no longer has', () => {
    const asked = { deliveryarea: 'NO1', ...bounds('2026-10-01') };
    const [old] = reasons('dayahead-prices-alternate', asked);
    expect(old?.text).toBe(
      'This dataset likely goes back only 8 days. "Day-ahead prices" goes back further.',
    );
    expect(old?.instead[0]).toEqual({
      label: 'Run "Day-ahead prices"',
      dataset: 'dayahead-prices',
      parameters: asked,
    });
    const recent = { deliveryarea: 'NO1', ...bounds('2026-11-15') };
    const offered = reasons('dayahead-prices-alternate', recent).flatMap(({ instead }) => instead);
    expect(offered.map(({ dataset }) => dataset)).toEqual([undefined]);
  });

  it('doubt the age of a period only if it is older than eight days', () => {
    const orders = (ms: number) => ({
      startTime: new Date(afternoon - 8 * 24 * 3_600_000 - ms).toISOString(),
    });
    expect([
      reasons('intraday-orders', orders(0)).length,
      reasons('intraday-orders', orders(1)).length,
    ]).toEqual([0, 1]);
  });

  it('offer the same time of day for a shorter period', () => {
    const asked = { startTime: '2026-10-01T06:00:00Z', endTime: '2026-10-01T07:00:00Z' };
    // 08:00 in the market's zone on both days; its clock changed in between.
    expect(reasons('intraday-orders', asked)[0]?.instead[0]?.parameters).toEqual({
      startTime: '2026-11-20T07:00:00Z',
      endTime: '2026-11-20T08:00:00Z',
    });
  });

  it('offer the same time of day on the day when clocks change', () => {
    const changed = Date.UTC(2026, 9, 26, 12);
    // 08:00 on the 28th is 07:00Z; on the 25th, whose clocks were changed at 03:00, as well.
    const asked = { startTime: '2026-10-28T07:00:00Z', endTime: '2026-10-28T08:00:00Z' };
    expect(reasons('intraday-orders', asked, changed)[0]?.instead[0]?.parameters).toEqual({
      startTime: '2026-10-25T07:00:00Z',
      endTime: '2026-10-25T08:00:00Z',
    });
  });

  it('take the delay of orders and capacities into account', () => {
    const orders = (minutes: number) => ({ startTime: formatUtc(afternoon - minutes * 60_000) });
    expect(reasons('intraday-orders', orders(19))[0]?.text).toMatch(/a delay of about 20 minutes/);
    expect(reasons('intraday-orders', orders(20))).toHaveLength(1);
    expect(reasons('intraday-orders', orders(21))).toEqual([]);
    const capacity = { powerHour: '2026-11-21T12:00:00Z', daFrom: 'NO1' };
    expect(reasons('hub-to-hub-capacities', capacity)).toMatchObject([
      { instead: [{ label: 'Run for 2026-11-21 11:00' }] },
    ]);
  });

  it("name a power hour that isn't on the hour in UTC first", () => {
    const asked = { powerHour: '2026-11-20T10:30:00Z', daFrom: 'SE3', daTo: 'SE4' };
    expect(labels('hub-to-hub-capacities', asked)).toEqual([
      'Run for 2026-11-20 10:00',
      'Run Without This Area',
    ]);
    const required = { powerHour: '2026-11-20T10:00:00Z', daFrom: 'SE3' };
    expect(labels('hub-to-hub-capacities', required)).toEqual(['Run for NO1']);
  });

  it('offer an hour in the time zone of the result, even if its day is too old', () => {
    const inOslo = (powerHour: string) =>
      labels('hub-to-hub-capacities', { powerHour, daFrom: 'NO1' }, afternoon, 'Europe/Oslo');
    expect(inOslo('2026-11-21T12:00:00Z')).toEqual(['Run for 2026-11-21 12:00']);
    expect(inOslo('2026-10-25T01:00:00Z')).toEqual(['Run for 2026-11-20 02:00']);
    expect(labels('hub-to-hub-capacities', { powerHour: '2026-11-20T10:30:00Z', daFrom: 'NO1' })).toEqual([
      'Run for 2026-11-20 10:00',
    ]);
  });

  it('offer the query without each condition, and without the areas', () => {
    const asked = { deliveryarea: 'XX9', status: 'O', currency: 'NOK', ...bounds('2026-11-20') };
    expect(labels('dayahead-prices', asked)).toEqual([
      'Run Without "Status"',
      'Run Without "Currency"',
      'Run Without This Area',
    ]);
    expect(reasons('dayahead-prices', asked)[1]?.text).toContain('NOK');
    const cable = {
      connection: 'IFA',
      deliveryareafrom: 'BE,NL',
      deliveryareato: 'UK',
      ...bounds('2026-11-20'),
    };
    expect(labels('uk-flows', cable)).toEqual(['Run Without "Interconnector"', 'Run Without These Areas']);
    const ends = { deliveryareafrom: 'NO2', deliveryareato: 'UK', ...bounds('2026-11-20') };
    expect(labels('uk-flows', ends)).toEqual(['Run Without These Areas']);
  });

  it("don't include an area, or anything else, if the day isn't published yet", () => {
    const asked = { deliveryarea: 'NO1', currency: 'NOK', ...bounds('2026-11-22') };
    expect(labels('dayahead-prices', asked, noon)).toEqual(['Run for 21 Nov 2026']);
    const later = { deliveryarea: 'NO1', startTime: formatUtc(afternoon), endTime: formatUtc(afternoon + 1) };
    expect(reasons('intraday-orders', later)).toHaveLength(1);
  });

  it("don't include an area for which the dataset returned data in this session", () => {
    const query = (deliveryarea: string) => ({
      dataset: findDataset('dayahead-prices')!,
      parameters: { deliveryarea, ...bounds('2026-11-20') },
    });
    const told = (areas: string, answered: string[]) =>
      likelyReasons(query(areas), afternoon, 'UTC', new Set(answered)).map(({ text }) => text);
    expect(told('NO1', [])).toEqual([expect.stringMatching(/^NO1 is likely not in this dataset/)]);
    expect(told('NO1', ['NO1'])).toEqual([]);
    expect(told('NO1,XX9', ['NO1'])).toEqual([expect.stringMatching(/^XX9 is likely not in this dataset/)]);
  });

  it("offer a query for each of several areas, and don't claim that all are missing", () => {
    const asked = { deliveryarea: 'NO1,NO2', ...bounds('2026-11-20') };
    const [reason] = reasons('dayahead-prices', asked);
    expect(reason?.text).toMatch(/^At least one of these areas is likely not .*: NO1, NO2\.$/);
    expect(reason?.instead.map(({ label }) => label)).toEqual([
      'Run for NO1',
      'Run for NO2',
      'Run Without These Areas',
    ]);
    expect(reason?.instead[0]?.parameters).toEqual({ ...asked, deliveryarea: 'NO1' });
    const many = { ...asked, deliveryarea: 'NO1,NO2,NO3,NO4,NO5,SE1,SE2,SE3' };
    expect(labels('dayahead-prices', many)).toHaveLength(7);
  });

  it('include an empty period, and a missing one', () => {
    const [start] = Object.values(bounds('2026-11-20'));
    const empty = { startTime: start!, endTime: start! };
    expect(reasons('dayahead-turnover', empty)[0]?.instead[0]?.parameters).toEqual(bounds('2026-11-20'));
    for (const asked of [{}, { deliveryarea: 'NO1' }]) {
      const [none] = reasons('dayahead-turnover', asked);
      expect(none?.text).toMatch(/^The query has no period/);
      expect(none?.instead[0]?.parameters).toEqual({ ...asked, ...bounds('2026-11-22') });
    }
    expect(reasons('dayahead-curves', {})).toEqual([]);
  });

  it('are never worded as facts, and offer only different, valid queries', () => {
    const time = fc
      .date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') })
      .map((date) => formatUtc(date.getTime()));
    const words = fc.constantFrom('NO1', 'XX9', 'NO1,XX9', 'O', 'EUR', 'Peak');
    fc.assert(
      fc.property(
        fc.constantFrom(...datasets),
        fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
        fc.tuple(time, time, words),
        fc.integer({ min: 0, max: 4e12 }),
        (dataset, given, [one, other, word], now) => {
          // Compared as instants, because as texts, whole seconds come after their own milliseconds.
          const [first, last] = Date.parse(one) < Date.parse(other) ? [one, other] : [other, one];
          const parameters = Object.fromEntries(
            dataset.parameters.flatMap(({ name, kind, bound, required }, place) => {
              if (given[place] !== true && required !== true) return [];
              if (kind === 'date') return [[name, first.slice(0, 10)]];
              if (kind === 'powerHour') return [[name, first]];
              return [[name, kind === 'instant' ? (bound === 'end' ? last : first) : word]];
            }),
          );
          for (const { text, instead } of likelyReasons({ dataset, parameters }, now, 'UTC')) {
            expect(text).toContain('likely');
            for (const other of instead) {
              const { dataset: asked = dataset.id } = other;
              expect([asked, other.parameters]).not.toEqual([dataset.id, parameters]);
              expect(readQuery(asked, other.parameters, now, 'UTC')).toHaveProperty('query');
            }
          }
        },
      ),
    );
  });
});
