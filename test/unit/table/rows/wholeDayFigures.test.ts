import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Asked } from '#src/market/integrity/integrity';
import { dayPeriod, marketZone } from '#src/market/time/deliveryDay';
import { wholeDayFigures } from '#src/table/rows/wholeDayFigures';
import { atOnce } from '../atOnce';
import { hour, iso, minute, seriesRecord, start, tableOf } from '../charts/tables';

const day = 24 * hour;
const asked: Asked = { start, end: start + day, due: start + 10 * day, values: [] };
const question = { column: 'value', asked, least: 24, isComparison: false };

/** Intervals of this length from one instant to another, with 1, 2, 3, and so on. */
const intervals = (from: number, end: number, length: number) =>
  Array.from({ length: (end - from) / length }, (_, index) => ({
    startTime: iso(from + index * length),
    endTime: iso(from + (index + 1) * length),
    value: index + 1,
  }));

const ofSeries = (...lists: readonly object[][]) =>
  atOnce(
    wholeDayFigures(
      tableOf(
        'timeSeries',
        lists.map((list, index) => seriesRecord({ area: `A${index}` }, list)),
      ),
      question,
    ),
  );

test.each([
  ['2026-03-20', hour, 24],
  ['2026-03-29', 15 * minute, 92],
  ['2026-10-25', 15 * minute, 100],
  ['2026-10-25', hour, 25],
])('%s is whole with an interval every %i ms', (date, length, count) => {
  const { start: from, end } = dayPeriod(date, marketZone);
  const { rows, figures } = ofSeries(intervals(from, end, length));
  expect(rows).toBe(count);
  expect(figures).toMatchObject({ min: 1, max: count, mean: (count + 1) / 2 });
});

test('a day of 23 hours has too few hours', () => {
  const { start: from, end } = dayPeriod('2026-03-29', marketZone);
  expect(ofSeries(intervals(from, end, hour))).toEqual({ rows: 0, figures: null });
});

test('days need not follow each other, but each must be whole', () => {
  const first = intervals(start, start + day, hour);
  expect(ofSeries([...first, ...intervals(start + 3 * day, start + 4 * day, hour)]).rows).toBe(48);
  expect(ofSeries([...first, ...intervals(start + 3 * day, start + 4 * day - hour, hour)]).rows).toBe(0);
  expect(ofSeries([...first, ...intervals(start + day, start + 2 * day, day)]).rows).toBe(0);
});

test('an interval across midnight, a duplicate, and a row without times break a day', () => {
  const [first, second] = [
    intervals(start, start + day, hour),
    intervals(start + day, start + 2 * day, hour),
  ];
  const across = { startTime: iso(start + 23 * hour), endTime: iso(start + 25 * hour), value: 1 };
  expect(ofSeries([...first.slice(0, -1), across, ...second.slice(1)]).rows).toBe(0);
  expect(ofSeries([...first, first[0] ?? {}]).rows).toBe(0);
  expect(ofSeries([...first, { value: 7 }]).rows).toBe(0);
  expect(ofSeries([...first, { startTime: 'soon', endTime: null, value: 7 }]).rows).toBe(0);
});

test('whatever is left out of a day or moved within it, there are no figures of the rest', () => {
  const whole = intervals(start, start + day, 15 * minute);
  fc.assert(
    fc.property(fc.subarray(whole, { maxLength: 95 }), fc.nat(95), (part, index) => {
      expect(ofSeries(part)).toEqual({ rows: 0, figures: null });
      const moved = whole.map((each, at) => (at === index ? { ...each, endTime: each.startTime } : each));
      expect(ofSeries([...moved, { ...whole[index], startTime: iso(start + day) }])).toEqual({
        rows: 0,
        figures: null,
      });
      // Other series are not affected.
      expect(ofSeries(whole, part).rows).toBe(96);
    }),
  );
});

test('only documented prices, volumes, and capacities have figures', () => {
  const list = intervals(start, start + day, hour).map((each) => ({ ...each, extra: 5 }));
  const table = tableOf('timeSeries', [seriesRecord({}, list, { scale: 7, price: 3 })]);
  const columns = table.columns.filter(({ kind }) => kind === 'numeric').map(({ key }) => key);
  const told = columns.filter(
    (column) => atOnce(wholeDayFigures(table, { ...question, column })).figures !== null,
  );
  expect(columns.length).toBeGreaterThan(1);
  expect(told).toEqual(['value']);
});

/** Events of a contract, each a minute after the other, of orders from this instant on. */
const events = (contractId: string | null, count: number, from = start + 8 * hour, more: object = {}) =>
  Array.from({ length: count }, (_, index) => ({
    id: `${contractId}-${index}`,
    contractId,
    deliveryArea: 'NO1',
    deliveryStart: iso(start + 12 * hour),
    deliveryEnd: iso(start + 13 * hour),
    price: 10 + index,
    quantity: 1,
    createdTime: iso(from + index * minute),
    updatedTime: iso(from + index * minute),
    ...more,
  }));
const ofOrders = (records: readonly object[], more: Partial<Asked> = {}, column = 'price') =>
  atOnce(
    wholeDayFigures(tableOf('publicOrder', records), { ...question, column, asked: { ...asked, ...more } }),
  );

test('orders have figures of contracts with at least 24 events', () => {
  const { rows, figures } = ofOrders([...events('one', 24), ...events('two', 23), ...events(null, 50)]);
  expect(rows).toBe(24);
  expect(figures).toMatchObject({ min: 10, max: 33, mean: 21.5 });
});

test("events of one area, or of one day, don't hide among the others", () => {
  expect(ofOrders([...events('one', 24), ...events('one', 1, undefined, { deliveryArea: 'NO2' })]).rows).toBe(
    24,
  );
  expect(ofOrders([...events('one', 24), ...events('one', 1, start - hour)]).rows).toBe(0);
  expect(ofOrders([...events('one', 24), ...events('one', 1, undefined, { createdTime: null })]).rows).toBe(
    0,
  );
  expect(ofOrders([...events('one', 24), ...events('one', 24, start - hour)]).rows).toBe(48);
});

test('a contract has no figures in part of a day, or before its delivery is over', () => {
  const orders = events('one', 30);
  expect(ofOrders(orders).rows).toBe(30);
  expect(ofOrders(orders, { end: start + 23 * hour }).rows).toBe(0);
  expect(ofOrders(orders, { start: start + hour }).rows).toBe(0);
  expect(ofOrders(orders, { start: null, end: null }).rows).toBe(0);
  expect(ofOrders(orders, { due: start + 12 * hour }).rows).toBe(0);
});

test('a column with fewer numbers than events has no figures, and capacities never have', () => {
  const [first, ...rest] = events('one', 30);
  expect(ofOrders([{ ...first, price: null }, ...rest]).figures).toBeNull();
  expect(ofOrders([{ ...first, price: null }, ...rest], {}, 'quantity').figures).not.toBeNull();
  const capacities = Array.from({ length: 30 }, (_, index) => ({
    areaFrom: 'NO1',
    areaTo: `A${index}`,
    deliveryStart: iso(start),
    deliveryEnd: iso(start + hour),
    publicationTime: iso(start - hour),
    inCapacity: index,
    outCapacity: index,
  }));
  const table = tableOf('hubToHubCapacity', capacities);
  expect(atOnce(wholeDayFigures(table, { ...question, column: 'inCapacity' })).figures).toBeNull();
});

test('curves have figures only of all hours of a day', () => {
  const periods = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      startTime: iso(start + index * hour),
      endTime: iso(start + (index + 1) * hour),
      sellCurves: [{ price: 1, volume: index }],
      buyCurves: [{ price: 2, volume: index }],
    }));
  const rowsOf = (count: number) => {
    const table = tableOf('priceCurve', [{ type: 'curve', values: periods(count) }]);
    return atOnce(wholeDayFigures(table, { ...question, column: 'volume' }));
  };
  expect(rowsOf(23).figures).toBeNull();
  expect(rowsOf(24).rows).toBeGreaterThan(0);
});
