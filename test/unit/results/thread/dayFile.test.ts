import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { RecordKind } from '#src/market/records/recordKinds';
import { dayPeriod, marketZone, type Period } from '#src/market/time/deliveryDay';
import type { DayFileQuestion } from '#src/protocol/workerMessages';
import { writeDayFile } from '#src/results/thread/dayFile';
import { WorkerResult } from '#src/results/thread/workerResult';
import { sampleOrigin, unwatched } from '../../exports/sampleSource';

const folder = mkdtempSync(join(tmpdir(), 'day-'));
const period = dayPeriod('2026-03-28', marketZone);
let made = 0;

interface Asked {
  record?: RecordKind;
  columns?: readonly string[];
  format?: DayFileQuestion['format'];
  /** The period of each request; the whole day by default. */
  periods?: readonly Period[];
}

/** Writes the files of a day whose requests had these responses, given as text or as what JSON makes of it. */
async function write(
  bodies: readonly unknown[],
  { record = 'timeSeries', columns, format = 'ndjson', periods = [] }: Asked = {},
) {
  const path = join(folder, String((made += 1)));
  const responsePath = format === 'json' ? undefined : `${path}.json.gz`;
  const results: WorkerResult[] = [];
  for (const [at, body] of bodies.entries()) {
    const received = `${path}.${String(at)}`;
    writeFileSync(received, typeof body === 'string' ? body : JSON.stringify(body));
    results.push((await WorkerResult.load(record, received, 1e9))[0]);
  }
  const written = await writeDayFile(
    {
      format,
      path,
      responsePath,
      record,
      day: period,
      origin: sampleOrigin,
      pieces: results.map((_, at) => ({
        result: String(at),
        period: periods[at] ?? period,
        asked: { start: null, end: null, values: [] },
      })),
      columns,
    },
    (id) => results[Number(id)]!,
    unwatched(),
  );
  await Promise.all(results.map(({ spool }) => spool?.remove()));
  const lines = format === 'ndjson' ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [];
  const rows = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  return { ...written, path, responsePath, rows };
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

describe('the records of a day', () => {
  const sentIn = ({ responsePath = '' }: { responsePath?: string | undefined }) =>
    gunzipSync(readFileSync(responsePath)).toString();

  it('are kept byte for byte as they were sent, one body after the other', async () => {
    const [one, other] = [
      `[ {"unit":"EUR",\r\n"values":[{"startTime":"${inDay}","value":12.10,"note":"\\u00e6"} ]}]\n`,
      `[{"values":[{"value":1E3,"startTime":"${inDay}"}],"unit":"EUR"}]`,
    ];
    const day = await write([one, other], { format: 'parquet' });
    expect(sentIn(day)).toBe(`${one}\u001e${other}`);
    const bytes = readFileSync(day.responsePath ?? '');
    expect(day.response).toEqual({
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
  });

  it('are those of the day alone, and those without a time, as they are in JSON with chosen rows', async () => {
    const inside = `{"startTime":"${inDay}", "value":1.50}`;
    const body = `[{"values":[{"startTime":"${dayBefore}","value":2},${inside}]},{"values":[]}]`;
    expect(sentIn(await write([body]))).toBe(`[{"values":[${inside}]},{"values":[]}]`);
  });

  it('are the file itself in a range of JSON', async () => {
    const body = JSON.stringify(series(valueAt(inDay)));
    const day = await write([body], { format: 'json' });
    expect(readFileSync(day.path, 'utf8')).toBe(body);
    expect(day.response).toBeUndefined();
  });

  it('are compressed in pieces if there are many, and read back as one', async () => {
    const order = (at: number) => ({
      id: String(at),
      updatedTime: inDay,
      price: at / 100,
      text: 'x'.repeat(200),
    });
    const body = JSON.stringify(Array.from({ length: 10_000 }, (_, at) => order(at)));
    expect(sentIn(await write([body], { record: 'publicOrder' }))).toBe(body);
  });
});

describe('the fingerprint of a day', () => {
  const of = async (...given: Parameters<typeof write>) => (await write(...given)).fingerprint;
  const order = (members: string) =>
    `[{"id":"a","createdTime":"${inDay}","updatedTime":"${inDay}",${members}},{"id":"b","updatedTime":"${inDay}"}]`;
  const orders = { record: 'publicOrder' } as const;

  it('is the same in each format, whichever fields have columns, and in whatever order records are sent', async () => {
    const usual = order('"price":1,"sent":1,"later":null');
    const expected = await of([usual], orders);
    for (const format of ['parquet', 'ndjson', 'json'] as const) {
      expect(await of([usual], { ...orders, format })).toBe(expected);
      expect(await of([usual], { ...orders, format, columns: ['id', 'price'] })).toBe(expected);
    }
    const [first, second] = JSON.parse(usual.replace(',"later":null', '')) as unknown[];
    expect(await of([[second, first]], orders)).toBe(expected);
    expect(await of([[first], [second]], orders)).toBe(expected);
  });

  it('differs once a value differs, in whatever column, but not for a time of creation or of another day', async () => {
    const expected = await of([order('"price":1,"quantity":1,"sent":1')], orders);
    for (const members of [
      '"price":2,"quantity":1,"sent":1',
      '"price":1,"quantity":1.5,"sent":1',
      '"price":1,"quantity":1,"sent":2',
      '"price":1,"quantity":1,"sent":"1","later":1',
      '"price":1,"quantity":1',
    ]) {
      expect(await of([order(members)], orders)).not.toBe(expected);
    }
    const created = order('"price":1,"quantity":1,"sent":1').replace(inDay, dayBefore);
    expect(await of([created], orders)).toBe(expected);
    const day = series(valueAt(inDay));
    const more = [...day, { sent: 1, values: [valueAt(dayBefore)] }];
    expect(await of([more])).toBe(await of([day]));
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
