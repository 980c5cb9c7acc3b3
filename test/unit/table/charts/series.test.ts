import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SeriesChart } from '#src/protocol/charts/seriesChart';
import { coverageOf } from '#src/market/integrity/integrity';
import { chartOf } from '#src/table/charts/chart';
import { atOnce } from '../atOnce';
import {
  chartAtOnce,
  drawSeries as draw,
  drawn,
  hour,
  minute,
  seriesRecord,
  start,
  tableOf,
  value,
  values,
} from './tables';

const size = { width: 1000, height: 400 };
const labels = (records: readonly object[]) => draw(records).series.map(({ label }) => label);

describe('the time axis', () => {
  const table = tableOf('timeSeries', [seriesRecord({}, values([1, 2]))]);
  const axisOf = (asked: { start: number | null; end: number | null }) =>
    (atOnce(chartOf(table, 'bars', { ...size, asked })) as SeriesChart).axis;

  it("extends to the end of the requested day, even if the data doesn't yet", () => {
    const asked = { start, end: start + 24 * hour };
    expect(axisOf(asked)).toEqual({ from: start, to: start + 24 * hour });
    expect(axisOf({ ...asked, start: start + hour })).toEqual({ from: start, to: asked.end });
    expect(axisOf({ start: null, end: null })).toEqual({ from: start, to: start + 2 * hour });
  });

  it('covers only the data if that is for another day than requested', () => {
    expect(axisOf({ start: start + 48 * hour, end: start + 72 * hour })).toBeUndefined();
  });
});

describe('grouping into series', () => {
  it('joins records that differ only in resolution, each interval with its own width', () => {
    const area = { deliveryArea: 'NO1' };
    const chart = draw([
      seriesRecord(area, values([1, 2]), { resolution: 'PT60M', createdTime: 1, scale: 2 }),
      seriesRecord(area, values([3, 4], 15, 120), { resolution: 'PT15M', createdTime: 2 }),
    ]);
    expect(chart.series).toHaveLength(1);
    expect(drawn(chart)).toEqual([
      [0, 60, 1],
      [60, 120, 2],
      [120, 135, 3],
      [135, 150, 4],
    ]);
    expect(chart).toMatchObject({ from: start, to: start + 150 * minute, omitted: 0 });
  });

  it.each([
    ['status', { deliveryArea: 'NO1', status: 'P' }, { deliveryArea: 'NO1', status: 'O' }, {}],
    ['area', { deliveryArea: 'NO1' }, { deliveryArea: 'NO2' }, {}],
    ['presence of an attribute', { deliveryArea: 'NO1' }, { deliveryArea: 'NO1', block: 'Peak' }, {}],
    ['unit', {}, {}, { unit: 'NOK/MWh' }],
    ['type', {}, {}, { type: 'volume' }],
    ['SubType', {}, {}, { SubType: 'system' }],
    ['category', {}, {}, { category: 'intraday' }],
  ])('never joins records that differ in %s', (_, one, other, fields) => {
    const chart = draw([seriesRecord(one, values([1])), seriesRecord(other, values([2]), fields)]);
    expect(chart.series.map((series) => [...series.value])).toEqual([[1], [2]]);
  });

  it('sorts intervals by start, whatever order the records arrive in', () => {
    const area = { deliveryArea: 'NO1' };
    const chart = draw([
      seriesRecord(area, values([5, 6], 60, 300)),
      seriesRecord(area, [value(120, 180, 3), value(0, 60, 1), value(60, 120, 2)]),
    ]);
    expect([...chart.series[0]!.value]).toEqual([1, 2, 3, 5, 6]);
  });

  it('skips intervals without a start, ends an interval without an end at the next start, and shows the last one', () => {
    const list = [value(0, null, 1), value(60, 120, 2), value(null, 180, 3), value(180, null, 4)];
    expect(drawn(draw([seriesRecord({}, list)]))).toEqual([
      [0, 60, 1],
      [60, 120, 2],
      [180, 240, 4],
    ]);
  });

  it('draws nothing for responses without intervals', () => {
    for (const records of [[], [seriesRecord({}, [])], [seriesRecord({}, [value(null, null, 1)])]]) {
      expect(draw(records)).toEqual({ kind: 'series', from: NaN, to: NaN, series: [], omitted: 0 });
    }
  });

  it('shows 50 series and reports how many more there are', () => {
    const records = Array.from({ length: 63 }, (_, n) => seriesRecord({ area: `A${n}` }, values([n])));
    const chart = draw(records);
    expect([chart.series.length, chart.omitted]).toEqual([50, 13]);
  });

  it('includes rows added to a table since the last chart', () => {
    const table = tableOf('timeSeries', [seriesRecord({}, values([1]))]);
    const count = () => (chartAtOnce(table, 'bars', size) as SeriesChart).series[0]!.value.length;
    expect(count()).toBe(1);
    const more = tableOf('timeSeries', [
      seriesRecord({}, values([1])),
      seriesRecord({}, values([2], 60, 60)),
    ]);
    Object.assign(table, more);
    expect(count()).toBe(2);
  });
});

describe('labels', () => {
  const flow = { type: 'flow', SubType: 'interconnector', unit: 'MW', category: 'uk' };

  const one = (attributes: Record<string, string>, fields: object = {}) =>
    seriesRecord(attributes, values([1]), fields);
  it.each<[string[], object[]]>([
    [['NO1'], [one({ deliveryArea: 'NO1', status: 'O' })]],
    [['price'], [one({})]],
    [
      ['NO1 · preliminary', 'NO1 · official', 'NO2 · official'],
      [
        one({ status: 'P', deliveryArea: 'NO1', currency: 'EUR' }),
        one({ status: 'O', deliveryArea: 'NO1', currency: 'EUR' }),
        one({ status: 'O', deliveryArea: 'NO2', currency: 'EUR' }),
      ],
    ],
    [
      ['UK → NO2 · Sending', 'UK → NO2 · Receiving', 'NO2 → UK · Sending'],
      [
        one({ Endpoint: 'Sending', AreaFrom: 'UK', AreaTo: 'NO2' }),
        one({ Endpoint: 'Receiving', AreaFrom: 'UK', AreaTo: 'NO2' }),
        one({ Endpoint: 'Sending', AreaFrom: 'NO2', AreaTo: 'UK' }),
      ],
    ],
    [
      ['NO1', 'NO2'],
      [one({ deliveryArea: 'NO1' }, { unit: 'NOK/MWh' }), one({ deliveryArea: 'NO2' })],
    ],
    [
      ['MW', 'MWh'],
      [one({ deliveryArea: 'NO1' }, { unit: 'MW' }), one({ deliveryArea: 'NO1' }, { unit: 'MWh' })],
    ],
    [
      ['NO2 → UK · Sending', 'NO2 → UK · Receiving', 'NO2', 'UK'],
      [
        one({ from: 'NO2', to: 'UK', endpoint: 'Sending' }, flow),
        one({ from: 'NO2', to: 'UK', endpoint: 'Receiving' }, flow),
        one({ deliveryArea: 'NO2', currency: 'EUR' }),
        one({ deliveryArea: 'UK', currency: 'EUR' }),
      ],
    ],
    [
      ['EUR', 'NOK'],
      [one({ deliveryArea: 'NO1', currency: 'EUR' }), one({ deliveryArea: 'NO1', currency: 'NOK' })],
    ],
    [
      ['flow', 'price'],
      [one({}, flow), one({})],
    ],
    [
      ['Peak', 'NO1'],
      [one({ deliveryArea: 'NO1', block: 'Peak' }), one({ deliveryArea: 'NO1' })],
    ],
  ])('are %j', (expected, records) => {
    expect(labels(records)).toEqual(expected);
  });
});

describe('summary', () => {
  it('weights by length, counts nulls, and covers more than the visible range', () => {
    const list = [value(0, 60, 10), value(60, 75, -30), value(75, 90, null), value(120, 135, 50)];
    const chart = draw([seriesRecord({}, list)], { from: start, to: start + 10 });
    expect(chart.series[0]!.value).toHaveLength(1);
    expect(chart.series[0]!.summary).toEqual({
      count: 3,
      nulls: 1,
      min: -30,
      max: 50,
      minAt: start + 60 * minute,
      maxAt: start + 120 * minute,
      mean: (10 * 60 - 30 * 15 + 50 * 15) / 90,
      decimals: 0,
    });
  });

  it('has no figures if every value is null', () => {
    const { summary } = draw([seriesRecord({}, values([null, null]))]).series[0]!;
    const none = { min: NaN, max: NaN, minAt: NaN, maxAt: NaN, mean: NaN };
    expect(summary).toEqual({ count: 0, nulls: 2, decimals: 0, ...none });
  });

  it('says when the first of several equal extremes was, however many values there are', () => {
    const amounts = Array.from({ length: 1000 }, (_, n) =>
      n === 333 || n === 700 ? 99.5 : n === 640 ? -1.25 : 5,
    );
    const { summary } = draw([seriesRecord({}, values(amounts, 15))]).series[0]!;
    expect(summary).toMatchObject({
      maxAt: start + 333 * 15 * minute,
      minAt: start + 640 * 15 * minute,
      decimals: 2,
    });
  });
});

it('a series has no mean if its values are too large to be added up', () => {
  const { summary } = draw([seriesRecord({}, values([1.5e308, 1.5e308]))]).series[0]!;
  expect(summary).toMatchObject({ count: 2, max: 1.5e308, mean: NaN });
});

describe('the visible range', () => {
  const spiky = Array.from({ length: 5000 }, (_, n) => (n === 1234 ? 4000 : n === 4321 ? -500 : n % 50));

  it('contains every interval that overlaps it, as sent, as long as there is room', () => {
    const chart = draw([seriesRecord({}, values(spiky, 15))], {
      from: start + 1230 * 15 * minute + 1,
      to: start + 1240 * 15 * minute,
    });
    expect(chart.series[0]).toMatchObject({ reduced: false });
    expect([...chart.series[0]!.value]).toEqual(spiky.slice(1230, 1240));
  });

  it('keeps a long interval that starts far before it', () => {
    const list = [value(0, 6000, 7), ...values([1, 2, 3], 60, 60)];
    const chart = draw([seriesRecord({}, list)], {
      from: start + 50 * hour,
      to: start + 60 * hour,
    });
    expect([...chart.series[0]!.value]).toEqual([7]);
  });

  it('keeps every spike when several intervals share a pixel', () => {
    const { series } = draw([seriesRecord({}, values(spiky, 15))], { width: 300 });
    const { reduced, value: high, low } = series[0]!;
    expect(reduced).toBe(true);
    expect(high.length).toBeLessThanOrEqual(300);
    expect(Math.max(...high)).toBe(4000);
    expect(Math.min(...low!)).toBe(-500);
  });

  it('leaves gaps open when several intervals share a pixel', () => {
    const list = spiky.map((amount, n) => (n >= 2000 && n < 3000 ? null : amount));
    const { series } = draw([seriesRecord({}, values(list, 15))], { width: 100 });
    const { start: starts, end } = series[0]!;
    const widest = Math.max(...[...starts].slice(1).map((at, n) => at - end[n]!));
    expect(widest).toBeCloseTo(20 * 50 * 15 * minute, -3);
  });

  it('is reduced to the extremes of all intervals in each pixel column', () => {
    const interval = fc.tuple(
      fc.nat(500),
      fc.integer({ min: 1, max: 200 }),
      fc.option(fc.integer({ min: -9, max: 9 })),
    );
    fc.assert(
      fc.property(fc.array(interval, { minLength: 41, maxLength: 80 }), (list) => {
        const width = 20;
        const [from, to] = [start + 100 * minute, start + 500 * minute];
        const records = [
          seriesRecord(
            {},
            list.map(([at, length, amount]) => value(at, at + length, amount)),
          ),
        ];
        const [series] = draw(records, { from, to, width }).series;
        if (!series?.reduced) return;
        const expected = Array.from({ length: width }, (_, column) => {
          const [left, right] = [100 + column * 20, 120 + column * 20];
          const there = list.flatMap(([at, length, amount]) =>
            amount !== null && at < right && at + length > left ? [amount] : [],
          );
          return [left, Math.max(...there), Math.min(...there)];
        }).filter(([, high]) => high !== -Infinity);
        const got = [...series.start].map((at, place) => [
          Math.round((at - start) / minute),
          series.value[place],
          series.low![place],
        ]);
        expect(got).toEqual(expected);
      }),
    );
  });

  it('stays below a megabyte with 50 long series', () => {
    const long = values(spiky, 15);
    const records = Array.from({ length: 50 }, (_, n) => seriesRecord({ area: `A${n}` }, long));
    const { series } = draw(records, { width: 3000 });
    const arrays = series.flatMap(({ start, end, value, low }) => [start, end, value, low]);
    const bytes = arrays.reduce((sum, array) => sum + (array?.byteLength ?? 0), 0);
    expect(bytes).toBeLessThan(1024 ** 2);
  });
});

describe('missing intervals', () => {
  it('are counted as in the integrity strip', () => {
    const step = fc.record({
      skip: fc.constantFrom(0, 0, 0, 15, 30, 75, -15),
      length: fc.constantFrom(15, 30, 60, 240),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 200 }), (steps) => {
        let at = 0;
        const list = steps.map(({ skip, length }) => {
          const from = at + skip;
          at = from + length;
          return value(from, at, 1);
        });
        const asked = { start: null, end: null };
        const table = tableOf('timeSeries', [seriesRecord({}, list)]);
        const chart = atOnce(chartOf(table, 'steps', { ...size, asked, judged: true })) as SeriesChart;
        const sent = list.map(
          ({ startTime, endTime }) => [Date.parse(startTime!), Date.parse(endTime!)] as const,
        );
        sent.sort(([a], [b]) => a - b);
        const intervals = {
          length: sent.length,
          reach: Math.max(...sent.map(([, end]) => end)),
          start: (place: number) => sent[place]![0],
          end: (place: number) => sent[place]![1],
          value: () => 1,
          isNull: () => false,
        };
        const { missing } = coverageOf([intervals], asked);
        expect(chart.absences![0]!.missingCount).toBe(missing);
        const drawn = chart.absences![0]!.missing.count.reduce((sum, count) => sum + count, 0);
        expect(drawn).toBe(missing);
      }),
    );
  });
});

describe('a long series', () => {
  it('is drawn in slices, so that other requests are answered in between', () => {
    const list = values(Array.from({ length: 100_000 }, (_, n) => n));
    const table = tableOf('timeSeries', [seriesRecord({}, list)]);
    let turns = 0;
    atOnce(chartOf(table, 'steps', size), () => (turns += 1));
    expect(turns).toBeGreaterThan(20);
  });
});

describe('a status', () => {
  it('marks the series whose prices are preliminary', () => {
    const of = (status: string) => seriesRecord({ deliveryArea: 'NO1', status }, values([1]));
    const { series } = draw([of('P'), of('O'), of('Preliminary')]);
    expect(series.map(({ preliminary = false }) => preliminary)).toEqual([true, false, true]);
  });
});
