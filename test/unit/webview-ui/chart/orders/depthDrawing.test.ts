import { describe, expect, it } from 'vitest';
import type { DepthChart } from '#src/protocol/charts/depthChart';
import { depthDrawing } from '#view/chart/orders/depthDrawing';
import { depthKeyFigures } from '#view/chart/orders/depthSummary';
import { chartOptions } from '../chartOptions';

const options = chartOptions({ title: 'Orders', contract: { id: 'C1' } });
const depth: DepthChart = {
  kind: 'depth',
  contract: { id: 'C1' },
  areas: ['NO1'],
  area: 'NO1',
  times: Float64Array.of(0, 60_000),
  at: 60_000,
  last: 60_000,
  leftOut: [],
  priceUnit: 'EUR/MWh',
  quantityUnit: 'MW',
  buy: { price: Float64Array.of(50, 48), quantity: Float64Array.of(5, 12), orders: 3 },
  sell: { price: Float64Array.of(51, 60), quantity: Float64Array.of(4, 6), orders: 2 },
};
const nobody = { price: new Float64Array(0), quantity: new Float64Array(0), orders: 0 };
const lines = (chart: DepthChart, seen = options) =>
  depthDrawing(chart, seen).marks.flatMap((mark) =>
    mark.kind === 'line' ? [mark.points.map(({ x, y }) => `${x}:${y}`)] : [],
  );

describe('the depth of a contract', () => {
  it('steps down to the best buy price, and up from the best sell price', () => {
    expect(lines(depth)).toEqual([
      ['47.4:12', '48:12', '48:5', '50:5', '50:0'],
      ['51:0', '51:4', '60:4', '60:6', '60.6:6'],
    ]);
  });

  it('is filled, with a line at the middle of the best prices while both sides are shown', () => {
    const { marks, now } = depthDrawing(depth, options);
    expect(marks.map(({ kind }) => kind)).toEqual(['band', 'band', 'line', 'line']);
    expect(now).toEqual({ at: 50.5, label: 'Middle 50.50' });
    expect(depthDrawing(depth, { ...options, hidden: ['Buy'] }).now).toBeUndefined();
    expect(depthDrawing({ ...depth, buy: nobody }, options).now).toBeUndefined();
  });

  it('has a spread and a middle that are exact, whatever doubles make of them', () => {
    const at = (price: number) => ({
      price: Float64Array.of(price),
      quantity: Float64Array.of(1),
      orders: 1,
    });
    const figures = depthKeyFigures({ ...depth, buy: at(50.1), sell: at(52.125) }, 'UTC');
    expect(figures.slice(2, 4)).toEqual([
      { name: 'Spread', value: '2.025 EUR/MWh' },
      { name: 'Middle', value: '51.1125 EUR/MWh' },
    ]);
  });

  it.each([
    [60_000, 60_000, 'at 1970-01-01 00:01,'],
    [120_000, 60_000, 'at 1970-01-01 00:02 (last event 00:01),'],
    [86_400_000, 60_000, 'at 1970-01-02 00:00 (last event 1970-01-01 00:01),'],
    [120_000, 61_789, 'at 1970-01-01 00:02 (last event 00:01:01),'],
    [120_000, NaN, 'at 1970-01-01 00:02 (no event until then),'],
  ])('says the time that was typed, and that of the last event: %d, %d', (at, last, said) => {
    expect(depthDrawing({ ...depth, at, last }, options).summary).toContain(said);
  });

  it('says which of the hours that clocks repeat the last event was in', () => {
    const last = Date.parse('2026-10-25T00:50Z');
    const { summary } = depthDrawing(
      { ...depth, at: last + 2_400_000, last },
      { ...options, zone: 'Europe/Oslo' },
    );
    expect(summary).toContain('at 2026-10-25 02:30 +01:00 (last event 02:50 +02:00)');
  });

  it.each([
    [49, '5 MW to buy at this price or higher · nothing to sell at this price or lower'],
    [50, '5 MW to buy at this price or higher · nothing to sell at this price or lower'],
    [50.5, 'nothing to buy at this price or higher · nothing to sell at this price or lower'],
    [60, 'nothing to buy at this price or higher · 6 MW to sell at this price or lower'],
    [20, '12 MW to buy at this price or higher · nothing to sell at this price or lower'],
  ])('shows the quantities at %d', (price, text) => {
    expect(depthDrawing(depth, options).readoutAt(price, null)?.text).toBe(
      `${price.toFixed(2)} EUR/MWh: ${text}`,
    );
  });

  it('lets the keyboard move along the prices of the visible sides', () => {
    expect([...Array.from(depthDrawing(depth, options).stops)]).toEqual([48, 50, 51, 60]);
    const buyOnly = { ...options, hidden: ['Sell'] };
    expect([...Array.from(depthDrawing(depth, buyOnly).stops)]).toEqual([48, 50]);
    expect(lines(depth, buyOnly)).toHaveLength(1);
  });

  it('opens around the best prices, without an order far from all others', () => {
    const far = {
      ...depth,
      sell: {
        price: Float64Array.of(51, 52, 9999),
        quantity: Float64Array.of(1, 2, 3),
        orders: 3,
      },
    };
    const { x } = depthDrawing(far, options);
    expect(x.visible.to).toBeLessThan(100);
    expect(x.extent.to).toBeGreaterThan(9999);
  });

  it('has an axis in MW for orders in kW, whose quantities are shown as sent at the crosshair', () => {
    const { y, readoutAt } = depthDrawing({ ...depth, quantityUnit: 'kW' }, options);
    expect(y[0]?.title).toBe('Quantity in MW');
    expect(y[0]?.high).toBeLessThan(1);
    expect(readoutAt(51, null)?.lines).toContainEqual(expect.objectContaining({ unit: 'kW' }));
  });

  it('has a summary, with what is left out and what is unknown', () => {
    const chart: DepthChart = {
      ...depth,
      leftOut: [
        { why: 'state', text: 'ONHOLD', orders: 2 },
        { why: 'price', text: '', orders: 1 },
      ],
    };
    expect(depthDrawing(chart, options).summary).toBe(
      'Orders, depth for contract C1, delivery area NO1, at 1970-01-01 00:01, ' +
        '3 buy orders for 12 MW, best price 50.00 EUR/MWh, ' +
        '2 sell orders for 6 MW, best price 51.00 EUR/MWh, ' +
        'not included: 2 orders with unknown state ONHOLD, not included: 1 order without a price, times in UTC',
    );
    expect(depthKeyFigures(chart, 'UTC')).toEqual([
      { name: 'Best buy', value: '50.00 EUR/MWh for 5 MW' },
      { name: 'Best sell', value: '51.00 EUR/MWh for 4 MW' },
      { name: 'Spread', value: '1.00 EUR/MWh' },
      { name: 'Middle', value: '50.50 EUR/MWh' },
      { name: 'Not included', value: '2 orders with unknown state ONHOLD, 1 order without a price' },
      {
        name: 'Unknown',
        value: 'orders before 00:00',
        detail: 'orders placed before 1970-01-01 00:00 (the first event here) and not changed since',
      },
    ]);
  });

  it('says how many orders have expired or never stay open, which leaves nothing that could be added up', () => {
    const leftOut: DepthChart['leftOut'] = [
      { why: 'expired', text: '', orders: 12 },
      { why: 'immediate', text: 'IOC', orders: 2 },
      { why: 'immediate', text: 'FOK', orders: 1 },
    ];
    const { empty } = depthDrawing({ ...depth, buy: nobody, sell: nobody, leftOut }, options);
    expect(empty).toMatch(/^No orders for this contract are open at this time/);
    expect(depthKeyFigures({ ...depth, leftOut }, 'UTC')).toContainEqual({
      name: 'Not included',
      value:
        '12 orders that have expired, 2 orders that never stay open (IOC), 1 order that never stays open (FOK)',
    });
  });

  it.each([
    [{ buy: nobody, sell: nobody }, /Select another time or contract/],
    [
      {
        buy: nobody,
        sell: nobody,
        leftOut: [{ why: 'state' as const, text: '', orders: 2 }],
      },
      /2 orders aren't included/,
    ],
    [{ sell: nobody }, null],
  ])('says what to do if there is nothing to show: %#', (change, expected) => {
    const { empty } = depthDrawing({ ...depth, ...change }, options);
    if (expected) expect(empty).toMatch(expected);
    else expect(empty).toBeNull();
  });
});
