import { describe, expect, it } from 'vitest';
import { compare } from '#src/table/compare/compare';
import type { FindingKind, Judgement } from '#src/market/integrity/judgement';
import type { Table } from '#src/table/columns/table';
import { flawTest } from '#src/table/integrity/flawedRows';
import type { CapacityChart } from '#src/protocol/charts/capacityChart';
import type { CurveChart } from '#src/protocol/charts/curveChart';
import type { SeriesChart } from '#src/protocol/charts/seriesChart';
import { atOnce } from '../../table/atOnce';
import { chartAtOnce } from '../../table/charts/tables';
import { readBody } from '../../table/readBody';
import { judged } from './judgedResponse';

const minute = 60_000;
const hour = 60 * minute;
const start = Date.parse('2026-03-09T23:00:00Z');
const utc = (at: number) => new Date(at).toISOString().replace('.000', '');
/** Without the `Z`: what time it is depends on a zone that nobody named. */
const local = (at: number) => utc(at).slice(0, -1);

interface Value {
  startTime: unknown;
  endTime: unknown;
  value: unknown;
}
const quarters = (count = 96, write: (at: number) => unknown = utc): Value[] =>
  Array.from({ length: count }, (_, at) => ({
    startTime: write(start + at * 15 * minute),
    endTime: write(start + (at + 1) * 15 * minute),
    value: 20 + at / 4,
  }));
const series = (values: unknown, more: object = {}) => ({
  type: 'Price',
  SubType: 'AreaBlock',
  unit: 'EUR/MWh',
  resolution: 'PT15M',
  startTime: utc(start),
  endTime: utc(start + 24 * 60 * minute),
  attributes: [
    { role: null, name: 'deliveryArea', value: 'NO1' },
    { role: null, name: 'currency', value: 'EUR' },
  ],
  ...more,
  values,
});
/** Of a response of which nobody can say whether it is complete. */
const unsure = { judgement: 'unjudged', mark: 'neutral', isCheckedComplete: false } as const;
const query = { deliveryarea: 'NO1', currency: 'EUR', startTime: '2026-03-10', endTime: '2026-03-10' };
const prices = (...records: object[]) => judged('dayahead-prices', query, JSON.stringify(records));
/** All 96 values, changed one by one. */
const changed = (change: (value: Value, at: number) => object) => series(quarters().map(change));
/** All 96 values, the first one of which is this. */
const withFirst = (first: unknown) => changed((value, at) => (at === 0 ? { ...value, value: first } : value));

it('a response with everything that was due is complete everywhere', async () => {
  expect(await prices(series(quarters()))).toMatchObject({
    judgement: 'complete',
    said: '96 rows, complete',
    mark: 'good',
    isCheckedComplete: true,
  });
});

describe('values that can’t be placed in time', () => {
  it.each<[string, object, string]>([
    [
      'times without a UTC offset',
      series(quarters(96, local)),
      '96 values have no readable time, such as 2026-03-09T23:00:00: no UTC offset',
    ],
    [
      'one unreadable time among others',
      series([...quarters(), { startTime: 'n/a', endTime: 'n/a', value: 999 }]),
      '1 value has no readable time, such as n/a: not a time',
    ],
    [
      'epochs instead of times',
      series(quarters(96, (at) => at)),
      `96 values have no readable time, such as ${start}: a number`,
    ],
    [
      'dates instead of times',
      changed((value) => ({ ...value, endTime: '2026-03-10' })),
      '96 values have no readable end, such as 2026-03-10: only a date',
    ],
    [
      'a day that doesn’t exist',
      changed((value, at) => (at === 7 ? { ...value, startTime: '2026-02-30T00:00:00Z' } : value)),
      '1 value has no readable start, such as 2026-02-30T00:00:00Z: no such time',
    ],
    ['no ends', changed((value) => ({ ...value, endTime: null })), '96 values have no end'],
    ['no times at all', changed((value) => ({ value: value.value })), '96 values have no start and no end'],
    [
      'ends that equal starts',
      changed((value) => ({ ...value, endTime: value.startTime })),
      '96 intervals end when they start',
    ],
    [
      'an interval that ends before it starts',
      changed((value, at) =>
        at === 5 ? { ...value, startTime: value.startTime, endTime: utc(start) } : value,
      ),
      '1 interval ends before it starts',
    ],
  ])('%s are reported, and nothing is called missing or complete', async (_, record, sentence) => {
    const all = await prices(record);
    const { said, checked, findings } = all;
    expect(said).toMatch(/^9[67] rows received; /);
    expect(said).toContain(sentence);
    expect(said).not.toMatch(/missing|without values|complete/);
    expect(checked).toContain(`${sentence}.`);
    expect(all).toMatchObject(unsure);
    expect(findings.map(({ kind }) => kind)).not.toContain('missing');
  });

  it('aren’t drawn, but values without an end are, the last one included', async () => {
    const drawnOf = ({ table }: { table: Table }) =>
      (chartAtOnce(table, 'steps', { width: 1000, height: 300 }) as SeriesChart).series.map(
        ({ value }) => value.length,
      );
    expect(drawnOf(await prices(series(quarters(96, local))))).toEqual([]);
    expect(drawnOf(await prices(changed((value) => ({ ...value, endTime: null }))))).toEqual([96]);
    expect(drawnOf(await prices(changed((value) => ({ ...value, endTime: value.startTime }))))).toEqual([96]);
  });

  it('aren’t compared with each other', async () => {
    const { table } = await prices(series([...quarters(), { startTime: 'n/a', endTime: 'n/a', value: 1 }]));
    const { figures } = compared(table, table);
    expect(figures).toMatchObject({ counts: { same: 96, changed: 0, added: 0, missing: 0 }, unplaced: 2 });
  });
});

const compared = (first: Table, second: Table) => {
  const titles = ['first', 'second', 'difference'] as const;
  const record = 'timeSeries';
  return atOnce(compare(first, second, { record, days: 0, titles, tellsChanges: true, maxTableBytes: 1e9 }));
};

it('times that can only mean one instant are read', async () => {
  const short = (at: number) => utc(at).replace(':00Z', 'Z');
  expect(await prices(series(quarters(96, short)))).toMatchObject({ judgement: 'complete' });
  const offset = (at: number) => `${local(at + 60 * minute)}+0100`;
  expect(await prices(series(quarters(96, offset)))).toMatchObject({ judgement: 'complete' });
  const midnight = (at: number) =>
    at % (24 * 60 * minute) === 0 ? `${utc(at - minute).slice(0, 10)}T24:00:00Z` : utc(at);
  expect(await prices(series(quarters(96, midnight)))).toMatchObject({ judgement: 'complete' });
});

describe('an interval longer than an hour among shorter ones', () => {
  const long = (from: number, to: number) => ({ startTime: utc(from), endTime: utc(to), value: 30 });
  const two = 120 * minute;

  it.each<[string, Value[], string]>([
    [
      'before nothing',
      [...quarters(40), long(start + 40 * 15 * minute, start + 40 * 15 * minute + two)],
      '48 of 89 missing',
    ],
    ['before a gap', [long(start, start + two), ...quarters().slice(40)], '32 of 89 missing'],
  ])('doesn’t hide that others are missing: %s', async (_, values, sentence) => {
    const all = await prices(series(values));
    expect(all.said).toContain(sentence);
    expect(all).toMatchObject({ judgement: 'incomplete', isCheckedComplete: false });
  });

  it('covers no day if it begins years before', async () => {
    const old = (value: Value, at: number) =>
      at === 0 ? { ...value, startTime: '1970-01-01T00:00:00Z' } : value;
    expect(await prices(changed(old))).toMatchObject(unsure);
  });
});

it.each(['createdTime', 'updatedTime'])(
  'an order event whose %s can’t be read is never complete, because it has no place among others',
  async (name) => {
    const order = {
      id: '1',
      deliveryArea: 'NO1',
      deliveryStart: '2026-03-10T14:00:00Z',
      deliveryEnd: '2026-03-10T15:00:00Z',
      price: 10,
      createdTime: '2026-03-10T10:01:00Z',
      updatedTime: '2026-03-10T10:01:00Z',
    };
    const parameters = {
      deliveryarea: 'NO1',
      startTime: '2026-03-10T10:00Z',
      endTime: '2026-03-10T10:05Z',
    };
    const of = (record: object) => judged('intraday-orders', parameters, JSON.stringify([record]));
    expect(await of(order)).toMatchObject({ judgement: 'complete' });
    const { judgement, said } = await of({ ...order, [name]: '2026-03-10T10:01:00' });
    expect(judgement).toBe('unjudged');
    expect(said).toContain('such as 2026-03-10T10:01:00: no UTC offset');
  },
);

describe('curves and capacities without readable times', () => {
  const at = (hour: number) => `2026-03-10T${String(hour).padStart(2, '0')}:00:00`;
  const curve = (zone: string) => ({
    type: 'PriceCurve',
    subType: 'SystemPrice',
    attributes: [],
    values: [0, 1].map((hour) => ({
      startTime: at(hour) + zone,
      endTime: at(hour + 1) + zone,
      sellCurves: [
        { price: -100, volume: 400 - hour },
        { price: 300, volume: 2400 },
      ],
      buyCurves: [
        { price: -100, volume: 1600 },
        { price: 300, volume: -400 },
      ],
    })),
  });
  const curves = (zone: string) =>
    judged('dayahead-curves', { date: '2026-03-10' }, JSON.stringify(curve(zone)));

  it('never become one picture with an invented crossing', async () => {
    const { table, judgement, said, isCheckedComplete } = await curves('');
    const chart = chartAtOnce(table, 'curves', { width: 1000, height: 300 }) as CurveChart;
    expect([chart.periods.length, chart.crossing, chart.sell.price.length]).toEqual([0, null, 0]);
    expect(said).toBe(
      '8 rows received; 8 values have no readable time, such as 2026-03-10T00:00:00: no UTC offset',
    );
    expect([judgement, isCheckedComplete]).toEqual(['unjudged', false]);
    expect(await curves('Z')).toMatchObject({
      judgement: 'incomplete',
      said: '8 rows received; 22 of 24 missing',
    });
  });

  it('have no latest publication', async () => {
    const capacity = (areaTo: string, zone: string, published: string) => ({
      areaFrom: 'NO1',
      areaTo,
      deliveryStart: at(10) + zone,
      deliveryEnd: at(11) + zone,
      publicationTime: published,
      inCapacity: 700,
      outCapacity: 500,
    });
    const shown = async (...records: object[]) => {
      const parameters = { powerHour: '2026-03-10T10:00Z', daFrom: 'NO1' };
      const all = await judged('hub-to-hub-capacities', parameters, JSON.stringify(records));
      const { pairs } = chartAtOnce(all.table, 'capacities', { width: 1, height: 1 }) as CapacityChart;
      return [all.judgement, pairs.map(({ areaTo }) => areaTo)];
    };
    expect(await shown(capacity('SE1', '', at(8)), capacity('SE2', '', at(8)))).toEqual(['unjudged', []]);
    const unknown = capacity('SE1', 'Z', at(8));
    expect(await shown(capacity('SE1', 'Z', `${at(7)}Z`), unknown)).toEqual(['unjudged', ['SE1']]);
    expect(await shown(capacity('SE1', 'Z', `${at(7)}Z`))).toEqual(['complete', ['SE1']]);
  });
});

describe('series that differ only in a field nobody documented', () => {
  const higher = () => quarters().map((value) => ({ ...value, value: Number(value.value) + 1 }));
  const two = (one: unknown, other: unknown) => [
    series(quarters(), { auction: one }),
    series(higher(), { auction: other }),
  ];

  it.each<[string, unknown, unknown]>([
    ['text', 'SDAC', 'EXAA'],
    ['number', 1, 2],
    ['boolean', true, false],
    ['object', { id: 1 }, { id: 2 }],
    ['text that one of them lacks', 'SDAC', undefined],
  ])('are two lines and complete: %s', async (_, one, other) => {
    const { table, judgement, mark, isCheckedComplete } = await prices(...two(one, other));
    expect([judgement, mark, isCheckedComplete]).toEqual(['complete', 'good', true]);
    const chart = chartAtOnce(table, 'steps', { width: 1000, height: 300 }) as SeriesChart;
    expect(new Set(chart.series.map(({ label }) => label)).size).toBe(2);
    expect(chart.series.map(({ value }) => value.length)).toEqual([96, 96]);
  });

  it('show no change if the same records come in another order', async () => {
    const records = two('SDAC', 'EXAA');
    const [first, second] = [await prices(...records), await prices(...[...records].reverse())];
    const { figures } = compared(first.table, second.table);
    expect(figures.counts).toEqual({ same: 192, changed: 0, added: 0, missing: 0 });
  });

  it.each([
    ['texts', 'A', 'B'],
    ['numbers', 1, 2],
  ])('are two series of a comparison: %s', async (_, one, other) => {
    const first = await prices(...two(one, other));
    const { table } = compared(first.table, (await prices(...two(one, other))).table);
    expect(table.distinguishingKeys).toEqual(['auction']);
    expect(new Set(table.column('auction')?.kind)).toEqual(new Set('text'));
  });

  it('are one series where they don’t overlap, so that an ID in each record divides nothing', async () => {
    const hourly = Array.from({ length: 24 }, (_, hour) =>
      series(quarters().slice(hour * 4, hour * 4 + 4), { batch: `b${hour}` }),
    );
    expect(await prices(...hourly)).toMatchObject({ judgement: 'complete' });
  });

  it('are blocks with their names', async () => {
    const block = (blockName: string, from: number, to: number) =>
      series(
        [{ startTime: utc(start + from * 60 * minute), endTime: utc(start + to * 60 * minute), value: 90 }],
        {
          unit: 'GBP/MWh',
          resolution: 'P1D',
          attributes: [{ role: null, name: 'deliveryArea', value: 'UK' }],
          blockName,
        },
      );
    const blocks = [
      block('Base', 0, 24),
      block('Overnight', 0, 8),
      block('Peak', 8, 20),
      block('Evening', 20, 24),
    ];
    const parameters = { deliveryarea: 'UK', startTime: '2026-03-10', endTime: '2026-03-10' };
    const { findings, judgement } = await judged('uk-auction-prices', parameters, JSON.stringify(blocks));
    expect(findings.find(({ kind }) => kind === 'series')?.count).toBe(4);
    expect(findings.map(({ kind }) => kind)).not.toContain('overlaps');
    expect(judgement).toBe('complete');
  });
});

describe('numbers that came as text', () => {
  const sent = ['15.50', '12,34', '-'];
  const some = changed((value, at) => (at < sent.length ? { ...value, value: sent[at] } : value));

  it('are called text, never null, and left out of the chart', async () => {
    const { table, said, mark, checked } = await prices(some);
    expect(said).toBe('96 rows received; 3 values in "Value" are text, such as 15.50');
    expect(mark).toBe('bad');
    expect(checked).toBe('3 values in "Value" are text, such as 15.50.');
    expect([0, 1, 2].map((row) => table.column('value')!.text(row))).toEqual(sent);
    const { series } = chartAtOnce(table, 'steps', { width: 1000, height: 300 }) as SeriesChart;
    expect(series[0]!.summary).toMatchObject({ count: 93, nulls: 0, texts: 3 });
  });

  it('are told apart from numbers that are too large, which are never called text', async () => {
    const body = JSON.stringify([
      changed((value, at) => (at < 3 ? { ...value, value: ['X', '15.50', 'Y'][at] } : value)),
    ])
      .replace('"X"', '1e400')
      .replace('"Y"', '-2e400');
    const { table, said, mark, checked, judgement } = await judged('dayahead-prices', query, body);
    const words = [
      '2 numbers in "Value" are too large to draw or add up, such as 1e400',
      '1 value in "Value" is text, such as 15.50',
    ];
    expect(said).toBe(`96 rows received; ${words.join(', ')}`);
    expect([mark, judgement]).toEqual(['bad', 'incomplete']);
    expect(checked).toBe(`${words.join('. ')}.`);
    const rowsOf = (kind: FindingKind) => {
      const isShown = flawTest(table, { kind, of: 'value' });
      return [0, 1, 2, 3].filter(isShown);
    };
    expect([rowsOf('tooLarge'), rowsOf('texts')]).toEqual([[0, 2], [1]]);
  });

  it('show no difference to the same text, and none that was calculated from text', () => {
    const { table } = readBody(JSON.stringify([some]));
    const other = readBody(JSON.stringify([withFirst('16.50')]));
    expect(compared(table, table).figures.counts).toMatchObject({ same: 96, changed: 0 });
    expect(compared(table, other.table).table.column('difference')!.text(0)).toBeNull();
  });
});

describe('a response without any value', () => {
  it.each<[string, unknown]>([
    ['no values', []],
    ['null instead of values', null],
    ['values that are all null', quarters().map((value) => ({ ...value, value: null }))],
  ])('is empty: %s', async (_, values) => {
    expect(await prices(series(values))).toMatchObject({ ...unsure, judgement: 'empty' });
  });
});

it.each(['€/MWh', 'Euro/MWh', 'eur / MWh', 'EUR per MWh'])(
  'the view and a check say the same about euros where kroner were requested: %s',
  async (unit) => {
    const record = series(quarters(), {
      unit,
      attributes: [{ role: null, name: 'deliveryArea', value: 'NO1' }],
    });
    const asked = { ...query, currency: 'NOK' };
    const { said, checked, mark, judgement } = await judged(
      'dayahead-prices',
      asked,
      JSON.stringify([record]),
    );
    expect(said).toBe('96 rows received; Currency: requested NOK, received EUR');
    expect(checked).toBe('Currency: requested NOK, received EUR.');
    expect([mark, judgement]).toEqual(['bad', 'incomplete']);
  },
);

describe('rows that certainly weren’t requested', () => {
  const day = { date: '2026-03-10' };
  const curveAt = (...days: string[]) => ({
    type: 'PriceCurve',
    values: days.map((date) => ({
      startTime: `${date}T10:00:00Z`,
      endTime: `${date}T11:00:00Z`,
      sellCurves: [{ price: 10, volume: 400 }],
      buyCurves: [{ price: 10, volume: 400 }],
    })),
  });
  const capacityAt = (hour: string) => ({
    areaFrom: 'NO1',
    areaTo: 'SE3',
    deliveryStart: `2026-03-10T${hour}:00:00Z`,
    deliveryEnd: `2026-03-10T${hour}:30:00Z`,
    inCapacity: 700,
  });
  const powerHour = { powerHour: '2026-03-10T12:00Z', daFrom: 'NO1' };
  const orderAt = (date: string) => ({
    id: '1',
    deliveryArea: 'NO1',
    deliveryStart: `${date}T14:00:00Z`,
    deliveryEnd: `${date}T15:00:00Z`,
    price: 10,
    updatedTime: `${date}T10:00:00Z`,
  });
  const minutes = { deliveryarea: 'NO1', startTime: '2026-03-10T10:00Z', endTime: '2026-03-10T10:05Z' };

  it.each<[string, Record<string, string>, unknown, string | null]>([
    ['dayahead-curves', day, curveAt('2025-03-10'), 'outside the requested period'],
    ['dayahead-curves', day, curveAt('2026-03-10', '1970-01-01'), 'outside the requested period'],
    ['hub-to-hub-capacities', powerHour, [capacityAt('12')], null],
    [
      'hub-to-hub-capacities',
      powerHour,
      [capacityAt('12'), capacityAt('15')],
      '1 row is outside the requested period',
    ],
    ['intraday-orders', minutes, [orderAt('2026-03-10')], null],
    ['intraday-orders', minutes, [orderAt('2025-03-10')], '1 row is outside the requested period'],
  ])('are never complete: %s, %j, %j', async (id, parameters, body, sentence) => {
    const all = await judged(id, parameters, JSON.stringify(body));
    const isComplete = sentence === null;
    expect(all).toMatchObject({
      judgement: isComplete ? 'complete' : 'incomplete',
      mark: isComplete ? 'good' : 'bad',
      isCheckedComplete: isComplete,
    });
    if (sentence === null) return;
    expect(all.said).toContain(sentence);
    expect(all.checked).toContain(sentence);
  });
});

describe('curves of a day', () => {
  const curve = (values: unknown) =>
    judged('dayahead-curves', { date: '2026-03-10' }, JSON.stringify({ type: 'PriceCurve', values }));
  const hours = (change: (hour: Record<string, unknown>, at: number) => unknown = (hour) => hour) =>
    Array.from({ length: 24 }, (_, at) => {
      const from = start + at * hour;
      const points = (first: number) => [
        { price: -100, volume: first },
        { price: 300, volume: 1000 },
      ];
      const period = {
        startTime: utc(from),
        endTime: utc(from + hour),
        sellCurves: points(400),
        buyCurves: points(1600),
      };
      return change(period, at);
    });
  const changed = (at: number, change: object) =>
    hours((hour, each) => (each === at ? { ...hour, ...change } : hour));

  it('are complete with both sides of every hour', async () => {
    expect(await curve(hours())).toMatchObject({ judgement: 'complete', isCheckedComplete: true });
  });

  it.each<[string, unknown, Judgement, string]>([
    ['an hour is left out', hours().slice(1), 'incomplete', '1 of 24 missing'],
    ['an hour has no points', changed(3, { sellCurves: [], buyCurves: [] }), 'incomplete', '1 of 24 missing'],
    ['every hour is the same', hours(() => hours()[0]), 'incomplete', '23 of 24 missing, 23 duplicates'],
    [
      'a side is left out',
      changed(3, { sellCurves: null }),
      'incomplete',
      '1 period has only sell or only buy',
    ],
    [
      'a side is renamed',
      changed(3, { buyCurves: undefined, BuyCurves: [] }),
      'incomplete',
      '1 period has only',
    ],
    ['no point has a volume', changed(3, { buyCurves: [{ price: 1 }] }), 'incomplete', '1 value is null'],
    [
      'a side is a text',
      changed(3, { sellCurves: 'maintenance' }),
      'incomplete',
      'as documented: "maintenance"',
    ],
    ['points are lists', changed(3, { sellCurves: [[1, 2]] }), 'incomplete', 'as documented: [1,2]'],
    ['a period is a text', [...hours(), 'error'], 'unjudged', 'as documented: "error"'],
    [
      'a period is a message',
      hours((hour, at) => (at === 0 ? { message: 'no' } : hour)),
      'incomplete',
      '1 of 24',
    ],
  ])("aren't complete if %s", async (_, values, judgement, said) => {
    const all = await curve(values);
    expect(all).toMatchObject({ judgement, isCheckedComplete: false });
    expect(all.said).toContain(said);
  });
});

describe("series that aren't as documented", () => {
  const values = quarters();
  const attribute = { key: 'auction', value: 'A' };
  const renamed = values.map(({ value, ...times }) => ({ ...times, price: value }));
  const objects = values.map((value, at) => (at === 0 ? { ...value, value: { amount: 1 } } : value));
  const moved = (minutes: number) => quarters(23, (at) => utc(start + (at - start) * 4 + minutes * minute));
  const block = { startTime: utc(start), endTime: utc(start + 2 * hour), value: 1 };
  const areaOf = (area: string, currency: string) => ({
    unit: `${currency}/MWh`,
    attributes: [
      { name: 'deliveryArea', value: area },
      { name: 'currency', value: currency },
    ],
  });

  it.each<[string, Judgement, readonly object[], string]>([
    ['the values are a text', 'unjudged', [series('repair')], 'as documented: "repair"'],
    ['a value is a text', 'unjudged', [series([...values, 'cut'])], 'as documented: "cut"'],
    [
      'an attribute has no name',
      'unjudged',
      [series(values, { attributes: [...series([]).attributes, attribute] })],
      'as documented: {"key":"auction","value":"A"}',
    ],
    ['the values have another name', 'unjudged', [series(renamed)], 'the values may be in "price"'],
    [
      'it has a message',
      'unjudged',
      [series(values, { message: 'Timeout' })],
      'message from the service: Timeout',
    ],
    ['a value is an object', 'incomplete', [series(objects)], 'isn\'t a number, such as {"amount":1}'],
    ['hours start at half past', 'unjudged', [series(moved(30))], "23 intervals don't start at a multiple"],
    ['it is one block of the day', 'unjudged', [series([block])], 'intervals longer than an hour'],
    [
      'one of two is in another currency',
      'incomplete',
      [series(values), series(values, areaOf('NO1', 'NOK'))],
      'Currency: requested EUR, received EUR, NOK',
    ],
    [
      'its unit contradicts its currency',
      'incomplete',
      [series(values, { unit: 'NOK/MWh' })],
      'Currency: requested EUR, received EUR, NOK',
    ],
    [
      'one of two is for another area',
      'incomplete',
      [series(values), series(values, areaOf('SE3', 'EUR'))],
      'Delivery area: requested NO1, received NO1, SE3',
    ],
  ])("aren't complete if %s", async (_, judgement, records, said) => {
    const all = await prices(...records);
    expect(all).toMatchObject({ judgement, isCheckedComplete: false });
    expect(all.said).toContain(said);
  });
});

it('a response with a field twice keeps all lists, uses the last value, and isn’t complete', async () => {
  const json = JSON.stringify([series(quarters())]);
  const isTwice = await judged('dayahead-prices', query, json.replace('"value":20}', '"value":999,$&'));
  expect(isTwice).toMatchObject({ judgement: 'unjudged', isCheckedComplete: false });
  expect(isTwice.said).toContain('1 record has a field twice, such as "value"; the last value is used');
  expect(isTwice.checked).toContain('1 record has a field twice');
  const halves = [quarters().slice(0, 48), quarters().slice(48)].map((half) => JSON.stringify(half));
  const inTwo = json.replace(/"values":\[.*?\]/, `"values":${halves[0]},"values":${halves[1]}`);
  expect((await judged('dayahead-prices', query, inTwo)).said).toContain('96 rows');
});

it('an empty text is quoted, because nobody would see it in a sentence', async () => {
  const { said } = await prices(withFirst(''));
  expect(said).toBe('96 rows received; 1 value in "Value" is text, such as ""');
});
