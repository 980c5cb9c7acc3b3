import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { changes, largestDifference } from '#src/market/datasets/comparisonSummary';
import type { RecordKind } from '#src/market/records/recordKinds';
import { chartOf } from '#src/table/charts/chart';
import { compare } from '#src/table/compare/compare';
import { sliceRows } from '#src/table/columns/slices';
import type { Table } from '#src/table/columns/table';
import { atOnce } from '../atOnce';
import { readBody } from '../readBody';

const titles = ['Preliminary', 'Official', 'Official minus preliminary'] as const;
const asked = { days: 0, titles, tellsChanges: true, maxTableBytes: 1e9 };

const tableOf = (record: RecordKind, json: string): Table => readBody(json, record).table;

const compared = (first: Table, second: Table, record: RecordKind) =>
  atOnce(compare(first, second, { record, ...asked }));

/** Rows as objects of the named columns, as a person reads them. */
const read = (table: Table, ...keys: string[]) =>
  Array.from({ length: table.rows }, (_, row) => keys.map((key) => table.column(key)?.text(row) ?? null));

/** A price series of quarter hours, values as they are written, by minutes from midnight or in pairs with these. */
function prices(
  attributes: Record<string, string>,
  amounts: Readonly<Record<number, string>> | readonly (readonly [minutes: number, value: string])[],
  unit = 'EUR/MWh',
): string {
  const pairs = Array.isArray(amounts) ? amounts : Object.entries(amounts);
  const values = pairs.map(
    ([minutes, value]) =>
      `{"startTime":"${at(Number(minutes))}","endTime":"${at(Number(minutes) + 15)}","value":${value}}`,
  );
  const named = Object.entries(attributes).map(([name, value]) => ({ name, value }));
  return `{"type":"price","unit":"${unit}","attributes":${JSON.stringify(named)},"values":[${values.join(',')}]}`;
}

const series = (...records: string[]) => tableOf('timeSeries', `[${records.join(',')}]`);
const at = (minutes: number) => new Date(Date.parse('2026-03-20T00:00:00Z') + minutes * 60_000).toISOString();

describe('a comparison of prices', () => {
  it('joins preliminary and official prices, and subtracts them exactly', () => {
    const first = series(
      prices({ area: 'NO1', status: 'P' }, { 0: '12.10', 15: '50', 30: '0.3', 45: 'null' }),
    );
    const second = series(
      prices({ area: 'NO1', status: 'O' }, { 15: '50.0', 0: '12.30', 30: '0.1', 60: '7' }),
    );
    const { table, figures } = compared(first, second, 'timeSeries');
    expect(read(table, 'change', 'first', 'second', 'difference', 'attribute.area')).toEqual([
      ['changed', '12.10', '12.30', '0.20', 'NO1'],
      ['same', '50', '50.0', '0.0', 'NO1'],
      ['changed', '0.3', '0.1', '-0.2', 'NO1'],
      ['missing', null, null, null, 'NO1'],
      ['added', null, '7', null, 'NO1'],
    ]);
    expect(figures).toEqual({
      counts: { changed: 2, same: 1, missing: 1, added: 1 },
      extremes: {
        lowest: { text: '-0.2', unit: 'EUR/MWh', of: 'NO1', at: Date.parse(at(30)) },
        highest: { text: '+0.20', unit: 'EUR/MWh', of: 'NO1', at: Date.parse(at(0)) },
      },
      mean: '0.00',
      leftOut: 0,
    });
    expect(largestDifference(figures)?.text).toBe('+0.20');
    expect(table.describe()).toContainEqual(
      expect.objectContaining({ key: 'second', title: 'Official', unit: 'EUR/MWh' }),
    );
  });

  it('reports the sign and the series of the largest difference', () => {
    const of = (no1: string, no2: string) =>
      series(
        prices({ area: 'NO1', currency: 'EUR' }, { 0: no1 }),
        prices({ area: 'NO2', currency: 'EUR' }, { 0: no2 }),
      );
    const { figures } = compared(of('10', '20'), of('11', '17.5'), 'timeSeries');
    // The mean of two areas says nothing of either.
    expect(figures.mean).toBeNull();
    expect(largestDifference(figures)).toEqual({
      text: '-2.5',
      unit: 'EUR/MWh',
      of: 'NO2',
      at: Date.parse(at(0)),
    });
  });

  it('joins prices that were preliminary for some days with those that are official by now', () => {
    const one = { area: 'NO1' };
    const old = { 0: '1' };
    const late = { 15: '2' };
    const first = series(prices({ ...one, status: 'O' }, old), prices({ ...one, status: 'P' }, late));
    const second = series(prices({ ...one, status: 'O' }, { ...old, ...late }));
    expect(compared(first, second, 'timeSeries').figures.counts).toMatchObject({ same: 2 });
  });

  it('never mixes areas, unless each result has only one area', () => {
    const [no1, no2] = [{ area: 'NO1' }, { area: 'NO2' }];
    const values = { 0: '1' };
    const both = series(prices(no1, values), prices(no2, values));
    expect(compared(series(prices(no2, values)), both, 'timeSeries').figures.counts).toMatchObject({
      same: 1,
      added: 1,
    });
    expect(
      compared(series(prices(no1, values)), series(prices(no2, values)), 'timeSeries').figures.counts,
    ).toMatchObject({ same: 1 });
  });

  it("doesn't pair different areas if both results have several", () => {
    const of = (...areas: string[]) => series(...areas.map((area) => prices({ area }, { 0: '1' })));
    const { table, figures } = compared(of('NO1', 'NO2'), of('SE3', 'SE4'), 'timeSeries');
    expect(figures.counts).toEqual({ changed: 0, same: 0, missing: 2, added: 2 });
    expect(read(table, 'attribute.area').flat()).toEqual(['NO1', 'NO2', 'SE3', 'SE4']);
    expect(compared(of('NO1'), of('SE3', 'SE4'), 'timeSeries').figures.counts).toMatchObject({
      missing: 1,
      added: 2,
    });
  });

  it('joins areas even if another attribute differs in every row', () => {
    const of = (...rates: string[]) =>
      series(
        ...['NO1', 'DK1'].map((area, place) =>
          prices({ area, exchangeRate: rates[place] ?? '' }, { 0: '1', 15: '2' }),
        ),
      );
    const { figures } = compared(of('11.31', '7.45'), of('11.42', '7.46'), 'timeSeries');
    expect(figures.counts).toEqual({ changed: 0, same: 4, added: 0, missing: 0 });
  });

  it('has the difference right after the time, and says what changed only if that is meaningful', () => {
    const first = series(prices({ area: 'NO1' }, { 0: '1' }));
    const second = series(prices({ area: 'SE3' }, { 0: '3' }));
    const keysOf = (tellsChanges: boolean) => {
      const work = compare(first, second, { ...asked, record: 'timeSeries', tellsChanges });
      return atOnce(work).table.columns.map(({ key }) => key);
    };
    const figures = ['startTime', 'difference', 'second', 'first'];
    expect(keysOf(true).slice(0, 5)).toEqual([...figures, 'change']);
    expect(keysOf(false).slice(0, 4)).toEqual(figures);
    expect(keysOf(false)).not.toContain('change');
  });

  it('weighs the mean by the length of the intervals', () => {
    const of = (quarter: string, hour: string) =>
      tableOf(
        'timeSeries',
        `[{"unit":"EUR/MWh","values":[{"startTime":"${at(0)}","endTime":"${at(15)}","value":${quarter}},{"startTime":"${at(15)}","endTime":"${at(75)}","value":${hour}}]}]`,
      );
    expect(compared(of('0', '0'), of('10', '5'), 'timeSeries').figures.mean).toBe('+6.00');
  });

  it('rejects a comparison that would need too much memory, and says what to do', () => {
    const first = series(prices({ area: 'NO1' }, { 0: '1' }));
    const work = compare(first, first, { ...asked, record: 'timeSeries', maxTableBytes: 9 });
    expect(() => atOnce(work)).toThrow(/marketData\.maxResultMegabytes.*fewer days/);
  });

  it('rejects different units, and says what to do', () => {
    const values = { 0: '1' };
    const [euro, krone] = [series(prices({}, values)), series(prices({}, values, 'NOK/MWh'))];
    expect(() => compared(euro, krone, 'timeSeries')).toThrow(/EUR\/MWh.*NOK\/MWh.*Run one/);
    expect(compared(euro, series(), 'timeSeries').figures.counts).toMatchObject({ missing: 1 });
  });

  it('is made in slices, so that other requests are answered in between', () => {
    const many = Array.from({ length: 40_000 }, (_, place): [number, string] => [place * 15, '1']);
    const first = series(prices({ area: 'NO1' }, many));
    const { table } = compared(first, first, 'timeSeries');
    const starts = table.column('startTime');
    if (starts?.kind !== 'numeric') throw new Error('A comparison has starts.');
    const read = vi.spyOn(starts, 'value');
    const work = chartOf(table, 'comparison', { width: 800, height: 400 });
    let most = 0;
    atOnce(work, () => {
      most = Math.max(most, read.mock.calls.length);
      read.mockClear();
    });
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(sliceRows);
  });

  it('is drawn as both values and their difference, which is marked for a separate pane and has its formula', () => {
    const first = series(prices({ area: 'NO1', status: 'P' }, { 0: '1', 15: '2' }));
    const second = series(prices({ area: 'NO1', status: 'O' }, { 0: '1.5' }));
    const { table } = compared(first, second, 'timeSeries');
    const chart = atOnce(chartOf(table, 'comparison', { width: 800, height: 400 }));
    if (chart.kind !== 'series') throw new Error(chart.kind);
    // A value that one side doesn't have may be null there, or missing.
    expect(chart.series.some(({ nulls }) => nulls)).toBe(false);
    const lines = chart.series.map(({ label, unit, value, isDifference = false }) => [
      label,
      unit,
      isDifference,
      ...value,
    ]);
    expect(lines).toEqual([
      ['Official', 'EUR/MWh', false, 1.5, NaN],
      ['Preliminary', 'EUR/MWh', false, 1, 2],
      ['Official minus preliminary', 'EUR/MWh', true, 0.5, NaN],
    ]);
    expect(chart.formula).toBe('Official minus preliminary');
  });

  // Dashed, as preliminary prices are everywhere, whatever else tells the two apart.
  it.each([
    ['P', 'O', [false, true, false]],
    ['O', 'P', [true, false, false]],
    ['P', 'P', [true, true, false]],
    ['O', 'O', [false, false, false]],
  ])('of status %s with %s marks the preliminary side', (one, other, expected) => {
    const of = (area: string, status: string) => series(prices({ area, status }, { 0: '1' }));
    const { table } = compared(of('NO1', one), of('NO2', other), 'timeSeries');
    const chart = atOnce(chartOf(table, 'comparison', { width: 800, height: 400 }));
    const dashed = chart.kind === 'series' && chart.series.map(({ preliminary = false }) => preliminary);
    expect(dashed).toEqual(expected);
  });

  it('marks no side that is preliminary only for some hours or areas', () => {
    const of = (status: string, minute: number) => prices({ area: 'NO1', status }, { [minute]: '1' });
    const { table } = compared(series(of('O', 0), of('P', 15)), series(of('O', 0)), 'timeSeries');
    expect(table.preliminary).toEqual([]);
    const areas = (status: string) =>
      series(prices({ area: 'NO1', status }, { 0: '1' }), prices({ area: 'SE3', status: 'O' }, { 0: '1' }));
    expect(compared(areas('P'), areas('O'), 'timeSeries').table.preliminary).toEqual([]);
  });
});

describe('comparisons of other records', () => {
  it('use the last event of each order, whatever order they arrived in', () => {
    const order = (id: string, minute: number, price: string, quantity: number) =>
      `{"id":"${id}","updatedTime":"${at(minute)}","price":${price},"quantity":${quantity},"priceUnit":"EUR/MWh"}`;
    const first = tableOf(
      'publicOrder',
      `[${order('a', 2, '10', 5)},${order('a', 1, '99', 5)},${order('b', 1, '1', 1)}]`,
    );
    const second = tableOf('publicOrder', `[${order('a', 3, '10.50', 4)},${order('c', 1, '1', 1)}]`);
    const { table, figures } = compared(first, second, 'publicOrder');
    expect(read(table, 'id', 'change', 'price.difference', 'quantity.difference')).toEqual([
      ['a', 'changed', '0.50', '-1'],
      ['b', 'missing', null, null],
      ['c', 'added', null, null],
    ]);
    expect(largestDifference(figures)).toMatchObject({ text: '+0.50', unit: 'EUR/MWh', of: 'a · Price' });
  });

  it('join capacities by pair, hour, and publication', () => {
    const capacity = (to: string, published: string, out: number) =>
      `{"areaFrom":"NO1","areaTo":"${to}","deliveryStart":"${at(0)}","deliveryEnd":"${at(60)}","publicationTime":"${published}","outCapacity":${out},"internal":false}`;
    const first = tableOf('hubToHubCapacity', `[${capacity('SE3', at(-60), 100)}]`);
    const second = tableOf(
      'hubToHubCapacity',
      `[${capacity('SE3', at(-60), 80)},${capacity('SE3', at(-30), 70)}]`,
    );
    const { table, figures } = compared(first, second, 'hubToHubCapacity');
    expect(largestDifference(figures)).toMatchObject({
      text: '-20',
      unit: 'MW',
      of: 'NO1 → SE3 · Out (from → to)',
    });
    expect(
      read(table, 'change', 'outCapacity.first', 'outCapacity.second', 'outCapacity.difference'),
    ).toEqual([
      ['changed', '100', '80', '-20'],
      ['added', null, '70', null],
    ]);
  });

  it('join curve points by period, side, and price', () => {
    const curve = (volume: number) =>
      tableOf(
        'priceCurve',
        `{"values":[{"startTime":"${at(0)}","endTime":"${at(60)}","sellCurves":[{"price":1,"volume":${volume}}],"buyCurves":[{"price":1,"volume":9}]}]}`,
      );
    const { table, figures } = compared(curve(5), curve(7), 'priceCurve');
    expect(largestDifference(figures)).toMatchObject({ text: '+2', of: 'sell · 1' });
    expect(read(table, 'side', 'change', 'difference')).toEqual([
      ['sell', 'changed', '2'],
      ['buy', 'same', '0'],
    ]);
  });
});

describe('for any responses', () => {
  const written = fc.oneof(
    fc.integer({ min: -9, max: 9 }).map(String),
    fc.constantFrom('1.10', '1e3', '-0', '12345678901234567890', '"text"', 'null'),
  );
  const records = fc
    .array(
      fc.record({
        area: fc.constantFrom('NO1', 'NO2'),
        status: fc.constantFrom('P', 'O'),
        intervals: fc.array(
          fc.tuple(
            fc.integer({ min: 0, max: 5 }).map((place) => place * 15),
            written,
          ),
          { maxLength: 6 },
        ),
      }),
      { maxLength: 4 },
    )
    .map((all) => series(...all.map(({ area, status, intervals }) => prices({ area, status }, intervals))));

  it('a result compared with itself has no changes', () => {
    fc.assert(
      fc.property(records, (table) => {
        const { figures } = compared(table, table, 'timeSeries');
        expect(figures.counts).toEqual({ same: table.rows, changed: 0, added: 0, missing: 0 });
        expect(largestDifference(figures)).toBeNull();
      }),
    );
  });

  it('every row of both results is in the comparison exactly once', () => {
    fc.assert(
      fc.property(records, records, (first, second) => {
        const { table, figures } = compared(first, second, 'timeSeries');
        const { changed, same, added, missing } = figures.counts;
        expect(changed + same + missing).toBe(first.rows);
        expect(changed + same + added).toBe(second.rows);
        expect(changes.reduce((sum, change) => sum + figures.counts[change], 0)).toBe(table.rows);
        for (const [side, source] of [
          ['first', first],
          ['second', second],
        ] as const) {
          const values = read(table, side)
            .flat()
            .filter((value) => value !== null);
          expect(values.sort()).toEqual(
            read(source, 'value')
              .flat()
              .filter((value) => value !== null)
              .sort(),
          );
        }
      }),
    );
  });

  it('the reverse comparison is the same, mirrored', () => {
    const mirrored: Record<string, string> = { added: 'missing', missing: 'added' };
    const less = (text: string | null) => (text === null ? null : String(-Number(text) + 0));
    fc.assert(
      fc.property(records, records, (first, second) => {
        const there = compared(first, second, 'timeSeries').table;
        const back = compared(second, first, 'timeSeries').table;
        const columns = ['startTime', 'attribute.area', 'change', 'first', 'second', 'difference'];
        const swapped = read(back, ...columns).map(
          ([time, area, change = '', one, other, difference = null]) => [
            time,
            area,
            mirrored[change ?? ''] ?? change,
            other,
            one,
            less(difference),
          ],
        );
        const straight = read(there, ...columns).map((row) => [
          ...row.slice(0, 5),
          less(less(row[5] ?? null)),
        ]);
        const sorted = (rows: unknown[][]) => rows.map((row) => JSON.stringify(row)).sort();
        expect(sorted(swapped)).toEqual(sorted(straight));
      }),
    );
  });

  it.each([
    ['1e20', '100000000000000000000', 'same', '0'],
    ['1e20', '100000000000000000001', 'changed', '1'],
    ['0.1', '0.10000000000000000555', 'changed', '0.00000000000000000555'],
    ['0.1000000000000000055511', '0.1', 'changed', '-0.0000000000000000055511'],
    ['12.1', '12.100', 'same', '0.000'],
    ['1.21e1', '12.1', 'same', '0.0'],
    ['-0', '0', 'same', '0'],
    ['1e-1000', '0', 'same', '0'],
    ['"1"', '1', 'changed', null],
  ])('%s and %s are %s, by %s', (first, second, change, difference) => {
    const one = (value: string) => series(prices({ area: 'NO1' }, { 0: value }));
    const { table } = compared(one(first), one(second), 'timeSeries');
    expect(read(table, 'change', 'difference')).toEqual([[change, difference]]);
  });

  it('values are called changed exactly if their difference is not zero, however they are written', () => {
    const digits = (most: number) => fc.bigInt({ min: 0n, max: 10n ** BigInt(most) }).map(String);
    const whole = fc.oneof(fc.constantFrom('0', '1', '9007199254740992', '9007199254740993'), digits(20));
    const text = fc
      .tuple(
        fc.constantFrom('', '-'),
        whole,
        fc.oneof(
          fc.constantFrom('', '.1', '.10', '.10000000000000000555'),
          digits(22).map((each) => `.${each}`),
        ),
        fc.constantFrom('', '', 'e0', 'e3', 'E-2'),
      )
      .map((parts) => parts.join(''));
    const near = fc
      .tuple(text, text, fc.boolean())
      .map(([one, other, isSame]): [string, string] => [
        one,
        isSame ? (one.includes('.') && !/e/i.test(one) ? `${one}0` : one) : other,
      ]);
    /** In units of the 30th decimal, which is exact for every such text. */
    const exact = (number: string) => {
      const [, sign = '', integer = '', fraction = '', exponent = '0'] =
        /^(-?)(\d+)(?:\.(\d+))?(?:e(.+))?$/i.exec(number) ?? [];
      return BigInt(sign + integer + fraction) * 10n ** BigInt(30 + Number(exponent) - fraction.length);
    };
    fc.assert(
      fc.property(near, ([first, second]) => {
        const one = (value: string) => series(prices({ area: 'NO1' }, { 0: value }));
        const { table } = compared(one(first), one(second), 'timeSeries');
        const [[change, difference] = []] = read(table, 'change', 'difference');
        expect(exact(difference ?? '')).toBe(exact(second) - exact(first));
        expect(change).toBe(exact(first) === exact(second) ? 'same' : 'changed');
      }),
    );
  });
});

describe('part of a response', () => {
  const parts = (first: Table, second: Table, record: RecordKind, isPart: readonly [boolean, boolean]) =>
    atOnce(compare(first, second, { record, ...asked, parts: isPart }));

  it('is compared in its own rows only: what it lacks is neither added nor missing', () => {
    const chosen = series(prices({ area: 'NO1' }, { 15: '10', 30: '20' }));
    const all = series(prices({ area: 'NO1' }, { 0: '10', 15: '10', 45: '10', 60: '10' }));
    const { table, figures } = parts(chosen, all, 'timeSeries', [true, false]);
    expect(read(table, 'change', 'first', 'second')).toEqual([
      ['same', '10', '10'],
      ['missing', '20', null],
    ]);
    expect(figures).toMatchObject({ counts: { changed: 0, same: 1, added: 0, missing: 1 }, leftOut: 3 });
    const reverse = parts(all, chosen, 'timeSeries', [false, true]);
    expect(reverse.figures).toMatchObject({ counts: { same: 1, added: 1, missing: 0 }, leftOut: 3 });
    expect(parts(chosen, all, 'timeSeries', [true, true]).figures.leftOut).toBe(4);
  });

  it('of orders is compared event by event, since the last event of an order may not be in it', () => {
    const event = (minute: number, price: number) =>
      `{"id":"A","updatedTime":"${at(minute)}","price":${price},"quantity":1}`;
    const all = tableOf('publicOrder', `[${event(0, 10)},${event(1, 12)}]`);
    const chosen = tableOf('publicOrder', `[${event(0, 10)}]`);
    expect(compared(chosen, all, 'publicOrder').figures.counts.changed).toBe(1);
    const { figures } = parts(chosen, all, 'publicOrder', [true, false]);
    expect(figures).toMatchObject({ counts: { changed: 0, same: 1, added: 0, missing: 0 }, leftOut: 1 });
  });
});

describe('a seeded fixture', () => {
  const order = (id: string, minute: number, price: number, side = 'BUY') =>
    `{"id":"${id}","deliveryArea":"NO1","side":"${side}","updatedTime":"${at(minute)}","createdTime":"${at(0)}","price":${price},"quantity":${price}}`;
  const orders = (...events: string[]) => tableOf('publicOrder', `[${events.join(',')}]`);
  const replaced = (first: Table, second: Table, record: RecordKind, isPart: readonly [boolean, boolean]) =>
    atOnce(compare(first, second, { record, ...asked, parts: isPart, areValuesReplaced: true }));

  it('of orders is compared by times and areas, event by event, because no id can match', () => {
    const seeded = orders(order('X', 0, 7), order('X', 1, 8), order('Y', 2, 9, 'SELL'));
    const live = orders(order('A', 0, 10), order('A', 1, 12), order('B', 2, 14, 'SELL'), order('C', 3, 16));
    const { table, figures } = replaced(seeded, live, 'publicOrder', [true, false]);
    expect(figures).toEqual({
      counts: { changed: 0, same: 3, added: 0, missing: 0 },
      extremes: null,
      mean: null,
      leftOut: 1,
    });
    expect(read(table, 'updatedTime', 'side', 'price.first', 'price.second').at(-1)).toEqual([
      '2026-03-20T00:02:00Z',
      'SELL',
      '9',
      '14',
    ]);
    expect(table.columns.filter(({ key }) => key.includes('difference'))).toEqual([]);
    const { counts } = replaced(seeded, orders(order('A', 0, 10)), 'publicOrder', [false, false]).figures;
    expect(counts).toEqual({ changed: 0, same: 1, added: 0, missing: 2 });
  });

  it('of curves is compared point by point, because no price can match', () => {
    const curve = (...points: string[]) =>
      tableOf(
        'priceCurve',
        `{"values":[{"startTime":"${at(0)}","endTime":"${at(15)}","sellCurves":[${points.join(',')}],"buyCurves":[]}]}`,
      );
    const seeded = curve('{"price":-318,"volume":7.5}', '{"price":41,"volume":8.5}');
    const live = curve('{"price":-500,"volume":1.5}', '{"price":40,"volume":2.5}', '{"price":80,"volume":3}');
    expect(replaced(seeded, live, 'priceCurve', [false, false]).figures.counts).toEqual({
      changed: 0,
      same: 2,
      added: 1,
      missing: 0,
    });
  });

  it('of prices is drawn with those of the service, without differences', () => {
    const of = (value: string) => series(prices({ area: 'NO1' }, { 0: value }));
    const { table } = replaced(of('31.90'), of('12.10'), 'timeSeries', [false, false]);
    expect(read(table, 'change', 'first', 'second')).toEqual([['in both', '31.90', '12.10']]);
    const chart = atOnce(chartOf(table, 'comparison', { width: 800, height: 400 }));
    const drawn = chart.kind === 'series' ? chart.series : [];
    expect(drawn.map(({ label }) => label)).toEqual(['Official', 'Preliminary']);
    expect(drawn.some(({ isDifference }) => isDifference)).toBe(false);
    expect(chart).not.toHaveProperty('formula');
  });
});
