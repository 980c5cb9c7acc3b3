import { describe, expect, it, vi } from 'vitest';
import type { CapacityChart } from '#src/protocol/charts/capacityChart';
import type { ChartQuestion } from '#src/protocol/charts/chartQuestion';
import type { CurveChart } from '#src/protocol/charts/curveChart';
import type { OrderCells, OrderPoints, OrdersChart } from '#src/protocol/charts/ordersChart';
import { hour, iso, minute, start, tableOf, chartAtOnce } from './tables';

const size = { width: 400, height: 200 };

describe('the chart of curves', () => {
  /** Points of a curve, written as a price and a volume each, such as `50:10`. */
  const points = (text: string) =>
    text.split(' ').map((point) => {
      const [price, volume] = point.split(':').map(Number);
      return { price, volume };
    });
  const period = (from: number, sell: string, buy: string, figures: object = {}) => ({
    startTime: iso(start + from * hour),
    endTime: iso(start + (from + 1) * hour),
    sellCurves: points(sell),
    buyCurves: points(buy),
    ...figures,
  });
  const values = [
    period(0, '0:0 100:100', '100:0 0:100', { minVolume: 1, volumeNetFlows: -7 }),
    period(1, '50:10 -500:0', '4000:0'),
  ];
  const table = tableOf('priceCurve', [{ values }]);
  const draw = (question: Partial<ChartQuestion> = {}, from = table) =>
    chartAtOnce(from, 'curves', { ...size, ...question }) as CurveChart;

  it('shows the current period if none is requested', () => {
    vi.useFakeTimers({ now: start + 1.5 * hour, toFake: ['Date'] });
    expect(draw().period).toBe(1);
    vi.useRealTimers();
  });

  it('shows the requested period with its points in the order sent, and the crossing', () => {
    expect(draw()).toEqual({
      kind: 'curves',
      periods: Float64Array.of(start, start + hour, start + hour, start + 2 * hour),
      period: 0,
      currency: '',
      sell: { price: Float64Array.of(0, 100), volume: Float64Array.of(0, 100) },
      buy: { price: Float64Array.of(100, 0), volume: Float64Array.of(0, 100) },
      crossing: { price: 50, volume: 50 },
      settled: {
        sellShift: -7,
        buyShift: 0,
        ifImports: { price: 53.5, volume: 46.5 },
        ifExports: { price: 46.5, volume: 46.5 },
      },
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

  it.each([
    [99, 1],
    [-1, 0],
    [NaN, 0],
    [0.7, 0],
  ])('shows for requested period %d period %d', (asked, shown) => {
    expect(draw({ period: asked }).period).toBe(shown);
  });

  it('is empty if there are no periods', () => {
    expect(draw({}, tableOf('priceCurve', [{ values: [] }]))).toMatchObject({
      periods: new Float64Array(0),
      sell: { price: new Float64Array(0) },
      crossing: null,
    });
  });
});

describe('the chart of orders', () => {
  const order = (minutes: number, price: number | null, side: string, fields: object = {}) => ({
    updatedTime: iso(start + minutes * minute),
    price,
    side,
    contractId: 'C1',
    priceUnit: 'EUR',
    ...fields,
  });
  const draw = (records: readonly object[], question: Partial<ChartQuestion> = {}) =>
    chartAtOnce(tableOf('publicOrder', records), 'orders', {
      ...size,
      contract: 'all',
      ...question,
    }) as OrdersChart;
  const each = ({ orders }: OrdersChart) => {
    if (orders.detail !== 'each') throw new Error(orders.detail);
    return orders;
  };
  const cells = ({ orders }: OrdersChart) => {
    if (orders.detail !== 'cells') throw new Error(orders.detail);
    return orders;
  };
  const total = ({ count }: OrderCells) => count.reduce((sum, orders) => sum + orders, 0);

  it('draws every order with a side, however spelled, at its own time and price', () => {
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
      shown: { low: -20.5, high: 10 },
      unit: 'EUR',
    });
    const points = ({ time, price }: OrderPoints) =>
      [...time].map((at, n) => [(at - start) / minute, price[n]]);
    expect(points(each(chart).buy)).toEqual([
      [0, 10],
      [60, 5],
    ]);
    expect(points(each(chart).sell)).toEqual([[60, -20.5]]);
  });

  it("counts the events it can't draw, so that every row is in one of the counts", () => {
    const records = [
      order(0, 10, 'BUY'),
      order(60, null, 'BUY'),
      order(60, null, 'NEITHER'),
      order(30, 7, 'NEITHER'),
      order(30, 7, 'SELL', { updatedTime: null }),
      order(30, 7, 'SELL', { contractId: 'C2' }),
    ];
    const counts = { buy: 1, sell: 0, withoutPrice: 2, withoutSide: 1, withoutTime: 1 };
    expect(draw(records, { contract: { id: 'C1' } }).counts).toEqual({ ...counts, outlying: 0 });
    // What is zoomed past is counted no more than what is.
    expect(draw(records, { contract: { id: 'C1' }, to: start + hour / 2 }).counts).toMatchObject({
      withoutPrice: 0,
      withoutSide: 1,
    });
  });

  it('uses the creation time if no order has an update time', () => {
    const created = { updatedTime: null, createdTime: iso(start) };
    expect(draw([order(0, 1, 'BUY', created)])).toMatchObject({ from: start, to: start });
    expect(draw([order(5, 1, 'BUY', { createdTime: iso(start) })]).from).toBe(start + 5 * minute);
  });

  it('shows one contract, from its own first event to its last', () => {
    const first = { contractId: 'C1', deliveryStart: iso(start) };
    const second = { contractId: 'C2', deliveryStart: iso(start + hour) };
    const records = [order(0, 1, 'BUY', first), order(1, 2, 'BUY', second), order(2, 3, 'SELL', second)];
    expect(draw(records).contract).toBeNull();
    const one = draw(records, { contract: { id: 'C2' } });
    expect(one).toMatchObject({
      contract: { id: 'C2', deliveryStart: start + hour },
      counts: { buy: 1, sell: 1 },
      shown: { low: 2, high: 3 },
    });
    // From its own first event to its own last, not those of the whole answer.
    expect(one).toMatchObject({ from: start + minute, to: start + 2 * minute });
    expect(new Set(Object.values(draw(records, { contract: { id: 'other' } }).counts))).toEqual(new Set([0]));
  });

  it('shows only the visible range, with the extent of all events', () => {
    const records = [order(0, 1, 'BUY'), order(10, 2, 'BUY'), order(20, 3, 'BUY')];
    const part = draw(records, { from: start + 5 * minute, to: start + 15 * minute });
    expect([...each(part).buy.price]).toEqual([2]);
    expect(part).toMatchObject({ from: start, to: start + 20 * minute });
  });

  it('counts many orders by cell, without losing any or exceeding a megabyte, with the prices of each cell', () => {
    const records = Array.from({ length: 120_000 }, (_, n) =>
      order((n * 7919) % 100_003, ((n * 104_729) % 100_019) / 100, n % 2 === 0 ? 'BUY' : 'SELL'),
    );
    const chart = draw(records, { width: 2000, height: 1000 });
    const { buy, sell, columns, rows } = cells(chart);
    expect([total(buy), total(sell)]).toEqual([60_000, 60_000]);
    expect(buy.count.length + sell.count.length).toBeLessThanOrEqual(40_000);
    const sent = new Set(records.map(({ price }) => price));
    const size = (chart.shown.high - chart.shown.low) / rows;
    sell.count.forEach((_, n) => {
      const [row, lowest, highest] = [sell.row[n]!, sell.lowest[n]!, sell.highest[n]!];
      expect(sent.has(lowest) && sent.has(highest)).toBe(true);
      expect(lowest).toBeGreaterThanOrEqual(chart.shown.low + row * size - 1e-6);
      expect(highest).toBeLessThanOrEqual(chart.shown.low + (row + 1) * size + 1e-6);
      expect(sell.column[n]).toBeLessThan(columns);
    });
  });

  it('keeps prices apart even if one order is far away, and reports the outlier', () => {
    const usual = Array.from({ length: 4000 }, (_, n) => order(n, 50 + (n % 1000) / 100, 'BUY'));
    const records = [...usual, order(0, 9999, 'BUY'), order(0, -9999, 'BUY')];
    const chart = draw(records);
    expect(chart).toMatchObject({ counts: { buy: 4002, outlying: 2 } });
    expect(chart.shown).toMatchObject({ low: 50, high: 59.99 });
    expect(total(cells(chart).buy)).toBe(4000);
    const all = draw(records, { allPrices: true });
    expect(all).toMatchObject({ counts: { outlying: 0 }, shown: { low: -9999, high: 9999 } });
    expect(total(cells(all).buy)).toBe(4002);
  });

  it('has one row of cells if all prices are equal', () => {
    const chart = draw(Array.from({ length: 4000 }, (_, n) => order(n, 50, 'SELL')));
    expect([...new Set(cells(chart).sell.row)]).toEqual([0]);
  });

  it('is empty if there are no orders', () => {
    expect(draw([])).toMatchObject({
      from: NaN,
      shown: { low: NaN, high: NaN },
      contract: null,
      counts: { buy: 0, sell: 0 },
    });
  });
});

/** A capacity from NO2, published so many minutes before its delivery. */
const capacity = (areaTo: string, published: number | null, out: number | null, more: object = {}) => ({
  areaFrom: 'NO2',
  areaTo,
  deliveryStart: iso(start),
  deliveryEnd: iso(start + hour),
  publicationTime: published === null ? null : iso(start - published * minute),
  outCapacity: out,
  inCapacity: 5,
  ...more,
});

describe('the chart of capacities', () => {
  const draw = (records: readonly object[], question: Partial<ChartQuestion> = {}) =>
    chartAtOnce(tableOf('hubToHubCapacity', records), 'capacities', {
      ...size,
      ...question,
    }) as CapacityChart;

  it('shows the last publication of each pair and hour', () => {
    const chart = draw([
      capacity('UK', 90, 100),
      capacity('UK', 65, 80),
      capacity('UK', 120, 300),
      capacity('UK', null, 900),
      capacity('DE', 65, null),
      capacity('UK', 65, 7, { deliveryStart: iso(start - hour) }),
    ]);
    expect(chart.omitted).toBe(0);
    expect(chart.pairs.map(({ areaTo, out, publications }) => [areaTo, out, publications])).toEqual([
      ['UK', 80, 4],
      ['UK', 7, 1],
      ['DE', null, 1],
    ]);
    expect(chart.pairs[0]).toEqual({
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

  it('shows the largest capacities first, of either direction, and unknown ones last', () => {
    const records = [
      capacity('A', 65, null, { inCapacity: null }),
      capacity('B', 65, 100, { inCapacity: 20 }),
      capacity('C', 65, 30, { inCapacity: 700 }),
      capacity('D', 65, 100, { inCapacity: null }),
    ];
    const { pairs } = draw(records);
    expect(pairs.map(({ areaTo }) => areaTo)).toEqual(['C', 'B', 'D', 'A']);
    const many = Array.from({ length: 230 }, (_, n) => capacity(`A${n}`, 1, n));
    expect(draw(many).pairs.at(-1)).toMatchObject({ out: 30 });
  });

  it('shows 200 pairs and reports how many more there are', () => {
    const chart = draw(Array.from({ length: 230 }, (_, n) => capacity(`A${n}`, 1, n)));
    expect([chart.pairs.length, chart.omitted]).toEqual([200, 30]);
  });
});

describe('the history of a capacity', () => {
  const pair = { areaFrom: 'NO2', areaTo: 'UK', deliveryStart: start };
  const draw = (records: readonly object[]) =>
    chartAtOnce(tableOf('hubToHubCapacity', records), 'capacities', { ...size, pair });

  it('shows each publication until the next one, and the last one until delivery', () => {
    const chart = draw([
      capacity('UK', 65, 80),
      capacity('UK', 120, 300),
      capacity('UK', 90, null),
      capacity('UK', 65, 70),
      capacity('UK', null, 1),
      capacity('DE', 60, 2),
      capacity('UK', 60, 2, { deliveryStart: iso(start + hour) }),
    ]);
    if (chart.kind !== 'series') throw new Error(chart.kind);
    const [out, into] = chart.series;
    expect([out!.label, into!.label]).toEqual(['NO2 → UK', 'UK → NO2']);
    expect([...out!.start].map((at) => (start - at) / minute)).toEqual([120, 90, 65]);
    expect([...out!.end].map((at) => (start - at) / minute)).toEqual([90, 65, 0]);
    expect([...out!.value]).toEqual([300, NaN, 70]);
    expect(out!.summary).toMatchObject({ count: 2, nulls: 1, min: 70, max: 300 });
    expect(chart).toMatchObject({ from: start - 120 * minute, to: start });
  });

  it('shows a publication after the start of delivery for a minute', () => {
    expect(draw([capacity('UK', -10, 4)])).toMatchObject({ to: start + 11 * minute });
  });

  it('is empty for an unknown pair', () => {
    const chart = draw([capacity('UK', 10, 4, { areaFrom: 'SE3' })]);
    expect(chart).toMatchObject({ kind: 'series', from: NaN });
  });
});
