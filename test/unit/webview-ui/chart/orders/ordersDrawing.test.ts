import { describe, expect, it } from 'vitest';
import type { OrdersChart } from '#src/protocol/charts/ordersChart';
import { highestCount } from '#view/chart/canvas/paintOrders';
import { ordersDrawing } from '#view/chart/orders/ordersDrawing';
import { chartOptions } from '../chartOptions';

const options = chartOptions();

describe('the chart of order events', () => {
  const chart = (orders: OrdersChart['orders']): OrdersChart => ({
    kind: 'orders',
    from: 0,
    to: 4000,
    unit: 'EUR/MWh',
    contract: null,
    shown: { from: 0, to: 4000, low: 10, high: 20 },
    counts: { buy: 3, sell: 1, outlying: 1, withoutPrice: 2, withoutSide: 1, withoutTime: 1 },
    orders,
  });
  const few = chart({
    detail: 'each',
    buy: { time: Float64Array.of(0), price: Float64Array.of(10) },
    sell: { time: Float64Array.of(2000), price: Float64Array.of(20) },
  });
  const many = chart({
    detail: 'cells',
    columns: 4,
    rows: 5,
    buy: {
      column: Uint16Array.of(1, 1),
      row: Uint16Array.of(0, 4),
      count: Uint32Array.of(2, 7),
      lowest: Float64Array.of(10, 18.5),
      highest: Float64Array.of(11.5, 20),
    },
    sell: {
      column: Uint16Array.of(3),
      row: Uint16Array.of(2),
      count: Uint32Array.of(1),
      lowest: Float64Array.of(15),
      highest: Float64Array.of(15),
    },
  });

  it('has a line at the current time, unless all events are from another time', () => {
    const at = (now: number) => ordersDrawing(few, { ...options, now });
    expect(at(3000).now?.at).toBe(3000);
    expect(at(3000).summary).toContain('current time 1970-01-01 00:00');
    expect(at(5000).now).toBeUndefined();
    expect(at(5000).summary).not.toContain('current time');
  });

  it('shows side, price, and time of the nearest event, in both time zones', () => {
    const { readoutAt, marks } = ordersDrawing(few, { ...options, zone: 'Europe/Oslo' });
    expect(marks.map(({ kind }) => kind)).toEqual(['triangles', 'triangles']);
    expect(readoutAt(0, 11)?.text).toBe(
      'Buy at 10.00 EUR/MWh, 1970-01-01 01:00 Europe/Oslo (1970-01-01 00:00 UTC)',
    );
    expect(readoutAt(2000, 19)?.text).toContain('Sell at 20.00 EUR/MWh');
  });

  it('shows the number and prices of nearby events if there are many', () => {
    const { readoutAt, marks } = ordersDrawing(many, options);
    expect(marks.map(({ kind }) => kind)).toEqual(['density', 'density']);
    expect(readoutAt(1200, 10)?.text).toBe(
      'Buy: 2 events from 10.00 to 11.50 EUR/MWh, 1970-01-01 00:00:01 – 00:00:02 UTC',
    );
    expect(readoutAt(3900, 15)?.text).toContain('Sell: 1 event at 15.00 EUR/MWh');
    // The keyboard selects a column; the readout is for its cell with the most events.
    expect(readoutAt(1500, null)?.text).toContain('7 events');
  });

  it('divides cells that both sides share, on one scale, and gives a side alone the whole cell', () => {
    const both = ordersDrawing(many, options);
    const halves = both.marks.map((mark) =>
      mark.kind === 'density' ? [mark.half, [...(mark.rival?.count ?? [])]] : null,
    );
    expect(halves).toEqual([
      [0, [1]],
      [1, [2, 7]],
    ]);
    const cells = both.marks.flatMap((mark) => (mark.kind === 'density' ? [mark.cells] : []));
    expect(highestCount(cells)).toBe(7);
    const alone = ordersDrawing(many, { ...options, hidden: ['Buy'] });
    expect(alone.marks).toMatchObject([{ kind: 'density', half: 1, rival: null }]);
  });

  it("says below the chart that the table's filter doesn't apply to it", () => {
    for (const each of [few, many]) {
      expect(ordersDrawing(each, options).brief).toMatch(/ · the table's filter doesn't apply here$/);
    }
  });

  it('stops the keyboard once per column, for the visible sides', () => {
    expect(Array.from(ordersDrawing(many, options).stops)).toEqual([1500, 3500]);
    const hidden = ['Sell'];
    expect(Array.from(ordersDrawing(many, { ...options, hidden }).stops)).toEqual([1500]);
  });

  it('leaves out outlying prices, and says how many there are', () => {
    const { y, summary } = ordersDrawing(many, options);
    expect(y[0]?.high).toBeLessThan(30);
    expect(summary).toContain(
      'prices from 10.00 to 20.00 EUR/MWh, 1 event at a price far outside this range',
    );
  });

  it("counts every event, even those that can't be drawn: together all rows of the response", () => {
    const { summary } = ordersDrawing(few, options);
    expect(summary).toContain('3 buy events and 1 sell event from');
    expect(summary).toContain('2 without a numeric price, 1 without a known side, 1 without a time');
  });

  it("doesn't blame the zoom if nothing is drawn because the prices are texts", () => {
    const texts: OrdersChart = {
      ...few,
      counts: { buy: 0, sell: 0, outlying: 0, withoutPrice: 40, withoutSide: 0, withoutTime: 0 },
    };
    expect(ordersDrawing(texts, options).empty).toBe(
      'Nothing to plot: no event has a numeric price. See the table.',
    );
    const range = { from: few.from, to: few.from + 1 };
    expect(ordersDrawing(texts, { ...options, range }).empty).toMatch(
      /no event in this range has a numeric price\. See the table, or reset the zoom\.$/,
    );
  });
});
