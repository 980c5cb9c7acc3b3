import { describe, expect, it } from 'vitest';
import type { CurveChart } from '#src/protocol/charts/curveChart';
import { curveDrawing } from '#view/chart/curves/curveDrawing';
import { curveReading, priceAt, volumeAt } from '#view/chart/curves/curveReading';
import { curveKeyFigures } from '#view/chart/curves/curveSummary';
import { chartOptions } from '../chartOptions';

const options = chartOptions();

/** Curves that cross in the middle, as sent, which nothing has moved. */
const curves: CurveChart = {
  kind: 'curves',
  currency: 'EUR',
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

describe('the chart of supply and demand curves', () => {
  it.each([
    [25, 10],
    [0, 0],
    [100, 40],
    [101, null],
    [-1, null],
  ])('is straight between two points of a curve: at volume %s', (volume, price) => {
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

  it('is read at a price at the largest volume that has it', () => {
    const flat = [
      { x: 0, y: 0 },
      { x: 50, y: 20 },
      { x: 70, y: 20 },
      { x: 70, y: 60 },
    ];
    expect([10, 20, 40, 60, 61, -1].map((price) => volumeAt(flat, price))).toEqual([
      25,
      70,
      70,
      70,
      null,
      null,
    ]);
    const falling = flat.map(({ x, y }) => ({ x, y: -y }));
    expect([0, -20, -30].map((price) => volumeAt(falling, price))).toEqual([0, 70, 70]);
  });

  it.each([
    ['volume', '25', 'At volume 25: Supply (sell) 10.00 · Demand (buy) 30.00'],
    ['volume', '+25', 'At volume 75: Supply (sell) 30.00 · Demand (buy) 10.00'],
    ['volume', ' - 10.5 ', 'At volume 39.5: Supply (sell) 15.80 · Demand (buy) 24.20'],
    ['volume', '1,025', 'At volume 1,025: Supply (sell) not reached · Demand (buy) not reached'],
    ['price', '10', 'At price 10.00: Supply (sell) 25 · Demand (buy) 75'],
    ['price', '+5', 'At price 25.00: Supply (sell) 62.5 · Demand (buy) 37.5'],
    ['price', '-5', 'At price -5.00: Supply (sell) not reached · Demand (buy) not reached'],
    ['volume', '2,5', undefined],
    ['price', 'much', undefined],
    ['volume', '+', undefined],
  ] as const)('are read at a %s that was typed as %j', (of, text, said) => {
    const reading = { of, text };
    expect(curveReading(curves, { ...options, reading })?.text).toBe(said);
  });

  it('are read in every period at the same distance from its crossing, but at none without one', () => {
    const reading = { of: 'volume', text: '+10' } as const;
    const moved = { ...curves, crossing: { price: 20, volume: 60 } };
    expect(curveReading(moved, { ...options, reading })?.points.map(({ x }) => x)).toEqual([70, 70]);
    expect(curveReading({ ...curves, crossing: null }, { ...options, reading })).toBeNull();
  });

  it('are in view where they are read, marked and in the summary', () => {
    const limited = {
      ...curves,
      sell: { price: Float64Array.of(-500, 40, 4000), volume: Float64Array.of(0, 500, 1000) },
      buy: { price: Float64Array.of(4000, 40, -500), volume: Float64Array.of(0, 500, 1000) },
      crossing: { price: 40, volume: 500 },
    };
    const reading = { of: 'volume', text: '900' } as const;
    const { x, marks, summary } = curveDrawing(limited, { ...options, reading });
    expect(x.visible.to).toBeGreaterThan(900);
    expect(marks.filter((mark) => mark.kind === 'point' && mark.x === 900)).toHaveLength(2);
    expect(summary).toContain('At volume 900: Supply (sell) 3,208.00');
    expect(curveDrawing(limited, options).x.visible.to).toBeLessThan(900);
  });

  it('reads both prices at a volume, whatever the order of the points', () => {
    expect(curveDrawing(curves, options).readoutAt(25, null)?.text).toBe(
      'Volume 25: Supply (sell) 10.00 · Demand (buy) 30.00',
    );
  });

  it('says why nothing can be plotted if no curve has a readable time: no period, no point, and no crossing', () => {
    const none = { price: new Float64Array(), volume: new Float64Array() };
    const unplaced: CurveChart = {
      ...curves,
      periods: new Float64Array(),
      sell: none,
      buy: none,
      crossing: null,
    };
    const { empty, summary } = curveDrawing(unplaced, options);
    expect(empty).toMatch(/no curves with readable times/);
    expect(summary).toMatch(/: nothing to plot$/);
    expect(curveKeyFigures(unplaced)).toEqual([]);
  });

  it('opens around the crossing, not with the price limits at both ends', () => {
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

  it("opens with all volumes if the curves don't cross", () => {
    const { x } = curveDrawing({ ...curves, crossing: null }, options);
    expect(x.visible).toEqual(x.extent);
  });

  it('marks no crossing with a hidden curve', () => {
    const kinds = (hidden: string[]) =>
      curveDrawing(curves, { ...options, hidden }).marks.map(({ kind }) => kind);
    expect(kinds([])).toEqual(['line', 'line', 'point']);
    expect(kinds(['Demand (buy)'])).toEqual(['line']);
  });
});

describe('curves moved by accepted blocks and net flows', () => {
  const point = (price: number, volume: number) => ({ price, volume });
  const moved: CurveChart = {
    ...curves,
    sell: { price: Float64Array.of(0, 100), volume: Float64Array.of(0, 100) },
    buy: { price: Float64Array.of(100, 0), volume: Float64Array.of(0, 100) },
    crossing: point(50, 50),
    settled: { sellShift: 30, buyShift: 10, ifImports: point(40, 70), ifExports: point(55.5, 75) },
    volumeNetFlows: 20,
    volumeAcceptedBlocksBuy: 10,
    volumeAcceptedBlocksSell: 10,
  };

  it('are drawn with their crossing, until they are hidden in the legend', () => {
    const { marks, legend } = curveDrawing(moved, options);
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
      { kind: 'point', label: '40.00', side: 'right' },
    ]);
    expect(
      curveDrawing(moved, options)
        .readoutAt(60, null)
        ?.lines.map(({ label, value }) => [label, value]),
    ).toEqual([
      ['Supply (sell)', '60.00'],
      ['Demand (buy)', '40.00'],
      ['Supply with blocks and net flows', '30.00'],
      ['Demand with blocks and net flows', '50.00'],
    ]);
    const { label } = legend[2]!;
    const hidden = [label];
    expect(curveDrawing(moved, { ...options, hidden }).marks.map(({ kind }) => kind)).toEqual([
      'line',
      'line',
      'point',
    ]);
  });

  it('have key figures: the difference of both crossings, and what is assumed of the net flows', () => {
    const all = curveKeyFigures(moved);
    const figures = new Map(all.map(({ name, value }) => [name, value]));
    expect(figures.get('With blocks and net flows')).toBe('40.00 at 70');
    expect(figures.get('Difference')).toBe('price -10.00, volume +20.00');
    expect(all).toContainEqual({
      name: 'Net flows',
      value: '20, assumed to be imports',
      detail: '20, assumed to be imports; if they are exports, the price would be 55.50',
    });
    const still = { ...moved, volumeNetFlows: 0 };
    expect(curveKeyFigures(still)).toContainEqual({ name: 'Net flows', value: '0' });
    const none = { ...moved, settled: null };
    expect(curveKeyFigures(none).map(({ name }) => name)).not.toContain('With blocks and net flows');
  });
});
