import { describe, expect, it } from 'vitest';
import type { CurveChart, OrderCells, OrdersChart } from '../../../../src/table/chartTypes';
import { capacityDrawing } from '../../../../webview-ui/chart/capacityDrawing';
import { curveDrawing, priceAt } from '../../../../webview-ui/chart/curveDrawing';
import { boundsOf, ordersDrawing } from '../../../../webview-ui/chart/ordersDrawing';
import type { Sight } from '../../../../webview-ui/chart/sight';

const sight: Sight = {
  ...{ plan: 'orders', title: 'Title', zone: 'UTC', range: null, hidden: new Set<string>() },
  ...{ receiving: false, contract: null, allPrices: false },
};

describe('curves', () => {
  const curves: CurveChart = {
    ...{ kind: 'curves', periods: Float64Array.of(0, 3_600_000), period: 0 },
    sell: { price: Float64Array.of(40, 0), volume: Float64Array.of(100, 0) },
    buy: { price: Float64Array.of(40, 0), volume: Float64Array.of(0, 100) },
    crossing: { price: 20, volume: 50 },
    ...{ minVolume: 0, maxVolume: 100, volumeNetFlows: null },
    ...{ volumeAcceptedBlocksBuy: null, volumeAcceptedBlocksSell: null },
  };

  it.each([
    [25, 10],
    [0, 0],
    [100, 40],
    [101, null],
    [-1, null],
  ])('are straight between their points: volume %s', (volume, price) => {
    expect(priceAt([{ x: 0, y: 0 }, { x: 100, y: 40 }], volume)).toBe(price); // prettier-ignore
  });

  it('say both prices at a volume, points in whatever order they came', () => {
    expect(curveDrawing(curves, sight).readAt(25, null)?.text).toBe(
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
    const { x, y } = curveDrawing(limited, sight);
    expect(x.extent).toEqual({ from: 0, to: 1000 });
    expect(x.visible.from).toBeGreaterThan(350);
    expect(x.visible.to).toBeLessThan(700);
    expect(y[0]?.high).toBeLessThan(300);
    const whole = curveDrawing(limited, { ...sight, range: x.extent });
    expect(whole.x.visible).toEqual(x.extent);
  });

  it('open whole where they do not meet', () => {
    const { x } = curveDrawing({ ...curves, crossing: null }, sight);
    expect(x.visible).toEqual(x.extent);
  });

  it('mark no crossing of a curve that is switched off', () => {
    const kinds = (hidden: string[]) =>
      curveDrawing(curves, { ...sight, hidden: new Set(hidden) }).marks.map(({ kind }) => kind);
    expect(kinds([])).toEqual(['line', 'line', 'point']);
    expect(kinds(['Demand (buy)'])).toEqual(['line']);
  });
});

describe('orders', () => {
  const cells = (...prices: number[]): OrderCells => ({
    time: Float64Array.from(prices, (_, place) => place),
    price: Float64Array.from(prices),
    count: Uint32Array.from(prices, () => 1),
  });
  const usual = Array.from({ length: 300 }, (_, place) => 40 + (place % 20));

  it('are not pressed together by one order far away, unless all prices are asked for', () => {
    const shown = [{ cells: cells(...usual, 9999) }];
    const all = { from: 0, to: 1000 };
    expect(boundsOf(shown, all, false)).toEqual({ low: 40, high: 59 });
    expect(boundsOf(shown, all, true)).toEqual({ low: 40, high: 9999 });
  });

  it('say side, price, both zones and how many share the spot', () => {
    const chart: OrdersChart = {
      ...{ kind: 'orders', from: 0, to: 2, low: 10, high: 20, unit: 'EUR/MWh', contracts: [] },
      buy: { ...cells(10), count: Uint32Array.of(3) },
      sell: { ...cells(20), time: Float64Array.of(2) },
    };
    const { readAt } = ordersDrawing(chart, { ...sight, zone: 'Europe/Oslo' });
    expect(readAt(0, 11)?.text).toBe(
      'Buy at 10.00 EUR/MWh, 1970-01-01 01:00 Europe/Oslo (1970-01-01 00:00 UTC), one of 3 orders at this spot',
    );
    expect(readAt(2, 19)?.text).toContain('Sell at 20.00 EUR/MWh');
  });
});

describe('capacities', () => {
  it('label each way with its arrow, and what is not known as such', () => {
    const hour = { deliveryStart: 0, deliveryEnd: 3_600_000, publicationTime: 0, publications: 4 };
    const pair = { areaFrom: 'NO1', areaTo: 'SE3', ...hour, out: 800, in: null };
    const drawing = capacityDrawing({ kind: 'capacities', pairs: [pair], omitted: 0 }, sight);
    expect(drawing.readAt(0, 0.5)?.text).toContain('NO1 → SE3 800 MW · SE3 → NO1 not known');
    expect(drawing.summary).toContain('the last of 4 publications, largest 800 MW (NO1 → SE3)');
    expect(drawing.readAt(0, 1.5)).toBeNull();
  });
});
