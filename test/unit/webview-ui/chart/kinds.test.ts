import { describe, expect, it } from 'vitest';
import type { CurveChart, OrdersChart } from '../../../../src/table/chartTypes';
import { capacityDrawing } from '../../../../webview-ui/chart/capacities/capacityDrawing';
import { curveDrawing, curveKeyFigures, priceAt } from '../../../../webview-ui/chart/curves/curveDrawing';
import { ordersDrawing } from '../../../../webview-ui/chart/orders/ordersDrawing';
import type { ChartOptions } from '../../../../webview-ui/chart/model/chartOptions';

const options: ChartOptions = {
  plan: 'orders',
  title: 'Title',
  zone: 'UTC',
  range: null,
  hidden: new Set<string>(),
  receiving: false,
  contract: null,
  allPrices: false,
  quantities: null,
};

describe('curves', () => {
  const curves: CurveChart = {
    kind: 'curves',
    periods: Float64Array.of(0, 3_600_000),
    period: 0,
    sell: { price: Float64Array.of(40, 0), volume: Float64Array.of(100, 0) },
    buy: { price: Float64Array.of(40, 0), volume: Float64Array.of(0, 100) },
    crossing: { price: 20, volume: 50 },
    settled: null,
    minVolume: 0,
    maxVolume: 100,
    volumeNetFlows: null,
    volumeAcceptedBlocksBuy: null,
    volumeAcceptedBlocksSell: null,
  };

  it.each([
    [25, 10],
    [0, 0],
    [100, 40],
    [101, null],
    [-1, null],
  ])('are straight between their points: volume %s', (volume, price) => {
    expect(
      priceAt(
        [
          { x: 0, y: 0 },
          { x: 100, y: 40 },
        ],
        volume,
      ),
    ).toBe(price);
  });

  it('say both prices at a volume, points in whatever order they came', () => {
    expect(curveDrawing(curves, options).readoutAt(25, null)?.text).toBe(
      'Volume 25: Supply (sell) 10.00 · Demand (buy) 30.00',
    );
  });

  it('open where they meet, not with their price limits at both ends', () => {
    const limited: CurveChart = {
      ...curves,
      sell: {
        price: Float64Array.of(-500, 10, 70, 4000),
        volume: Float64Array.of(0, 400, 600, 1000),
      },
      buy: {
        price: Float64Array.of(4000, 80, 0, -500),
        volume: Float64Array.of(0, 450, 650, 1000),
      },
      crossing: { price: 45, volume: 530 },
    };
    const { x, y } = curveDrawing(limited, options);
    expect(x.extent).toEqual({ from: 0, to: 1000 });
    expect(x.visible.from).toBeGreaterThan(350);
    expect(x.visible.to).toBeLessThan(700);
    expect(y[0]?.high).toBeLessThan(300);
    const whole = curveDrawing(limited, { ...options, range: x.extent });
    expect(whole.x.visible).toEqual(x.extent);
  });

  it('open whole where they do not meet', () => {
    const { x } = curveDrawing({ ...curves, crossing: null }, options);
    expect(x.visible).toEqual(x.extent);
  });

  it('mark no crossing of a curve that is switched off', () => {
    const kinds = (hidden: string[]) =>
      curveDrawing(curves, { ...options, hidden: new Set(hidden) }).marks.map(({ kind }) => kind);
    expect(kinds([])).toEqual(['line', 'line', 'point']);
    expect(kinds(['Demand (buy)'])).toEqual(['line']);
  });
});

describe('curves with blocks and net flows', () => {
  const point = (price: number, volume: number) => ({ price, volume });
  const curves: CurveChart = {
    kind: 'curves',
    periods: Float64Array.of(0, 3_600_000),
    period: 0,
    sell: { price: Float64Array.of(0, 100), volume: Float64Array.of(0, 100) },
    buy: { price: Float64Array.of(100, 0), volume: Float64Array.of(0, 100) },
    crossing: point(50, 50),
    settled: { sellShift: 30, buyShift: 10, ifImports: point(40, 70), ifExports: point(55.5, 75) },
    minVolume: null,
    maxVolume: null,
    volumeNetFlows: 20,
    volumeAcceptedBlocksBuy: 10,
    volumeAcceptedBlocksSell: 10,
  };

  it('show both curves moved and where they meet then, until it is switched off', () => {
    const { marks, legend } = curveDrawing(curves, options);
    const [supply] = marks;
    expect(supply).toMatchObject({
      kind: 'line',
      points: [
        { x: 30, y: 0 },
        { x: 130, y: 100 },
      ],
    });
    expect(marks.slice(-2)).toMatchObject([
      { kind: 'point', label: '50.00', side: 'left' },
      { kind: 'point', label: '40.00 with blocks and net flows', side: 'right' },
    ]);
    const { label } = legend[2]!;
    const hidden = new Set([label]);
    expect(curveDrawing(curves, { ...options, hidden }).marks.map(({ kind }) => kind)).toEqual([
      'line',
      'line',
      'point',
    ]);
  });

  it('name the distance of the two crossings, and what is assumed of the net flows', () => {
    const facts = new Map(curveKeyFigures(curves).map(({ name, value }) => [name, value]));
    expect(facts.get('With blocks and net flows')).toBe('price 40.00 at volume 70');
    expect(facts.get('Difference')).toBe('price −10.00, volume +20.00');
    expect(facts.get('Net flows')).toBe('20, taken as imports; the other way round the price would be 55.50');
    const still = { ...curves, volumeNetFlows: 0 };
    expect(curveKeyFigures(still)).toContainEqual({ name: 'Net flows', value: '0' });
    const none = { ...curves, settled: null };
    expect(curveKeyFigures(none).map(({ name }) => name)).not.toContain('With blocks and net flows');
  });
});

describe('orders', () => {
  const chart = (orders: OrdersChart['orders']): OrdersChart => ({
    kind: 'orders',
    from: 0,
    to: 4000,
    low: 10,
    high: 9999,
    unit: 'EUR/MWh',
    contracts: [],
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

  it('say side, price and time in both zones where they are few', () => {
    const { readoutAt, marks } = ordersDrawing(few, { ...options, zone: 'Europe/Oslo' });
    expect(marks.map(({ kind }) => kind)).toEqual(['triangles', 'triangles']);
    expect(readoutAt(0, 11)?.text).toBe(
      'Buy at 10.00 EUR/MWh, 1970-01-01 01:00 Europe/Oslo (1970-01-01 00:00 UTC)',
    );
    expect(readoutAt(2000, 19)?.text).toContain('Sell at 20.00 EUR/MWh');
  });

  it('say how many of which prices are near where they are many', () => {
    const { readoutAt, marks } = ordersDrawing(many, options);
    expect(marks.map(({ kind }) => kind)).toEqual(['density', 'density']);
    expect(readoutAt(1200, 10)?.text).toBe(
      'Buy: 2 events from 10.00 to 11.50 EUR/MWh, 1970-01-01 00:00:01 – 00:00:02 UTC',
    );
    expect(readoutAt(3900, 15)?.text).toContain('Sell: 1 event at 15.00 EUR/MWh');
    // The keyboard stands on a column: of its cells the one with most events speaks.
    expect(readoutAt(1500, null)?.text).toContain('7 events');
  });

  it('stop the keyboard once per column, of the sides that are switched on', () => {
    expect(Array.from(ordersDrawing(many, options).stops)).toEqual([1500, 3500]);
    const hidden = new Set(['Sell']);
    expect(Array.from(ordersDrawing(many, { ...options, hidden }).stops)).toEqual([1500]);
  });

  it('show the prices near all others, and say how many lie elsewhere', () => {
    const { y, summary } = ordersDrawing(many, options);
    expect(y[0]?.high).toBeLessThan(30);
    expect(summary).toContain('prices from 10.00 to 20.00 EUR/MWh, 1 event at a price far from these');
  });

  it('count events, and those that no place can be given to: together all rows of the answer', () => {
    const { summary } = ordersDrawing(few, options);
    expect(summary).toContain('3 buy events and 1 sell event from');
    expect(summary).toContain('2 without a price, 1 of no known side, 1 without a time');
  });
});

describe('capacities', () => {
  it('label each way with its arrow, and what is not known as such', () => {
    const hour = { deliveryStart: 0, deliveryEnd: 3_600_000, publicationTime: 0, publications: 4 };
    const pair = { areaFrom: 'NO1', areaTo: 'SE3', ...hour, out: 800, in: null };
    const drawing = capacityDrawing({ kind: 'capacities', pairs: [pair], omitted: 0 }, options);
    expect(drawing.readoutAt(0, 0.5)?.text).toContain('NO1 → SE3 800 MW · SE3 → NO1 not known');
    expect(drawing.summary).toContain('the last of 4 publications, maximum 800 MW (NO1 → SE3)');
    expect(drawing.readoutAt(0, 1.5)).toBeNull();
  });
});
