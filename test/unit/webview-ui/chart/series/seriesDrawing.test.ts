import { describe, expect, it } from 'vitest';
import type { Series, SeriesChart } from '../../../../../src/table/chartTypes';
import { seriesDrawing } from '../../../../../webview-ui/chart/series/seriesDrawing';
import { chartOptions } from '../chartOptions';

const at = (utc: string) => Date.parse(utc);
const options = chartOptions({ plan: 'steps', title: 'Day-ahead prices', zone: 'Europe/Oslo' });

function series(label: string, unit: string, values: number[], missing = 0): Series {
  const hour = (index: number) => at('2026-03-29T00:00:00Z') + index * 3_600_000;
  const known = values.filter((value) => !Number.isNaN(value));
  return {
    label,
    unit,
    reduced: false,
    start: Float64Array.from(values, (_, index) => hour(index)),
    end: Float64Array.from(values, (_, index) => hour(index + 1)),
    value: Float64Array.from(values),
    summary: {
      count: known.length,
      missing,
      min: Math.min(...known),
      max: Math.max(...known),
      mean: known.reduce((sum, value) => sum + value, 0) / known.length,
    },
  };
}

const chartOf = (...all: Series[]): SeriesChart => ({
  kind: 'series',
  from: at('2026-03-28T23:00:00Z'),
  to: at('2026-03-29T22:00:00Z'),
  series: all,
  omitted: 0,
});

describe('the summary and readout of a chart of series', () => {
  it('is a sentence with count, extent, extremes, mean, gaps, unit and zone', () => {
    const { summary } = seriesDrawing(chartOf(series('NO1', 'EUR/MWh', [-3.2, 120.11, 45.7], 2)), options);
    expect(summary).toBe(
      'Day-ahead prices, NO1: 3 values from 2026-03-29 00:00 +01:00 to 2026-03-30 00:00 +02:00, ' +
        'minimum -3.20, maximum 120.11, mean 54.20 EUR/MWh, 2 intervals without a value, times in Europe/Oslo',
    );
  });

  it('is about the values that arrived, on an axis of the whole requested period', () => {
    const day = { from: at('2026-03-28T23:00:00Z'), to: at('2026-03-30T22:00:00Z') };
    const { x, summary } = seriesDrawing({ ...chartOf(series('A', 'MW', [1])), axis: day }, options);
    expect(x).toMatchObject({ visible: day, extent: day });
    expect(summary).toContain('1 value from 2026-03-29 00:00 +01:00 to 2026-03-30 00:00 +02:00');
  });

  it('never mixes units, and says whose extremes these are', () => {
    const { summary } = seriesDrawing(
      chartOf(series('A', 'MW', [100, 200]), series('B', 'MW', [50]), series('C', 'GBP/MWh', [9])),
      options,
    );
    expect(summary).toContain(
      'minimum 50 (B), maximum 200 (A) MW, minimum 9.00, maximum 9.00, mean 9.00 GBP/MWh',
    );
  });

  it.each([
    ['a missing value is not a zero', 1.5, 'no value'],
    ['a value has all its digits', 0.5, '-0.305 EUR/MWh'],
    ['a gap is named as one', 30, 'No interval at'],
  ])('at the crosshair: %s', (_name, hours, expected) => {
    const { readoutAt } = seriesDrawing(chartOf(series('NO1', 'EUR/MWh', [-0.305, NaN])), options);
    expect(readoutAt(at('2026-03-29T00:00:00Z') + hours * 3_600_000, null)?.text).toContain(expected);
  });

  it.each([
    ['while rows come in', chartOf(), true, 'Receiving…'],
    [
      'where every value is missing',
      chartOf(series('A', 'MW', [NaN], 1)),
      false,
      'Nothing to plot: all values are missing. See the table.',
    ],
    ['where there is something', chartOf(series('A', 'MW', [1])), false, null],
  ])('instead of the picture %s', (_name, chart, receiving, expected) => {
    expect(seriesDrawing(chart, { ...options, receiving }).empty).toBe(expected);
  });

  it('names both ends of a single flow at the sides of zero', () => {
    const flow = chartOf(series('NO1 → SE3', 'MW', [100, -50]));
    expect(seriesDrawing(flow, { ...options, plan: 'flows' }).zero).toEqual({
      above: 'NO1 → SE3',
      below: 'SE3 → NO1',
    });
  });
});

describe('the chart of a comparison', () => {
  const difference = { ...series('SE3 minus NO1', 'EUR/MWh', [2, -1]), isDifference: true };
  const chart = {
    ...chartOf(series('NO1', 'EUR/MWh', [50, 61]), series('SE3', 'EUR/MWh', [52, 60]), difference),
    formula: 'SE3 minus NO1',
  };
  const compared = { ...options, plan: 'comparison' } as const;

  it('has the difference in a pane of its own, so that its small values do not lie flat on the axis', () => {
    const { y, marks, legend } = seriesDrawing(chart, compared);
    expect(y).toHaveLength(2);
    const [values, pane] = y;
    expect(values?.pane).toBeUndefined();
    expect(pane).toMatchObject({ title: 'EUR/MWh', pane: { caption: 'SE3 minus NO1' } });
    expect(pane?.low).toBeLessThan(-1);
    expect(pane?.high).toBeGreaterThan(2);
    expect(pane?.high).toBeLessThan(5);
    const axes = marks.map((mark) => [mark.kind, 'axis' in mark && mark.axis]);
    expect(axes).toEqual([
      ['line', 0],
      ['line', 0],
      ['area', 1],
      ['line', 1],
    ]);
    expect(legend.map(({ label }) => label)).toEqual(['NO1', 'SE3', 'SE3 minus NO1']);
  });

  it('gives the room back when the values or the differences are hidden', () => {
    for (const hidden of [['SE3 minus NO1'], ['NO1', 'SE3']]) {
      const { y, marks } = seriesDrawing(chart, { ...compared, hidden });
      expect(y.map(({ pane }) => pane)).toEqual([undefined]);
      expect(marks.every((mark) => 'axis' in mark && mark.axis === 0)).toBe(true);
    }
  });

  it('never mixes the extremes of the values with those of the differences, whose signs it shows', () => {
    const { summary, readoutAt } = seriesDrawing(chart, compared);
    expect(summary).toContain('NO1 and SE3: 4 values');
    expect(summary).toContain('minimum 50.00 (NO1), maximum 61.00 (NO1) EUR/MWh');
    expect(summary).toContain('SE3 minus NO1: minimum -1.00, maximum +2.00, mean +0.50 EUR/MWh');
    expect(readoutAt(at('2026-03-29T00:30:00Z'), null)?.text).toContain('SE3 minus NO1 +2.00 EUR/MWh');
  });
});
