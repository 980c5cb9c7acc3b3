import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bucketAt, resolutions, type Bucket, type Resolution } from '#src/market/time/resolutions';
import type { TableForm } from '#src/protocol/rowsQuestion';
import type { Table } from '#src/table/columns/table';
import { formedTable, offeredForms } from '#src/table/forms/formedTable';
import { seriesValue } from '#view/chart/model/valueText';
import { propertyRuns } from '../../propertyRuns';
import { atOnce } from '../atOnce';
import {
  between,
  chartAtOnce,
  hour,
  iso,
  minute,
  seriesRecord,
  start,
  tableOf,
  values,
} from '../charts/tables';

const formed = (table: Table, form: TableForm, maxBytes = Infinity) =>
  atOnce(formedTable(table, form, maxBytes));

/** The rows as arrays, times as RFC 3339. */
const rowsOf = (table: Table, keys = table.columns.map(({ key }) => key)) =>
  Array.from({ length: table.rows }, (_, row) => keys.map((key) => table.column(key)?.text(row) ?? null));

const keysOf = (table: Table) => table.columns.map(({ key }) => key);

describe('another resolution', () => {
  const column = ['startTime', 'endTime', 'value'];

  it('has a row for each bucket, empty unless it is wholly covered, and says what it is', () => {
    const list = [
      ...values([10, 20, 30, 40], 15),
      ...values([1, null, 3, 4], 15, 60),
      ...values([5], 15, 120),
    ];
    const table = tableOf('timeSeries', [
      seriesRecord({ deliveryArea: 'NO1' }, list, { resolution: 'PT15M', createdTime: 1 }),
    ]);
    const hours = formed(table, { resolution: 'PT60M' });
    expect(rowsOf(hours, ['value', 'resolution', 'attribute.deliveryArea', 'unit', 'createdTime'])).toEqual([
      ['25', 'PT60M', 'NO1', 'EUR/MWh', null],
      [null, 'PT60M', 'NO1', 'EUR/MWh', null],
      [null, 'PT60M', 'NO1', 'EUR/MWh', null],
    ]);
    expect(hours.records).toBe(1);
  });

  it.each([
    ['MWh', [0.1, 0.2, -0.3, 0], '0'],
    ['MWh', [500.1, -500.07, 0, 0], '0.03'],
    ['MWh', [1_000_000_000_000_000.5, 1, 2, 3], '1000000000000006.5'],
    ['MWh', [1e-7, 2e-7, 1e-30, 0], '0.0000003'],
    ['MWh', [-0.04, 0.04, 0, 0], '0'],
    ['MW', [1_000_000.1, -1_000_000.09, 0, 0], '0.0025'],
  ])('calculates exact decimals: %s of %j', (unit, list, value) => {
    const table = tableOf('timeSeries', [seriesRecord({}, values(list, 15), { unit })]);
    expect(rowsOf(formed(table, { resolution: 'PT60M' }), ['value'])).toEqual([[value]]);
  });

  it('has one number of decimals in a column, which the chart has as well', () => {
    const table = tableOf('timeSeries', [
      seriesRecord({ deliveryArea: 'NO1' }, values([10, 20.01, 30, 40, 1, 1, 1, 1], 15)),
      seriesRecord({ deliveryArea: 'SE3' }, values([2, 2, 2, 2, 0.5, 1, 1, 1.5], 15)),
    ]);
    const inTable = rowsOf(formed(table, { resolution: 'PT60M' }), ['value']).flat();
    expect(inTable).toEqual(['25.0025', '1.0000', '2.0000', '1.0000']);
    const chart = chartAtOnce(table, 'steps', { width: 1000, height: 500, resolution: 'PT60M' });
    const inChart =
      chart.kind === 'series'
        ? chart.series.flatMap((series) => [...series.value].map((value) => seriesValue(value, series)))
        : [];
    expect(inChart).toEqual(inTable);
  });

  it.each<[Resolution, string[]]>([
    ['P1D', ['2026-03-27T23:00:00Z', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z']],
    ['base', ['2026-03-27T23:00:00Z', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z']],
    ['P1W', ['2026-03-22T23:00:00Z', '2026-03-29T22:00:00Z']],
    ['P1M', ['2026-02-28T23:00:00Z']],
    ['peak', ['2026-03-28T07:00:00Z', '2026-03-29T06:00:00Z', '2026-03-30T06:00:00Z']],
    ['offPeak', ['2026-03-27T23:00:00Z', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z']],
  ])('of %s begins in the time zone of the market, also around a clock change', (resolution, begins) => {
    const list = between('2026-03-27T23:00Z', '2026-03-30T22:00Z', 60, () => 1);
    const table = tableOf('timeSeries', [seriesRecord({}, list, { unit: 'MWh' })]);
    expect(rowsOf(formed(table, { resolution }), ['startTime']).flat()).toEqual(begins);
  });

  it('divides each day into peak and off-peak, weekends and clock changes included', () => {
    // Saturday, Sunday with 23 hours, and Monday.
    const list = between('2026-03-27T23:00Z', '2026-03-30T22:00Z', 60, () => 1);
    const table = tableOf('timeSeries', [seriesRecord({}, list, { unit: 'MWh' })]);
    const of = (resolution: Resolution) => rowsOf(formed(table, { resolution }), ['value']).flat();
    expect(of('peak')).toEqual(['12', '12', '12']);
    expect(of('offPeak')).toEqual(['12', '11', '12']);
    expect(of('base')).toEqual(['24', '23', '24']);
    expect(rowsOf(formed(table, { resolution: 'offPeak' }), column)[1]).toEqual([
      '2026-03-28T23:00:00Z',
      '2026-03-29T22:00:00Z',
      '11',
    ]);
  });

  it('of blocks as the market sends them takes each into its own part of the day', () => {
    const blocks = [...values([1], 8 * 60), ...values([2], 12 * 60, 8 * 60), ...values([3], 4 * 60, 20 * 60)];
    const table = tableOf('timeSeries', [seriesRecord({}, blocks)]);
    const of = (resolution: Resolution) => rowsOf(formed(table, { resolution }), ['value']).flat();
    expect(of('peak')).toEqual(['2']);
    expect(of('offPeak')).toEqual(['1.67']);
    expect(of('base')).toEqual(['1.83']);
  });

  it('has means with at most two decimals more than the values, which are exact for hours of quarter hours', () => {
    const scaled = (text: string, decimals: number) => {
      const [whole = '', fraction = ''] = text.split('.');
      expect(text).toMatch(/^-?\d+(\.\d+)?$/);
      expect(fraction.length).toBeLessThanOrEqual(decimals);
      return BigInt(whole + fraction.padEnd(decimals, '0'));
    };
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 6 }),
        fc.array(fc.integer({ min: -999_999, max: 999_999 }), { minLength: 96, maxLength: 96 }),
        (decimals, tens) => {
          // None ends in zero, so that all have as many decimals.
          const numbers = tens.map((each) => 10 * each + 1);
          const list = between('2026-06-01T22:00Z', '2026-06-02T22:00Z', 15, (at) =>
            Number(`${numbers[at] ?? 0}e-${decimals}`),
          );
          const table = tableOf('timeSeries', [seriesRecord({}, list)]);
          for (const [resolution, length] of [
            ['PT60M', 4],
            ['P1D', 96],
          ] as const) {
            const means = rowsOf(formed(table, { resolution }), ['value']).flat();
            expect(means).toHaveLength(96 / length);
            for (const [at, mean] of means.entries()) {
              const sum = numbers.slice(at * length, (at + 1) * length).reduce((all, each) => all + each, 0);
              const off = scaled(mean ?? '', decimals + 2) * BigInt(length) - BigInt(sum) * 100n;
              // By half a unit of the last decimal at most.
              if (resolution === 'PT60M') expect(off).toBe(0n);
              else expect(2n * (off < 0n ? -off : off)).toBeLessThanOrEqual(BigInt(length));
            }
          }
        },
      ),
      { numRuns: propertyRuns(40) },
    );
  });

  it('has no sign for a mean that is rounded to zero', () => {
    const list = between('2026-05-31T22:00Z', '2026-06-30T22:00Z', 60, (at) => (at === 0 ? -1 : 0));
    const table = tableOf('timeSeries', [seriesRecord({}, list)]);
    expect(formed(table, { resolution: 'P1M' }).column('value')?.cell(0)).toBe(0);
  });

  it('is rejected if all intervals are longer, and only then', () => {
    const hourly = tableOf('timeSeries', [seriesRecord({}, values([1, 2], 60))]);
    const daily = tableOf('timeSeries', [seriesRecord({}, values([1, 2], 24 * 60))]);
    const message = 'All intervals are longer than this resolution. Select a coarser resolution.';
    expect(() => formed(hourly, { resolution: 'PT30M' })).toThrow(message);
    for (const resolution of ['PT60M', 'peak', 'offPeak'] as const) {
      expect(() => formed(daily, { resolution })).toThrow(message);
    }
    expect(rowsOf(formed(daily, { resolution: 'base' }), ['value']).flat()).toEqual(['1', '2']);
    expect(formed(tableOf('timeSeries', []), { resolution: 'PT30M' }).rows).toBe(0);
  });

  it('is rejected for an interval without a real end, not calculated until the year 9999', () => {
    const list = [
      ...values([1, 2], 30),
      { startTime: iso(start), endTime: '9999-12-31T00:00:00Z', value: 3 },
    ];
    const table = tableOf('timeSeries', [seriesRecord({}, list)]);
    expect(() => formed(table, { resolution: 'PT30M' })).toThrow('Some intervals are much longer');
  });

  it('has a value in exactly the buckets that are covered once, and that no interval crosses', () => {
    const interval = fc.record({
      from: fc.integer({ min: 0, max: 400 }),
      length: fc.constantFrom(1, 1, 1, 1, 2, 4, 5, 32, 96),
      value: fc.option(fc.integer({ min: -900, max: 900 }), { freq: 12 }),
    });
    const midnight = Date.parse('2026-03-27T23:00Z');
    const at = (quarter: number) => midnight + quarter * 15 * minute;
    fc.assert(
      fc.property(
        fc.array(interval, { minLength: 1, maxLength: 20 }),
        fc.array(fc.nat(3), { minLength: 400, maxLength: 400 }),
        fc.constantFrom(...resolutions),
        (odd, holes, resolution) => {
          const usual = holes.flatMap((hole, from) => (hole === 0 ? [] : [{ from, length: 1, value: 1 }]));
          const all = [...usual, ...odd];
          const table = tableOf('timeSeries', [
            seriesRecord(
              {},
              all.map(({ from, length, value }) => ({
                startTime: iso(at(from)),
                endTime: iso(at(from + length)),
                value,
              })),
            ),
          ]);
          const buckets = new Map<number, Bucket>();
          for (const { from, length } of all) {
            for (let quarter = from; quarter < from + length; quarter += 1) {
              const bucket = bucketAt(at(quarter), resolution);
              if (bucket.parts.some((part) => at(quarter) >= part.start && at(quarter) < part.end))
                buckets.set(bucket.start, bucket);
            }
          }
          const expected = [...buckets.values()]
            .sort((one, other) => one.start - other.start)
            .map(({ start, end, parts }) => {
              const times = parts.flatMap((part) =>
                Array.from(
                  { length: (part.end - part.start) / (15 * minute) },
                  (_, index) => part.start + index * 15 * minute,
                ),
              );
              const isWhole = times.every((time) => {
                const here = all.filter(({ from, length }) => at(from) <= time && time < at(from + length));
                const isCrossed = here.some(
                  ({ from, length }) =>
                    !parts.some((part) => at(from) >= part.start && at(from + length) <= part.end),
                );
                return !isCrossed && here.filter(({ value }) => value !== null).length === 1;
              });
              return [start, end, isWhole];
            });
          const made = formed(table, { resolution });
          const rows = Array.from({ length: made.rows }, (_, row) => [
            ...['startTime', 'endTime'].map((key) => made.column(key)?.cell(row)),
            made.column('value')?.cell(row) !== null,
          ]);
          expect(rows).toEqual(expected);
        },
      ),
      { numRuns: propertyRuns(40) },
    );
  });

  it('is offered only if it changes something', () => {
    const offered = (list: readonly object[]) =>
      atOnce(offeredForms(tableOf('timeSeries', [seriesRecord({}, list)]))).offered;
    expect(offered(values([1, 2, 3, 4], 15))).toEqual(['PT30M', 'PT60M', 'base', 'peak', 'offPeak']);
    expect(offered(values(Array<number>(48).fill(1), 60))).toEqual(['P1D', 'base', 'peak', 'offPeak']);
    expect(offered(values(Array<number>(40).fill(1), 24 * 60))).toEqual(['P1W', 'P1M']);
    expect(atOnce(offeredForms(tableOf('publicOrder', []))).offered).toBeNull();
  });

  it('is offered for more series than a call takes arguments', () => {
    const records = Array.from({ length: 130_000 }, (_, area) =>
      seriesRecord({ deliveryArea: `A${area}` }, values([1], 15)),
    );
    expect(atOnce(offeredForms(tableOf('timeSeries', records))).offered).toContain('PT60M');
  });

  it('has the sum of all energy, and the integral of all else, on every day', () => {
    const quarters = fc.array(fc.integer({ min: -50_000, max: 400_000 }), { minLength: 96, maxLength: 1200 });
    const from = fc.constantFrom('2026-03-27T23:00Z', '2026-10-23T22:00Z', '2026-06-01T22:00Z');
    const clock = new Intl.DateTimeFormat('en-GB', {
      hour: '2-digit',
      hour12: false,
      timeZone: 'Europe/Oslo',
    });
    fc.assert(
      fc.property(
        quarters,
        from,
        fc.constantFrom(...resolutions),
        fc.boolean(),
        (cents, at, resolution, isEnergy) => {
          const end = iso(Date.parse(at) + cents.length * 15 * minute) ?? '';
          const list = between(at, end, 15, (index) => (cents[index] ?? 0) / 100);
          const table = tableOf('timeSeries', [seriesRecord({}, list, { unit: isEnergy ? 'MWh' : 'MW' })]);
          const made = formed(table, { resolution });
          for (let row = 0; row < made.rows; row += 1) {
            const [starts, ends, value] = column.map((key) => made.column(key)?.cell(row));
            if (typeof starts !== 'number' || typeof ends !== 'number') throw new Error('no time');
            const isCovered = starts >= Date.parse(at) && ends <= Date.parse(end);
            expect(value === null).toBe(!isCovered);
            if (typeof value !== 'number') continue;
            const isIn = (time: number) => {
              const isPeak = Number(clock.format(time)) >= 8 && Number(clock.format(time)) < 20;
              return resolution !== 'offPeak' || !isPeak;
            };
            const inside = cents.filter((_, index) => {
              const time = Date.parse(at) + index * 15 * minute;
              return time >= starts && time < ends && isIn(time);
            });
            const sum = inside.reduce((total, each) => total + each, 0) / 100;
            if (isEnergy) expect(value).toBe(sum);
            else expect(value).toBeCloseTo(sum / inside.length, 2);
          }
        },
      ),
      { numRuns: propertyRuns(40) },
    );
  });
});

describe('one column per series', () => {
  it('is rejected if it needs too much memory: series that share no times make the table mostly empty', () => {
    const areas = Array.from({ length: 100 }, (_, at) => `A${at}`);
    const table = tableOf(
      'timeSeries',
      areas.map((deliveryArea, at) => seriesRecord({ deliveryArea }, values([1, 2, 3, 4], 15, at * 60))),
    );
    formed(table, { layout: 'wide' }); // which reads columns that were only noted, and so take memory from then on
    const most = table.bytes() + 9 * 400 * 102;
    expect(formed(table, { layout: 'wide' }, most).rows).toBe(400);
    expect(() => formed(table, { layout: 'wide' }, most - 1)).toThrow(
      'One column per series needs more memory than "marketData.maxResultMegabytes" allows.',
    );
  });

  it('is named by what differs, and has a row for each start and end', () => {
    const table = tableOf('timeSeries', [
      seriesRecord({ deliveryArea: 'NO1', status: 'O' }, values([12.5, 3])),
      seriesRecord({ deliveryArea: 'SE3', status: 'O' }, [...values([7], 60, 60), ...values([9], 30, 0)]),
    ]);
    const wide = formed(table, { layout: 'wide' });
    expect(keysOf(wide)).toEqual(['startTime', 'endTime', 'NO1', 'SE3']);
    expect(rowsOf(wide)).toEqual([
      [iso(start)?.replace('.000', ''), iso(start + hour / 2)?.replace('.000', ''), null, '9'],
      [iso(start)?.replace('.000', ''), iso(start + hour)?.replace('.000', ''), '12.5', null],
      [iso(start + hour)?.replace('.000', ''), iso(start + 2 * hour)?.replace('.000', ''), '3', '7'],
    ]);
    expect(wide.describe()[2]).toMatchObject({ title: 'NO1', unit: 'EUR/MWh' });
  });

  it('is named by the unit, too, if it differs, and numbered if nothing tells series apart', () => {
    const of = (area: string, unit: string) => seriesRecord({ deliveryArea: area }, values([1]), { unit });
    const table = tableOf('timeSeries', [of('NO1', 'EUR/MWh'), of('SE3', 'SEK/MWh'), of('NO1', 'EUR/MWh')]);
    expect(keysOf(formed(table, { layout: 'wide' })).slice(2)).toEqual([
      'NO1 · EUR/MWh',
      'NO1 · EUR/MWh_2',
      'SE3 · SEK/MWh',
    ]);
  });

  it('of a single series is named by its area', () => {
    const table = tableOf('timeSeries', [seriesRecord({ deliveryArea: 'NO1' }, values([1]))]);
    expect(keysOf(formed(table, { layout: 'wide' }))).toEqual(['startTime', 'endTime', 'NO1']);
  });

  it('can be combined at the same time', () => {
    const table = tableOf('timeSeries', [
      seriesRecord({ deliveryArea: 'NO1' }, values([1, 3], 30)),
      seriesRecord({ deliveryArea: 'SE3' }, values([5], 30)),
    ]);
    const wide = formed(table, { resolution: 'PT60M', layout: 'wide' });
    expect(rowsOf(wide, ['NO1', 'SE3'])).toEqual([['2', null]]);
  });

  it('keeps series apart that differ in nothing but the resolution received', () => {
    const table = tableOf('timeSeries', [
      seriesRecord({ deliveryArea: 'NO1' }, values(Array<number>(8).fill(1), 15), { resolution: 'PT15M' }),
      seriesRecord({ deliveryArea: 'NO1' }, values([60, 60], 60, -60), { resolution: 'PT60M' }),
    ]);
    const wide = formed(table, { resolution: 'PT60M', layout: 'wide' });
    expect(keysOf(wide)).toEqual(['startTime', 'endTime', 'PT15M', 'PT60M']);
    expect(rowsOf(wide, ['PT15M', 'PT60M'])).toEqual([
      [null, '60'],
      ['1', '60'],
      ['1', null],
    ]);
  });

  it('is rejected for other records', () => {
    expect(() => formed(tableOf('publicOrder', []), { layout: 'wide' })).toThrow('time series');
    expect(() => formed(tableOf('publicOrder', []), { resolution: 'P1D' })).toThrow('time series');
  });

  it('is rejected if there are more series than a table can show', () => {
    const records = Array.from({ length: 1001 }, (_, area) =>
      seriesRecord({ area: `A${area}` }, values([1])),
    );
    expect(() => formed(tableOf('timeSeries', records), { layout: 'wide' })).toThrow('needs 1001 columns');
  });

  it('has exactly the cells that the rows have', () => {
    const number = fc.option(
      fc.integer({ min: -999, max: 999 }).map((each) => each / 10),
      { freq: 10 },
    );
    const item = fc.record({
      startTime: fc.integer({ min: 0, max: 20 }).map((at) => iso(start + at * hour)),
      endTime: fc.integer({ min: 0, max: 20 }).map((at) => iso(start + at * hour)),
      value: number,
    });
    const record = fc.tuple(
      fc.constantFrom('NO1', 'SE3', 'FI'),
      fc.constantFrom('P', 'O'),
      fc.array(item, { maxLength: 30 }),
    );
    fc.assert(
      fc.property(fc.array(record, { maxLength: 6 }), (records) => {
        const table = tableOf(
          'timeSeries',
          records.map(([deliveryArea, status, list]) => seriesRecord({ deliveryArea, status }, list)),
        );
        const wide = formed(table, { layout: 'wide' });
        const cells = (some: Table, keys: readonly string[]) =>
          rowsOf(some, ['startTime', 'endTime', ...keys])
            .flatMap(([from, to, ...list]) =>
              list.flatMap((value) => (value === null ? [] : [`${String(from)} ${String(to)} ${value}`])),
            )
            .sort();
        expect(cells(wide, keysOf(wide).slice(2))).toEqual(cells(table, ['value']));
        const times = rowsOf(wide, ['startTime', 'endTime']).map(String);
        expect(times).toEqual([...new Set(times)].sort());
      }),
      { numRuns: propertyRuns(100) },
    );
  });
});
