import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ContractKey, DepthKey } from '#src/protocol/charts/chartQuestion';
import type { DepthChart, DepthSide } from '#src/protocol/charts/depthChart';
import { lastEvents } from '#src/table/charts/orders/contractEvents';
import { chartAtOnce, iso, minute, order, start, tableOf } from '../tables';

const depthOf = (records: readonly object[], depth: DepthKey = {}, contract: ContractKey = { id: 'C1' }) =>
  chartAtOnce(tableOf('publicOrder', records), 'orders', {
    width: 400,
    height: 200,
    contract,
    depth,
  }) as DepthChart;
const levels = ({ price, quantity }: DepthSide) => [...price].map((at, n) => [at, quantity[n]]);
const at = (minutes: number) => ({ at: start + minutes * minute });

describe('the last event of each order', () => {
  it('is the same as in a simple loop, after any number of events', () => {
    const event = fc.record({
      order: fc.nat({ max: 7 }),
      replaced: fc.integer({ min: -1, max: 7 }),
    });
    fc.assert(
      fc.property(fc.array(event), fc.nat({ max: 50 }), (events, upTo) => {
        const count = Math.min(upTo, events.length);
        const naive = new Map<number, number>();
        events.slice(0, count).forEach(({ order: id }, place) => naive.set(id, place));
        for (const { order: id, replaced } of events.slice(0, count)) {
          if (replaced !== id) naive.delete(replaced);
        }
        const folded = lastEvents(
          {
            orders: 8,
            order: Uint32Array.from(events, ({ order: id }) => id),
            replaced: Int32Array.from(events, ({ replaced }) => replaced),
          },
          count,
        );
        expect([...folded]).toEqual([...naive.values()].sort((a, b) => a - b));
      }),
    );
  });
});

describe('depth', () => {
  it('adds up decimals without digits that nobody sent', () => {
    const many = Array.from({ length: 1000 }, (_, n) =>
      order(n, `${n}`, n % 2, { quantity: n === 0 ? 0.25 : 0.1 }),
    );
    // As doubles, it would be 50.00000000000044 and 100.14999999999864.
    expect(levels(depthOf(many).buy)).toEqual([
      [1, 50],
      [0, 100.15],
    ]);
  });

  it('adds up quantities from the best price, buy orders downward and sell orders upward', () => {
    const chart = depthOf([
      order(0, 'A', 10),
      order(1, 'B', 12, { quantity: 5 }),
      order(2, 'C', 10, { quantity: 1 }),
      order(3, 'D', -3, { side: 'Sell' }),
      order(3, 'E', 20, { side: 'SELL', quantity: 7 }),
      order(3, 'F', 1, { contractId: 'C2' }),
    ]);
    expect(levels(chart.buy)).toEqual([
      [12, 5],
      [10, 16],
    ]);
    expect(levels(chart.sell)).toEqual([
      [-3, 10],
      [20, 17],
    ]);
    expect(chart).toMatchObject({
      kind: 'depth',
      contract: { id: 'C1' },
      area: 'NO1',
      at: start + 3 * minute,
      last: start + 3 * minute,
      priceUnit: 'EUR/MWh',
      quantityUnit: 'kW',
      leftOut: [],
      buy: { orders: 3 },
    });
  });

  it('counts the last event of an order up to the time, whatever order the events were sent in', () => {
    const events = [
      order(9, 'A', 11, { action: 'USER_DELETED', state: 'IACT', revisionNumber: 3 }),
      order(5, 'A', 11, { revisionNumber: 2 }),
      order(0, 'A', 10, { revisionNumber: 1 }),
      order(2, 'B', 8),
    ];
    const prices = (moment: DepthKey) => [...depthOf(events, moment).buy.price];
    expect([0, 2, 4.9, 5, 8, 9, 99].map((minutes) => prices(at(minutes)))).toEqual([
      [10],
      [10, 8],
      [10, 8],
      [11, 8],
      [11, 8],
      [8],
      [8],
    ]);
    expect([...depthOf(events).times]).toEqual([0, 2, 5, 9].map((n) => start + n * minute));
    expect(depthOf(events, at(-1))).toMatchObject({ ...at(-1), last: NaN, buy: { orders: 0 } });
    expect(depthOf(events, at(4.9))).toMatchObject({ ...at(4.9), last: start + 2 * minute });
  });

  it('is first shown for the last time with an open order, because no order is open after trading ends', () => {
    const events = [
      order(0, 'A', 10),
      order(3, 'B', 11),
      order(5, 'A', 10, { state: 'IACT' }),
      order(6, 'B', 11, { state: 'IACT' }),
    ];
    expect(depthOf(events).at).toBe(start + 3 * minute);
    expect([...depthOf(events).buy.price]).toEqual([11, 10]);
    expect(depthOf(events).times.at(-1)).toBe(start + 6 * minute);
  });

  it('treats the higher revision as later if both have the same time', () => {
    const events = [order(0, 'A', 11, { revisionNumber: 2 }), order(0, 'A', 10, { revisionNumber: 1 })];
    expect([...depthOf(events).buy.price]).toEqual([11]);
  });

  it('never adds up areas: uses the requested one, or the one with the most events', () => {
    const events = [
      order(0, 'A', 10),
      order(0, 'A', 10, { deliveryArea: 'NO2' }),
      order(1, 'B', 11, { deliveryArea: 'NO2' }),
    ];
    const both = { areas: ['NO2', 'NO1'] };
    expect(depthOf(events)).toMatchObject({ ...both, area: 'NO2', buy: { orders: 2 } });
    expect(depthOf(events, { area: 'NO1' })).toMatchObject({ ...both, area: 'NO1', buy: { orders: 1 } });
    expect(depthOf(events, { area: 'FI' }).area).toBe('NO2');
  });

  it("reports how many orders it couldn't add up, and why, instead of guessing", () => {
    const events = [
      order(0, 'A', 10),
      order(0, 'B', 10, { state: 'ONHOLD' }),
      order(0, 'C', 10, { state: 'ONHOLD' }),
      order(0, 'D', 10, { state: null }),
      order(0, 'E', 10, { side: 'BOTH' }),
      order(0, 'F', null),
      order(0, 'G', 10, { quantity: null }),
      order(0, 'H', 10, { priceUnit: 'GBP/MWh' }),
      order(null, 'I', 10),
      order(0, 'J', 10, { id: null }),
      order(0, 'K', 10, { state: 'HIBE' }),
    ];
    const chart = depthOf(events);
    expect(levels(chart.buy)).toEqual([[10, 10]]);
    expect(chart.leftOut).toEqual([
      { why: 'event', text: '', orders: 2 },
      { why: 'state', text: 'ONHOLD', orders: 2 },
      { why: 'state', text: '', orders: 1 },
      { why: 'side', text: 'BOTH', orders: 1 },
      { why: 'price', text: '', orders: 1 },
      { why: 'quantity', text: '', orders: 1 },
      { why: 'unit', text: 'GBP/MWh', orders: 1 },
    ]);
  });

  it('leaves out orders from the moment they expire, and those that are matched at once or never', () => {
    const events = [
      order(0, 'A', 60, { timeInForce: 'GTD', expirationTime: iso(start + 10 * minute) }),
      order(1, 'B', 70, { timeInForce: 'IOC', expirationTime: null }),
      order(2, 'C', 75, { timeInForce: 'fok' }),
      order(30, 'D', 50, { timeInForce: 'GFS', expirationTime: null }),
      order(31, 'E', 55, { timeInForce: 'GFS', side: 'SELL' }),
    ];
    const told = (moment?: DepthKey) => {
      const { buy, sell, leftOut } = depthOf(events, moment);
      const reasons = leftOut.map(({ why, text, orders }) => `${why} ${text} ${orders}`);
      return { buy: [...buy.price], sell: [...sell.price], reasons };
    };
    const never = ['immediate IOC 1', 'immediate fok 1'];
    expect(told(at(5))).toEqual({ buy: [60], sell: [], reasons: never });
    expect(told(at(9.999))).toMatchObject({ buy: [60] });
    const expired = ['expired  1', ...never];
    expect(told(at(10))).toEqual({ buy: [], sell: [], reasons: expired });
    expect(told(at(31))).toEqual({ buy: [50], sell: [55], reasons: expired });
    expect(told()).toEqual(told(at(31)));
  });

  it('counts the expiry that the last event of an order states', () => {
    const until = (minutes: number) => ({ expirationTime: iso(start + minutes * minute) });
    const events = [order(0, 'A', 10, until(5)), order(4, 'A', 10, { ...until(20), revisionNumber: 2 })];
    expect([4, 5, 19, 20].map((minutes) => depthOf(events, at(minutes)).buy.orders)).toEqual([1, 1, 1, 0]);
  });

  it('is first shown for the last time with an order that stays open', () => {
    const events = [
      order(0, 'A', 10),
      order(3, 'B', 11, { timeInForce: 'IOC' }),
      order(5, 'C', 12, { expirationTime: iso(start + 5 * minute) }),
    ];
    expect(depthOf(events)).toMatchObject({ ...at(0), buy: { price: Float64Array.of(10) } });
  });

  it('stays below a megabyte, with the last time and the best prices', () => {
    const many = Array.from({ length: 25_000 }, (_, n) => order(n / 100, `${n}`, n / 100));
    const chart = depthOf(many);
    expect(chart.times.length).toBeLessThanOrEqual(10_000);
    expect(chart.times.at(-1)).toBe(chart.at);
    expect(chart.buy.price.length).toBe(20_000);
    expect(chart.buy.price[0]).toBe(249.99);
    expect(chart.leftOut).toEqual([{ why: 'far', text: '', orders: 5_000 }]);
    const odd = depthOf(many.slice(0, 100).map((one) => ({ ...one, state: `odd ${one.id}` })));
    expect(odd.leftOut).toHaveLength(21);
    expect(odd.leftOut.at(-1)).toEqual({ why: 'state', text: 'others', orders: 80 });
  });

  it('counts every event until the time, although a slider stops at every few of many', () => {
    const many = Array.from({ length: 25_000 }, (_, n) => order(n / 100, `${n}`, n / 100));
    expect(depthOf(many, at(1.01))).toMatchObject({ ...at(1.01), buy: { orders: 102 } });
  });

  it('belongs to the same product on another day, as many days later', () => {
    const hour = (id: string, day: string, length: number) => ({
      contractId: id,
      deliveryStart: `${day}T13:00:00+01:00`,
      deliveryEnd: new Date(Date.parse(`${day}T13:00:00+01:00`) + length * minute).toISOString(),
    });
    const next = 1440;
    const events = [
      order(next, 'A', 10, hour('HH-21', '2026-03-21', 30)),
      order(next, 'B', 11, hour('PH-21', '2026-03-21', 60)),
      order(next + 5, 'B', 12, hour('PH-21', '2026-03-21', 60)),
    ];
    const wanted = {
      id: 'PH-20',
      deliveryStart: Date.parse('2026-03-20T12:00Z'),
      deliveryEnd: Date.parse('2026-03-20T13:00Z'),
    };
    expect(depthOf(events, at(1), wanted)).toMatchObject({
      contract: { id: 'PH-21', deliveryStart: wanted.deliveryStart + next * minute },
      ...at(next + 1),
      last: start + next * minute,
      buy: { price: Float64Array.of(11) },
    });
    // Across a clock change, both are still at the same time of day.
    const summer = [
      order(11 * next - 60, 'B', 11, {
        contractId: 'PH-30',
        deliveryStart: '2026-03-30T13:00:00+02:00',
        deliveryEnd: '2026-03-30T14:00:00+02:00',
      }),
    ];
    expect(depthOf(summer, at(1), wanted)).toMatchObject({
      contract: { id: 'PH-30' },
      ...at(10 * next - 60 + 1),
    });
  });

  it('is empty for an unknown contract', () => {
    const chart = depthOf([order(0, 'A', 10, { contractId: 'other' })]);
    expect(chart).toMatchObject({ at: NaN, areas: [], area: '', buy: { orders: 0 } });
  });

  it('adds up the same as a simple loop', () => {
    const event = fc.record({
      minutes: fc.integer({ min: 0, max: 5 }),
      id: fc.constantFrom('A', 'B', 'C', 'D'),
      price: fc.integer({ min: -3, max: 3 }),
      quantity: fc.integer({ min: 0, max: 9 }),
      state: fc.constantFrom('ACTI', 'Active', 'IACT', 'HIBE'),
      previousOrderId: fc.constantFrom(null, 'A', 'B', 'C', 'D', 'Z'),
    });
    fc.assert(
      fc.property(fc.array(event, { minLength: 1, maxLength: 30 }), (events) => {
        const records = events.map(({ minutes, id, price, ...fields }) => order(minutes, id, price, fields));
        const byTime = [...events].sort((a, b) => a.minutes - b.minutes);
        const last = new Map<string, (typeof events)[number]>(byTime.map((one) => [one.id, one]));
        for (const { id, previousOrderId } of events) {
          if (previousOrderId !== null && previousOrderId !== id) last.delete(previousOrderId);
        }
        const standing = [...last.values()].filter(({ state }) => /^acti/i.test(state));
        const expected = new Map<number, number>();
        for (const { price } of standing) {
          const better = standing.filter((other) => other.price >= price);
          expected.set(
            price,
            better.reduce((sum, { quantity }) => sum + quantity, 0),
          );
        }
        const { buy } = depthOf(records, at(99));
        expect(new Map([...buy.price].map((price, n) => [price, buy.quantity[n]]))).toEqual(expected);
      }),
    );
  });
});
