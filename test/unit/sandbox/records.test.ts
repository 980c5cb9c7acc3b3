import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { datasets } from '#src/market/datasets/datasets';
import { recordShapes } from '#src/market/records/recordKinds';
import { attribute, parse, visit, type SeriesRecord, type Visit } from './sampleRequests';

const queries: Record<string, Record<string, string>> = {
  'dayahead-curves': { date: '2026-11-20' },
  'hub-to-hub-capacities': { powerHour: '2026-11-21T13:00:00Z', daFrom: 'NO1' },
};

let at: Visit;
beforeAll(async () => {
  at = await visit();
});
afterAll(() => at.sandbox.close());

const series = async (id: string, query: Record<string, string> = {}) =>
  parse(await at.get(id, query)) as SeriesRecord[];

describe.each(datasets.map((dataset) => [dataset.id, dataset] as const))('%s', (id, dataset) => {
  let plain: ReturnType<Visit['get']> | undefined;
  /** Requested once: some datasets have many records in a day. */
  const plainReply = () => (plain ??= at.get(id, queries[id]));

  test('returns exactly the fields of its record kind', async () => {
    const reply = await plainReply();
    expect(reply.status).toBe(200);
    expect(reply.headers['content-type']).toContain('application/json');
    const shape = recordShapes[dataset.record];
    const body = parse(reply);
    expect(Array.isArray(body)).toBe(shape.root === 'array');
    const records = (Array.isArray(body) ? body : [body]) as object[];
    expect(records.length).toBeGreaterThan(0);
    for (const record of records) {
      expect(Object.keys(record).sort()).toEqual([...shape.known].sort());
    }
  });

  test('returns the same bytes for the same query, compressed or not', async () => {
    const { bytes } = await plainReply();
    const packed = await at.get(id, queries[id], { 'accept-encoding': 'gzip, deflate' });
    expect(packed.headers['content-encoding']).toBe('gzip');
    const { gunzipSync } = await import('node:zlib');
    expect(gunzipSync(packed.bytes).equals(bytes)).toBe(true);
  });

  test('writes all times alike, with three fractional digits', async () => {
    const { bytes } = await plainReply();
    const times = bytes.toString().match(/"\d{4}-\d\d-\d\dT[^"]*"/g) ?? [];
    expect(times.length).toBeGreaterThan(0);
    expect(times.filter((time) => !/T\d\d:\d\d:\d\d\.\d{3}Z"$/.test(time))).toEqual([]);
  });
});

test('orders have the fields in the documented order', async () => {
  const [first] = parse(await at.get('intraday-orders', { deliveryarea: 'NO1' })) as object[];
  expect(Object.keys(first ?? {})).toEqual(recordShapes.publicOrder.known);
});

describe('day-ahead prices', () => {
  const day = (start: string, end: string) => ({ startTime: start, endTime: end });

  test.each([
    ['a usual day', '2026-02-09T23:00:00Z', '2026-02-10T23:00:00Z', 96, 'PT15M'],
    ['the 23-hour day', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z', 92, 'PT15M'],
    ['the 25-hour day', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', 100, 'PT15M'],
    ['the last hourly day', '2025-09-29T22:00:00Z', '2025-09-30T22:00:00Z', 24, 'PT1H'],
    ['the first quarter-hour day', '2025-09-30T22:00:00Z', '2025-10-01T22:00:00Z', 96, 'PT15M'],
  ])('%s has no gap and no overlap', async (_, start, end, count, resolution) => {
    const [only, ...others] = await series('dayahead-prices', {
      deliveryarea: 'NO1',
      ...day(start, end),
    });
    expect(others).toEqual([]);
    expect(only?.resolution).toBe(resolution);
    expect(only?.values).toHaveLength(count);
    const bounds = only?.values.map((value) => value.startTime) ?? [];
    expect(bounds[0]).toBe(new Date(start).toISOString());
    expect([...bounds.slice(1), new Date(end).toISOString()]).toEqual(
      only?.values.map((value) => value.endTime),
    );
  });

  test.each([
    ['2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z', 7],
    ['2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', 9],
    ['2026-02-09T23:00:00Z', '2026-02-10T23:00:00Z', 8],
  ])('the night block of the day from %s is %s hours wide', async (start, end, hours) => {
    const [block] = await series('dayahead-prices', {
      deliveryarea: 'NO1',
      blockname: 'Off-peak 1',
      ...day(start, end),
    });
    const [value] = block?.values ?? [];
    expect(Date.parse(value?.endTime ?? '') - Date.parse(value?.startTime ?? '')).toBe(hours * 3_600_000);
    expect(block?.resolution).toBe(`PT${hours}H`);
  });

  test('several areas return one record each, no area the whole subscription, and an unknown area nothing', async () => {
    const areas = async (query: Record<string, string>) =>
      (await series('dayahead-prices', query)).map((one) => attribute(one, 'deliveryArea'));
    expect(await areas({ deliveryarea: 'SE1,FI,NO1' })).toEqual(['SE1', 'FI', 'NO1']);
    expect(await areas({})).toHaveLength(8);
    expect((await at.get('dayahead-prices', { deliveryarea: 'XX' })).status).toBe(204);
  });

  test('a period across midnight in the market touches two days, and its end is exclusive', async () => {
    const days = await series('dayahead-prices', {
      deliveryarea: 'FI',
      ...day('2026-11-19T22:00:00Z', '2026-11-20T22:00:00Z'),
    });
    expect(days.map((one) => one.values.length)).toEqual([4, 92]);
  });

  test('numbers keep their trailing zeros', async () => {
    const text = (await at.get('dayahead-prices')).bytes.toString();
    expect(text).toMatch(/"value":\d+\.\d0}/);
    expect(text).not.toContain('-0.00');
  });

  test('the 13th has a gap in SE2, the 7th a null in EE', async () => {
    const [gap] = await series('dayahead-prices', {
      deliveryarea: 'SE2',
      ...day('2026-11-12T23:00:00Z', '2026-11-13T23:00:00Z'),
    });
    expect(gap?.values).toHaveLength(93);
    const [empty] = await series('dayahead-prices', {
      deliveryarea: 'EE',
      ...day('2026-11-06T23:00:00Z', '2026-11-07T23:00:00Z'),
    });
    expect(empty?.values.filter(({ value }) => value === null)).toHaveLength(1);
  });
});

describe('the sample service publishes', () => {
  const sunday = { startTime: '2026-11-21T23:00:00Z', endTime: '2026-11-22T23:00:00Z' };
  test.each([
    ['nothing for tomorrow before 12:55 CET', '2026-11-21T11:54:59Z', sunday, 204],
    ['prices for tomorrow from 12:55 CET on', '2026-11-21T11:55:00Z', sunday, 200],
    ['nothing for the day after tomorrow', '2026-11-20T22:59:00Z', sunday, 204],
    [
      'nothing for a day before the history begins',
      '2026-11-21T14:00:00Z',
      { startTime: '2015-06-01T00:00:00Z', endTime: '2015-06-02T00:00:00Z' },
      204,
    ],
  ])('%s', async (_, now, query, status) => {
    const then = await visit(Date.parse(now));
    expect((await then.get('dayahead-prices', query)).status).toBe(status);
    await then.sandbox.close();
  });

  test.each([
    ['preliminary ones for a weekend', '2026-11-22T14:00:00Z', {}, 'P'],
    ['official ones from Monday afternoon on', '2026-11-23T13:30:00Z', {}, 'O'],
    ['preliminary ones on request', '2026-11-22T14:00:00Z', { status: 'P' }, 'P'],
    ['no official ones before that', '2026-11-22T14:00:00Z', { status: 'O' }, undefined],
  ])('prices in kroner: %s', async (_, now, query, status) => {
    const then = await visit(Date.parse(now));
    const reply = await then.get('dayahead-prices', {
      deliveryarea: 'NO1',
      currency: 'NOK',
      ...sunday,
      ...query,
    });
    const records = reply.status === 204 ? [] : (parse(reply) as SeriesRecord[]);
    expect(records.map((one) => attribute(one, 'status'))).toEqual(status ? [status] : []);
    await then.sandbox.close();
  });

  test('two statuses of a day, which differ only by the exchange rate', async () => {
    const query = { deliveryarea: 'NO1', currency: 'NOK' };
    const [official] = await series('dayahead-prices', { ...query, status: 'O' });
    const [preliminary] = await series('dayahead-prices', { ...query, status: 'P' });
    const ratios = official?.values.map(
      ({ value }, i) => (value ?? 0) / (preliminary?.values[i]?.value ?? 0),
    );
    const mean = (ratios ?? []).reduce((sum, ratio) => sum + ratio, 0) / (ratios?.length ?? 1);
    expect(mean).not.toBeCloseTo(1, 5);
    for (const ratio of ratios ?? []) expect(ratio).toBeCloseTo(mean, 3);
  });

  test("prices in euros for an area that isn't quoted in the currency", async () => {
    const [only] = await series('dayahead-prices', { deliveryarea: 'NL', currency: 'SEK' });
    expect(only?.unit).toBe('EUR/MWh');
    expect(attribute(only!, 'currency')).toBe('EUR');
  });
});
