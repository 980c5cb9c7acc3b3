import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { namedColumns } from '#src/table/rows/rows';
import { figuresOfCells } from '#src/table/rows/selectionFigures';
import type { Table } from '#src/table/columns/table';
import type { RowRange } from '#src/protocol/rowsQuestion';
import { atOnce } from '../atOnce';
import { seriesRecord, tableOf, value, values } from '../charts/tables';

const figuresIn = (table: Table, keys: string[] | undefined, ranges: readonly RowRange[], order?: number[]) =>
  atOnce(figuresOfCells(table, namedColumns(table, keys), order && Uint32Array.from(order), ranges));

const figures = (table: Table, keys?: string[], from = 0, to = table.rows, order?: number[]) =>
  figuresIn(table, keys, [[from, to]], order);

const prices = (amounts: readonly (number | null)[], fields: object = {}) =>
  seriesRecord({}, values(amounts), fields);

describe('figures of a selection', () => {
  it('cover its numbers, without missing ones', () => {
    const table = tableOf('timeSeries', [prices([10, null, -2.5, 4.25])]);
    expect(figures(table, ['value'])).toEqual({
      count: 3,
      missing: 1,
      quantities: ['EUR/MWh'],
      numbers: {
        sum: 11.75,
        mean: 11.75 / 3,
        min: -2.5,
        max: 10,
        decimals: 2,
        timeWeightedMean: 11.75 / 3,
      },
    });
  });

  it('weigh each value by the time from its own start to its own end', () => {
    const blocks = [value(0, 480, 10), value(480, 1200, 40), value(1200, 1440, 20)];
    const table = tableOf('timeSeries', [seriesRecord({}, blocks)]);
    const { numbers } = figures(table, ['value']);
    expect(numbers?.timeWeightedMean).toBeCloseTo((10 * 8 + 40 * 12 + 20 * 4) / 24, 12);
    expect(numbers?.mean).toBeCloseTo(70 / 3, 12);
  });

  it('include no time-weighted mean if a value has no end', () => {
    const table = tableOf('timeSeries', [seriesRecord({}, [value(0, 60, 1), value(60, null, 2)])]);
    expect(figures(table, ['value']).numbers).toMatchObject({ sum: 3, timeWeightedMean: null });
  });

  it('never add power and energy, or prices of two currencies', () => {
    const table = tableOf('timeSeries', [prices([1, 2], { unit: 'MW' }), prices([3], { unit: 'MWh' })]);
    expect(figures(table, ['value'])).toEqual({
      count: 3,
      missing: 0,
      quantities: ['MW', 'MWh'],
      numbers: null,
    });
    expect(figures(table, ['value'], 0, 2).numbers).toMatchObject({ sum: 3 });
  });

  it('never add fields whose unit is unknown', () => {
    const table = tableOf('hubToHubCapacity', [{ areaFrom: 'NO1', inCapacity: 5, outCapacity: 7 }]);
    expect(figures(table).numbers).toBeNull();
    expect(figures(table, ['outCapacity']).numbers).toMatchObject({ sum: 7 });
  });

  it("ignore columns that aren't measurements: revisions, scales, times, texts", () => {
    const order = {
      id: '1',
      revisionNumber: 3,
      price: 5,
      priceUnit: 'EUR/MWh',
      createdTimeEpoch: 1774047600000,
    };
    expect(figures(tableOf('publicOrder', [order]))).toMatchObject({ count: 1, numbers: { sum: 5 } });
    const table = tableOf('timeSeries', [prices([1], { scale: 2, createdTime: 1774047600000 })]);
    expect(figures(table)).toMatchObject({ count: 1, numbers: { sum: 1 } });
  });

  it('have no sum if the sum is too large for a number, instead of a zero', () => {
    const table = tableOf('timeSeries', [prices([1.5e308, 1.5e308, -5])]);
    expect(figures(table, ['value']).numbers).toMatchObject({
      sum: null,
      mean: null,
      timeWeightedMean: null,
      min: -5,
      max: 1.5e308,
    });
  });

  it('follow the displayed order', () => {
    const table = tableOf('timeSeries', [prices([1, 2, 3, 4])]);
    expect(figures(table, ['value'], 0, 2, [3, 1, 0, 2]).numbers).toMatchObject({ sum: 6 });
    expect(figures(table, ['value'], 0, 9, [3, 1]).numbers).toMatchObject({ sum: 6 });
  });

  it('add up the rows of several blocks, and no row between them', () => {
    const table = tableOf('timeSeries', [prices([1, 2, 4, 8, 16, null])]);
    const blocks: RowRange[] = [
      [0, 2],
      [4, 9],
    ];
    const expected = { count: 3, missing: 1, numbers: { sum: 19, min: 1, max: 16 } };
    expect(figuresIn(table, ['value'], blocks)).toMatchObject(expected);
    expect(figuresIn(table, ['value'], blocks, [5, 0, 1, 2, 3, 4])).toMatchObject({ numbers: { sum: 25 } });
    expect(figuresIn(table, ['value'], [])).toMatchObject({ count: 0, numbers: null });
  });

  it("don't lose cents over many values, in any number of slices", () => {
    const cents = fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 }), { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(cents, (amounts) => {
        const table = tableOf('timeSeries', [prices(amounts.map((amount) => amount / 100))]);
        const { numbers } = figures(table, ['value']);
        const sum = amounts.reduce((all, amount) => all + amount, 0) / 100;
        expect(numbers?.sum).toBeCloseTo(sum, 6);
        expect(numbers?.sum?.toFixed(2)).toBe(sum.toFixed(2));
        expect(numbers?.decimals).toBeLessThanOrEqual(2);
      }),
    );
    const many = tableOf('timeSeries', [prices(Array.from({ length: 20_000 }, () => 0.1))]);
    expect(figures(many, ['value']).numbers?.sum).toBe(2000);
  });
});
