import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RecordKind } from '#src/market/records/recordKinds';
import { dayPeriod, marketZone, type Period } from '#src/market/time/deliveryDay';
import { writeDayFile } from '#src/results/thread/dayFile';
import { derived } from '#src/results/thread/workerResult';
import { sampleOrigin } from '../../exports/sampleSource';
import { readBody } from '../../table/readBody';

const folder = mkdtempSync(join(tmpdir(), 'day-'));
const period = dayPeriod('2026-03-28', marketZone);
let made = 0;

interface Asked {
  record?: RecordKind;
  columns?: readonly string[];
  /** The period of each request; the whole day by default. */
  periods?: readonly Period[];
}

/** Writes the file of a day whose requests had these responses. */
async function write(
  bodies: readonly unknown[],
  { record = 'timeSeries', columns, periods = [] }: Asked = {},
) {
  const path = join(folder, String((made += 1)));
  const tables = bodies.map((body) => readBody(JSON.stringify(body), record).table);
  const written = await writeDayFile(
    {
      format: 'ndjson',
      path,
      record,
      day: period,
      origin: sampleOrigin,
      pieces: tables.map((_, at) => ({
        result: String(at),
        period: periods[at] ?? period,
        asked: { start: null, end: null, values: [] },
      })),
      columns,
    },
    (id) => derived(tables[Number(id)]!),
    { signal: new AbortController().signal, onProgress: () => undefined },
  );
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean);
  return { ...written, rows: lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

const valueAt = (startTime: unknown, value: unknown = 1) => ({ startTime, endTime: startTime, value });
const series = (...values: object[]) => [{ unit: 'EUR/MWh', values }];
const inDay = '2026-03-28T10:00:00Z';
const dayBefore = '2026-03-27T10:00:00Z';

describe('the rows of a day', () => {
  it('count as values of the day only if they start in it and have a value', async () => {
    const { placement } = await write([
      series(
        valueAt(inDay),
        valueAt(inDay, null),
        valueAt(dayBefore),
        valueAt('2026-03-28T10:00:00'),
        valueAt('never', null),
        valueAt(inDay, 'n/a'),
      ),
    ]);
    expect(placement).toEqual({ placed: 2, strays: 0, unreadable: 1 });
  });

  it('have no value if the service sends series without values', async () => {
    const { placement } = await write([[{ unit: 'EUR/MWh', values: [] }]]);
    expect(placement).toEqual({ placed: 0, strays: 0, unreadable: 0 });
  });

  it('are counted over all responses of the day', async () => {
    const { placement } = await write([series(valueAt(inDay)), series(valueAt(inDay), valueAt(dayBefore))]);
    expect(placement).toEqual({ placed: 2, strays: 0, unreadable: 0 });
  });

  it('belong to the day by any time of an order event, and by the delivery of a capacity', async () => {
    const order = { id: '1', deliveryStart: inDay, updatedTime: dayBefore, price: 10 };
    const orders = await write([[order, { ...order, price: null }, { ...order, deliveryStart: dayBefore }]], {
      record: 'publicOrder',
    });
    expect(orders.placement).toEqual({ placed: 1, strays: 0, unreadable: 0 });
    const capacity = { areaFrom: 'NO1', areaTo: 'NO2', deliveryStart: inDay, publicationTime: dayBefore };
    const capacities = await write([[{ ...capacity, inCapacity: 0 }, capacity]], {
      record: 'hubToHubCapacity',
    });
    expect(capacities.placement).toEqual({ placed: 1, strays: 0, unreadable: 0 });
  });
});

describe('whether the values of a day may still change', () => {
  const half = (hour: number): Period => ({
    start: period.start + hour * 3_600_000,
    end: period.start + (hour + 12) * 3_600_000,
  });
  const said = (status: string, unit: string, startTime: string) => [
    { unit, attributes: [{ name: 'status', value: status }], values: [valueAt(startTime)] },
  ];

  it('is determined over all responses, each with its own rows', async () => {
    const [morning, evening] = ['2026-03-28T08:00:00Z', '2026-03-28T20:00:00Z'];
    const two = { periods: [half(0), half(12)] };
    const official = said('O', 'EUR/MWh', morning);
    const { finality } = await write([official, said('P', 'NOK/MWh', evening)], two);
    expect(finality).toEqual({ isStated: true, preliminary: 1, isInEuros: false });
    const other = await write([official, said('P', 'NOK/MWh', morning)], two);
    expect(other.finality).toEqual({ isStated: true, preliminary: 0, isInEuros: true });
  });

  it('is determined for series only', async () => {
    const { finality } = await write([[{ id: '1', updatedTime: inDay, price: 10 }]], {
      record: 'publicOrder',
    });
    expect(finality).toBeUndefined();
  });
});

describe('a response of another day', () => {
  const strays = async (...given: Parameters<typeof write>) => (await write(...given)).placement.strays;

  it('has no row in the day, or none with a value, while others have one', async () => {
    expect(await strays([series(valueAt(dayBefore), valueAt(dayBefore, null))])).toBe(2);
    expect(await strays([series(valueAt(inDay, null), valueAt(dayBefore))])).toBe(1);
    expect(await strays([series(valueAt(inDay, null), valueAt(dayBefore, null))])).toBe(0);
    expect(await strays([series(valueAt(inDay), valueAt(dayBefore))])).toBe(0);
  });

  it('is noticed among other responses', async () => {
    expect(await strays([series(valueAt(inDay)), series(valueAt(dayBefore))])).toBe(1);
  });

  it("isn't a response whose interval started before the request, but in the day", async () => {
    const start = Date.parse('2026-03-28T10:15:00Z');
    const periods = [{ start, end: start + 900_000 }];
    const { placement } = await write([series(valueAt(inDay))], { periods });
    expect(placement).toEqual({ placed: 0, strays: 0, unreadable: 0 });
  });
});

describe('the columns of a day', () => {
  it('are those of the first file, so that programs read the files as one table, and lose nothing', async () => {
    const first = await write([[{ sent: 1, values: [valueAt(inDay)] }]]);
    expect(Object.keys(first.rows[0]!)).toEqual([...first.columns, '_more']);
    expect(first.rows[0]).toMatchObject({ sent: 1, _more: null });
    const values = [valueAt(inDay, 'n/a'), valueAt(inDay)];
    const next = await write([series(...values), [{ added: 12.5, sub: { a: [true] }, values }]], {
      columns: first.columns,
    });
    expect(next.columns).toEqual(first.columns);
    for (const row of next.rows) expect(Object.keys(row)).toEqual([...first.columns, '_more']);
    const more = '{"added":12.5,"sub":{"a":[true]}}';
    expect(next.rows.map(({ value, sent, _more }) => [value, sent, _more])).toEqual([
      ['n/a', null, null],
      [1, null, null],
      ['n/a', null, more],
      [1, null, more],
    ]);
  });

  it('have names that no program confuses, and keep them on the next day', async () => {
    const odd = { Day: 'a', day: 'b', Value: 'c', _more: 'd' };
    const first = await write([[{ ...odd, values: [valueAt(inDay)] }]]);
    const renamed = { Day_2: 'a', day_3: 'b', Value_2: 'c', value: 1, _more_2: 'd', _more: null };
    expect(first.rows[0]).toMatchObject(renamed);
    const next = await write([[{ day: 'b', values: [valueAt(inDay)] }]], { columns: first.columns });
    expect(next.rows[0]).toMatchObject({ Day_2: null, day_3: 'b' });
  });
});
