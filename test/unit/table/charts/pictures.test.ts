import { describe, expect, it } from 'vitest';
import { chartOf } from '../../../../src/table/charts/chart';
import type {
  CapacityChart,
  ChartQuestion,
  CurveChart,
  OrderCells,
  OrdersChart,
} from '../../../../src/table/chartTypes';
import { hour, iso, minute, start, tableOf } from './tables';

const size = { width: 400, height: 200 };

describe('curves', () => {
  const period = (from: number, points: [number, number][][], figures: object = {}) => ({
    startTime: iso(start + from * hour),
    endTime: iso(start + (from + 1) * hour),
    sellCurves: points[0]!.map(([price, volume]) => ({ price, volume })),
    buyCurves: points[1]!.map(([price, volume]) => ({ price, volume })),
    ...figures,
  });
  const table = tableOf('priceCurve', [
    {
      values: [
        period(0, [[[0, 0], [100, 100]], [[100, 0], [0, 100]]], { minVolume: 1, volumeNetFlows: -7 }), // prettier-ignore
        period(1, [[[50, 10], [-500, 0]], [[4000, 0]]]), // prettier-ignore
      ],
    },
  ]);
  const draw = (question: Partial<ChartQuestion> = {}, from = table) =>
    chartOf(from, 'curves', { ...size, ...question }) as CurveChart;

  it('shows the asked period with its points in the order sent and the clearing point', () => {
    expect(draw()).toEqual({
      kind: 'curves',
      periods: Float64Array.of(start, start + hour, start + hour, start + 2 * hour),
      period: 0,
      sell: { price: Float64Array.of(0, 100), volume: Float64Array.of(0, 100) },
      buy: { price: Float64Array.of(100, 0), volume: Float64Array.of(0, 100) },
      crossing: { price: 50, volume: 50 },
      minVolume: 1,
      maxVolume: null,
      volumeAcceptedBlocksBuy: null,
      volumeAcceptedBlocksSell: null,
      volumeNetFlows: -7,
    });
    expect(draw({ period: 1 })).toMatchObject({
      period: 1,
      sell: { price: Float64Array.of(50, -500) },
      crossing: null,
      volumeNetFlows: null,
    });
  });

  it.each([[99, 1], [-1, 0], [NaN, 0], [0.7, 0]])('answers %d with period %d', (asked, shown) => {
    expect(draw({ period: asked }).period).toBe(shown);
  }); // prettier-ignore

  it('is empty where there are no periods', () => {
    expect(draw({}, tableOf('priceCurve', [{ values: [] }]))).toMatchObject({
      periods: new Float64Array(0),
      sell: { price: new Float64Array(0) },
      crossing: null,
    });
  });
});

describe('orders', () => {
  const order = (minutes: number, price: number | null, side: string, fields: object = {}) => ({
    updatedTime: iso(start + minutes * minute),
    price,
    side,
    contractId: 'C1',
    priceUnit: 'EUR',
    ...fields,
  });
  const draw = (records: readonly object[], question: Partial<ChartQuestion> = {}) =>
    chartOf(tableOf('publicOrder', records), 'orders', { ...size, ...question }) as OrdersChart;
  const total = ({ count }: OrderCells) => count.reduce((sum, orders) => sum + orders, 0);

  it('places every order with a side, whatever its spelling, at its own time and price', () => {
    const chart = draw([
      order(0, 10, 'BUY'),
      order(60, -20.5, 'Sell'),
      order(60, 5, 'buy'),
      order(30, 7, 'NEITHER'),
      order(30, null, 'BUY'),
    ]);
    expect(chart).toMatchObject({
      from: start,
      to: start + hour,
      low: -20.5,
      high: 10,
      unit: 'EUR',
    });
    const points = ({ time, price, count }: OrderCells) =>
      [...time].map((at, n) => [(at - start) / minute, price[n], count[n]]).sort();
    expect(points(chart.buy)).toEqual([[0, 10, 1], [60, 5, 1]]); // prettier-ignore
    expect(points(chart.sell)).toEqual([[60, -20.5, 1]]);
  });

  it('takes the creation time where no order was ever updated', () => {
    const created = { updatedTime: null, createdTime: iso(start) };
    expect(draw([order(0, 1, 'BUY', created)])).toMatchObject({ from: start, to: start });
    expect(draw([order(5, 1, 'BUY', { createdTime: iso(start) })]).from).toBe(start + 5 * minute);
  });

  it('shows one contract of the list, which names those with most orders first', () => {
    const second = { contractId: 'C2', deliveryStart: iso(start + hour) };
    const records = [order(0, 1, 'BUY'), order(1, 2, 'BUY', second), order(2, 3, 'SELL', second)];
    expect(draw(records).contracts).toEqual([
      { id: 'C2', orders: 2, deliveryStart: start + hour },
      { id: 'C1', orders: 1, deliveryStart: NaN },
    ]);
    const one = draw(records, { contract: 'C2' });
    expect([total(one.buy), total(one.sell), one.low]).toEqual([1, 1, 1]);
    expect(total(draw(records, { contract: 'other' }).buy)).toBe(0);
  });

  it('shows the visible time only, with the extent of all', () => {
    const records = [order(0, 1, 'BUY'), order(10, 2, 'BUY'), order(20, 3, 'BUY')];
    const part = draw(records, { from: start + 5 * minute, to: start + 15 * minute });
    expect(total(part.buy)).toBe(1);
    expect(part).toMatchObject({ from: start, to: start + 20 * minute, low: 1, high: 3 });
  });

  it('loses no order, stays below a megabyte, and draws only orders that were sent', () => {
    const records = Array.from({ length: 120_000 }, (_, n) =>
      order((n * 7919) % 100_003, ((n * 104_729) % 100_019) / 100, n % 2 === 0 ? 'BUY' : 'SELL'),
    );
    const chart = draw(records, { width: 2000, height: 1000 });
    expect([total(chart.buy), total(chart.sell)]).toEqual([60_000, 60_000]);
    expect(chart.buy.count.length + chart.sell.count.length).toBeLessThanOrEqual(50_000);
    const sent = new Set(records.map(({ updatedTime, price }) => `${updatedTime} ${price}`));
    const { time, price } = chart.sell;
    expect([...time].every((at, n) => sent.has(`${iso(at)} ${price[n]}`))).toBe(true);
  });

  it('keeps prices apart though one order lies far off', () => {
    const usual = Array.from({ length: 1000 }, (_, n) => order(0, 50 + n / 100, 'BUY'));
    const chart = draw([...usual, order(0, 9999, 'BUY'), order(0, -9999, 'BUY')]);
    expect(chart).toMatchObject({ low: -9999, high: 9999 });
    expect(chart.buy.price.length).toBeGreaterThan(80);
  });

  it('is empty where there are no orders', () => {
    expect(draw([])).toMatchObject({ from: NaN, low: NaN, contracts: [], buy: { count: new Uint32Array(0) } }); // prettier-ignore
  });
});

describe('capacities', () => {
  const capacity = (areaTo: string, published: number | null, out: number | null, more = {}) => ({
    areaFrom: 'NO2',
    areaTo,
    deliveryStart: iso(start),
    deliveryEnd: iso(start + hour),
    publicationTime: published === null ? null : iso(start - published * minute),
    outCapacity: out,
    inCapacity: 5,
    ...more,
  });
  const draw = (records: readonly object[]) =>
    chartOf(tableOf('hubToHubCapacity', records), 'capacities', size) as CapacityChart;

  it('shows the last publication of each pair and hour, sorted', () => {
    const chart = draw([
      capacity('UK', 90, 100),
      capacity('UK', 65, 80),
      capacity('UK', 120, 300),
      capacity('UK', null, 900),
      capacity('DE', 65, null),
      capacity('UK', 65, 7, { deliveryStart: iso(start - hour) }),
    ]);
    expect(chart.omitted).toBe(0);
    expect(chart.pairs.map(({ areaTo, out, publications }) => [areaTo, out, publications])).toEqual(
      [
        ['DE', null, 1],
        ['UK', 7, 1],
        ['UK', 80, 4],
      ],
    );
    expect(chart.pairs[2]).toEqual({
      areaFrom: 'NO2',
      areaTo: 'UK',
      deliveryStart: start,
      deliveryEnd: start + hour,
      publicationTime: start - 65 * minute,
      publications: 4,
      out: 80,
      in: 5,
    });
  });

  it('shows 200 pairs and says how many more there are', () => {
    const chart = draw(Array.from({ length: 230 }, (_, n) => capacity(`A${n}`, 1, n)));
    expect([chart.pairs.length, chart.omitted]).toEqual([200, 30]);
  });
});
