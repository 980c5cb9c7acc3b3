import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findDataset } from '#src/market/datasets/datasets';
import { attribute, parse, saturday, visit, type SeriesRecord, type Visit } from './sampleRequests';

let at: Visit;
beforeAll(async () => {
  at = await visit();
});
afterAll(() => at.sandbox.close());

const series = async (id: string, query: Record<string, string> = {}) =>
  parse(await at.get(id, query)) as SeriesRecord[];

interface CurvePeriod {
  sellCurves: { price: number; volume: number }[];
  buyCurves: { price: number; volume: number }[];
  minVolume: number;
  maxVolume: number;
  volumeAcceptedBlocksBuy: number;
  volumeAcceptedBlocksSell: number;
  volumeNetFlows: number;
}

describe('price curves', () => {
  test.each([
    ['2025-06-02', 24],
    ['2026-03-29', 92],
    ['2026-10-25', 100],
  ])('%s has %i periods', async (date, count) => {
    const { values } = parse(await at.get('dayahead-curves', { date })) as { values: unknown[] };
    expect(values).toHaveLength(count);
  });

  test('supply rises, demand falls, and with blocks and imports they meet at one price', async () => {
    const { values } = parse(await at.get('dayahead-curves', { date: '2026-11-20' })) as {
      values: CurvePeriod[];
    };
    for (const period of values) {
      const { sellCurves: sell, buyCurves: buy } = period;
      const volumes = [...sell, ...buy].map(({ volume }) => volume);
      expect(sell.length).toBeGreaterThanOrEqual(60);
      expect(sell.length).toBeLessThanOrEqual(200);
      expect([sell[0]?.price, sell.at(-1)?.price]).toEqual([-500, 4000]);
      expect([buy[0]?.price, buy.at(-1)?.price]).toEqual([4000, -500]);
      for (const curve of [sell, buy]) {
        const steps = curve.slice(1).map(({ volume }, i) => volume - (curve[i]?.volume ?? 0));
        expect(Math.min(...steps)).toBeGreaterThanOrEqual(0);
      }
      expect(period.minVolume).toBe(Math.min(...volumes));
      expect(period.maxVolume).toBe(Math.max(...volumes));
      const meeting = sell.filter(({ price, volume }) => {
        const demand = buy.find((point) => point.price === price)?.volume ?? NaN;
        const supplied = volume + period.volumeAcceptedBlocksSell + period.volumeNetFlows;
        return Math.abs(supplied - demand - period.volumeAcceptedBlocksBuy) < 0.3;
      });
      expect(meeting).not.toEqual([]);
    }
  });
});

describe('UK', () => {
  test('prices are in half hours and pounds by default', async () => {
    const [uk] = await series('uk-auction-prices', { deliveryarea: 'UK' });
    expect([uk?.unit, uk?.resolution, uk?.values.length]).toEqual(['GBP/MWh', 'PT30M', 48]);
    const [hourly] = await series('uk-auction-prices', {
      deliveryarea: 'UK',
      blockname: 'Hourly',
      currency: 'EUR',
    });
    expect([hourly?.unit, hourly?.resolution]).toEqual(['EUR/MWh', 'PT1H']);
  });

  test('a cable delivers what was sent less two to three percent', async () => {
    const [sent, arrived, ...prices] = await series('uk-flows', { connection: 'BritNed' });
    expect([sent, arrived].map((one) => attribute(one!, 'endpoint'))).toEqual(['Sending', 'Receiving']);
    for (const [i, { value }] of sent!.values.entries()) {
      const loss = 1 - (arrived?.values[i]?.value ?? 0) / (value ?? 0);
      expect(loss).toBeGreaterThan(0.015);
      expect(loss).toBeLessThan(0.035);
    }
    expect(prices.map((one) => attribute(one, 'deliveryArea'))).toEqual(['NL', 'UK']);
  });
});

test('a scheduled flow requested in the other direction has the opposite sign', async () => {
  const [there] = await series('intraday-scheduled-flow', {
    deliveryareafrom: 'NO1',
    deliveryareato: 'SE3',
  });
  const [back] = await series('intraday-scheduled-flow', {
    deliveryareafrom: 'SE3',
    deliveryareato: 'NO1',
  });
  expect(there?.resolution).toBe('PT15M');
  expect(back?.values.map(({ value }) => value)).toEqual(
    // 0 - x, because toEqual tells -0 from 0
    there?.values.map(({ value }) => 0 - (value ?? 0)),
  );
});

test('regulation volumes exist only after delivery and are never negative, sometimes zero, and sometimes missing', async () => {
  const all = await series('regulation-down-volumes', {
    startTime: '2026-11-10T00:00:00Z',
    endTime: '2026-11-30T00:00:00Z',
  });
  const values = all.flatMap((one) => one.values);
  expect(Math.min(...values.map(({ value }) => value ?? 0))).toBe(0);
  expect(values.some(({ value }) => value === null)).toBe(true);
  expect(values.some(({ value }) => value !== null && value > 20)).toBe(true);
  const latest = Math.max(...values.map(({ endTime }) => Date.parse(endTime)));
  expect(latest).toBe(saturday);
});

interface OrderRecord {
  id: string;
  originalOrderId: string;
  previousOrderId: string | null;
  revisionNumber: number;
  contractId: string;
  deliveryArea: string;
  side: 'BUY' | 'SELL';
  price: number | null;
  quantity: number;
  createdTime: string;
  updatedTime: string;
  updatedTimeEpoch: number;
  expirationTime: string | null;
}

describe('orders', () => {
  const orders = async (query: Record<string, string>) =>
    parse(await at.get('intraday-orders', query)) as OrderRecord[];

  test('without bounds are those of the last published clock hour, about 1,500 per area', async () => {
    const records = await orders({ deliveryarea: 'NO1' });
    expect(records.length).toBeGreaterThan(1000);
    expect(records.length).toBeLessThan(2000);
    const times = records.map(({ updatedTimeEpoch }) => updatedTimeEpoch);
    expect(Math.min(...times)).toBeGreaterThanOrEqual(Date.parse('2026-11-21T12:00:00Z'));
    expect(Math.max(...times)).toBeLessThan(Date.parse('2026-11-21T13:00:00Z'));
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });

  test('to buy and to sell the same contract never match, since matching ones would have been executed', async () => {
    const prices = new Map<string, { BUY: number[]; SELL: number[] }>();
    for (const { contractId, side, price } of await orders({ deliveryarea: 'NO1' })) {
      const both = prices.get(contractId) ?? { BUY: [], SELL: [] };
      if (price !== null) both[side].push(price);
      prices.set(contractId, both);
    }
    for (const { BUY, SELL } of prices.values()) {
      expect(Math.max(...BUY)).toBeLessThan(Math.min(...SELL));
    }
  });

  test('refer back to the order that they revise', async () => {
    const records = await orders({ deliveryarea: 'NO1' });
    const known = new Map<string, OrderRecord>();
    let chained = 0;
    for (const record of records) {
      expect(record.updatedTimeEpoch).toBe(Date.parse(record.updatedTime));
      expect(Number.isInteger(record.quantity)).toBe(true);
      if (record.previousOrderId === null) {
        expect(record.originalOrderId).toBe(record.id);
      } else {
        chained++;
        expect(known.get(record.previousOrderId)?.originalOrderId).toBe(record.originalOrderId);
      }
      const before = known.get(record.id);
      expect(record.revisionNumber).toBe((before?.revisionNumber ?? 0) + 1);
      known.set(record.id, record);
    }
    expect(chained).toBeGreaterThan(100);
    expect(records.some(({ price }) => price === null)).toBe(true);
    expect(records.some(({ expirationTime }) => expirationTime === null)).toBe(true);
    expect(new Set(records.map(({ contractId }) => contractId.slice(0, 2))).size).toBe(3);
  });

  test('of overlapping periods agree, and nothing from the last 20 minutes is shown', async () => {
    const hour = await orders({
      deliveryarea: 'FI',
      startTime: '2026-11-21T13:00:00Z',
      endTime: '2026-11-21T14:00:00Z',
    });
    const part = await orders({
      deliveryarea: 'FI',
      startTime: '2026-11-21T13:10:00Z',
      endTime: '2026-11-21T13:20:00Z',
    });
    expect(hour.every(({ updatedTimeEpoch }) => updatedTimeEpoch < saturday - 20 * 60_000)).toBe(true);
    expect(hour.filter(({ updatedTime }) => /T13:1/.test(updatedTime))).toEqual(part);
  });

  test('have their own contracts in the repeated hour in autumn', async () => {
    const records = await orders({
      deliveryarea: 'NO1',
      startTime: '2026-10-24T21:00:00Z',
      endTime: '2026-10-24T23:00:00Z',
    });
    const hours = new Set(records.map(({ contractId }) => contractId));
    expect(hours).toContain('PH-20261025-03');
    expect(hours).toContain('PH-20261025-03X');
  });
});

test('capacities are a history of publications, the same from both ends', async () => {
  interface Capacity {
    publicationTime: string;
    inCapacity: number;
    outCapacity: number;
    border: boolean;
  }
  const query = { powerHour: '2026-11-21T14:00:00Z' };
  const get = async (daFrom: string, daTo: string) =>
    parse(await at.get('hub-to-hub-capacities', { ...query, daFrom, daTo })) as Capacity[];
  const out = await get('NO1', 'SE3');
  const back = await get('SE3', 'NO1');
  expect(out.length).toBeGreaterThan(3);
  expect(out.map(({ outCapacity }) => outCapacity)).toEqual(back.map(({ inCapacity }) => inCapacity));
  const times = out.map(({ publicationTime }) => Date.parse(publicationTime));
  expect(times).toEqual([...times].sort((a, b) => a - b));
  expect(Math.max(...times)).toBeLessThanOrEqual(saturday - 25 * 60_000);
});

test.each([
  ['dayahead-prices', 'deliveryarea', ['UK']],
  ['intraday-orders', 'deliveryarea', []],
  ['regulation-down-volumes', 'deliveryarea', []],
  ['hub-to-hub-capacities', 'daFrom', []],
])('%s has data for every suggested area', async (id, name, without: readonly string[]) => {
  const parameter = findDataset(id)?.parameters.find((each) => each.name === name);
  const areas = (parameter?.choices ?? []).map(({ value }) => value);
  const hour = id === 'hub-to-hub-capacities' ? { powerHour: '2026-11-21T14:00:00Z' } : {};
  const empty: string[] = [];
  for (const area of areas) {
    const { status, bytes } = await at.get(id, { [name]: area, ...hour });
    if (status !== 200 || !bytes.toString().startsWith('[{')) empty.push(area);
  }
  expect(areas.length).toBeGreaterThan(20);
  expect(empty).toEqual(without);
});

test('prices of groups are means, those of the German areas are the same, and SYS has them in kroner, too', async () => {
  const first = async (deliveryarea: string, currency = 'EUR') =>
    (await series('dayahead-prices', { deliveryarea, currency }))[0]?.values[0]?.value ?? NaN;
  const [west = NaN, east = NaN] = await Promise.all(['DK1', 'DK2'].map((area) => first(area)));
  expect(await first('DK')).toBeCloseTo((west + east) / 2, 1);
  expect(await first('TTG')).toBe(await first('DE-LU'));
  const [inKroner] = await series('dayahead-prices', { deliveryarea: 'SYS', currency: 'NOK' });
  expect(inKroner?.unit).toBe('NOK/MWh');
});

test('orders know the German transmission systems, not the country', async () => {
  const codes = (await at.get('intraday-orders')).bytes.toString();
  expect(codes).toContain('"deliveryArea":"TTG"');
  expect(codes).not.toContain('"deliveryArea":"DE-LU"');
  expect(parse(await at.get('intraday-orders', { deliveryarea: 'DE-LU' }))).toEqual([]);
});
