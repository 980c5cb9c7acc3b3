import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { Resolution } from '#src/market/time/resolutions';
import type { ChartQuestion } from '#src/protocol/charts/chartQuestion';
import type { SeriesChart } from '#src/protocol/charts/seriesChart';
import { SeriesIntervals } from '#src/table/series/seriesIntervals';
import {
  between,
  chartAtOnce,
  drawSeries,
  hour,
  minute,
  seriesRecord,
  start,
  tableOf,
  values,
} from '../charts/tables';

const draw = (records: readonly object[], question: Partial<ChartQuestion>) =>
  drawSeries(records, { width: 4000, ...question });

const inHours = ({ series }: SeriesChart, place = 0) =>
  [...series[place]!.start].map((from, at) => [
    (from - start) / hour,
    (series[place]!.end[at]! - from) / hour,
    series[place]!.value[at],
  ]);

describe('averages and sums', () => {
  it('of prices and power are means over time, those of energy are sums, and each says which', () => {
    const list = values([1, 2, 3, 6], 15);
    const chartOf = (unit: string) => draw([seriesRecord({}, list, { unit })], { resolution: 'PT60M' });
    for (const unit of ['EUR/MWh', 'MW']) {
      expect(inHours(chartOf(unit))).toEqual([[0, 1, 3]]);
      expect(chartOf(unit).series[0]?.resampled).toEqual({
        to: 'PT60M',
        rule: 'mean',
        incomplete: 0,
        kept: 0,
      });
    }
    for (const unit of ['MWh', 'GWh', 'kWh']) {
      expect(inHours(chartOf(unit))).toEqual([[0, 1, 12]]);
      expect(chartOf(unit).series[0]?.resampled?.rule).toBe('sum');
    }
  });

  it('weigh each price by how long it applies', () => {
    const list = [...values([10], 30), ...values([40, 70], 15, 30)];
    expect(inHours(draw([seriesRecord({}, list)], { resolution: 'PT60M' }))).toEqual([[0, 1, 32.5]]);
  });

  it('never present an hour as complete that lacks a value, but say what is known of it', () => {
    const list = [...values([10, 20, null, 30], 15), ...values([1, 1, 1, 1], 15, 60)];
    const chart = draw([seriesRecord({}, list)], { resolution: 'PT60M' });
    expect(inHours(chart)).toEqual([[1, 1, 1]]);
    const { incomplete, resampled, summary, nulls } = chart.series[0]!;
    expect(resampled).toMatchObject({ incomplete: 1, kept: 0 });
    expect([...incomplete!.start]).toEqual([start]);
    expect([...incomplete!.end]).toEqual([start + hour]);
    expect([...incomplete!.value]).toEqual([20]);
    expect([...incomplete!.covered]).toEqual([45 * minute]);
    expect(summary).toMatchObject({ count: 1, nulls: 1, max: 1 });
    expect([...nulls!.start]).toEqual([start + 30 * minute]);
  });

  it('never present an hour as complete whose values overlap, even if they last an hour together', () => {
    const list = [...values([10, 20, 30], 15), ...values([99], 15)];
    const chart = draw([seriesRecord({}, list)], { resolution: 'PT60M' });
    expect(inHours(chart)).toEqual([]);
    expect(chart.series[0]?.resampled?.incomplete).toBe(1);
  });

  it('never divide an interval: one that is longer than a bucket stays as sent, and is counted', () => {
    const list = [...values([100], 60), ...values([1, 3], 15, 60)];
    const chart = draw([seriesRecord({}, list, { unit: 'MWh' })], { resolution: 'PT30M' });
    expect(inHours(chart)).toEqual([
      [0, 1, 100],
      [1, 0.5, 4],
    ]);
    expect(chart.series[0]?.resampled?.kept).toBe(1);
  });

  it.each([
    ['2026-03-28T23:00Z', '2026-03-29T22:00Z', 92],
    ['2026-10-24T22:00Z', '2026-10-25T23:00Z', 100],
  ])('of the delivery day from %s to %s are those of %s, in any time zone', (from, to, quarters) => {
    const [first, last] = [Date.parse(from), Date.parse(to)];
    const list = between(first - 24 * hour, last + 24 * hour, 15, () => 1);
    const chart = draw([seriesRecord({}, list, { unit: 'MWh' })], { resolution: 'P1D', zone: 'Asia/Tokyo' });
    const { start: starts, end, value, resampled } = chart.series[0]!;
    expect([...value]).toEqual([96, quarters, 96]);
    expect([starts[1], end[1]]).toEqual([first, last]);
    expect(resampled).toMatchObject({ incomplete: 0, kept: 0 });
  });

  const quarters = fc.array(fc.option(fc.integer({ min: -50_000, max: 400_000 }), { freq: 20 }), {
    minLength: 1,
    maxLength: 500,
  });
  const resolution = fc.constantFrom<Resolution>('PT30M', 'PT60M', 'P1D', 'P1W', 'P1M', 'base');
  const offset = fc.integer({ min: 0, max: 400 });

  it('cover exactly all rows, including incomplete buckets', () => {
    fc.assert(
      fc.property(quarters, resolution, offset, (cents, to, shift) => {
        const list = between(
          start + shift * 15 * minute,
          start + (shift + cents.length) * 15 * minute,
          15,
          (at) => (cents[at] === null ? null : cents[at]! / 100),
        );
        const sumOf = (some: ArrayLike<number>) =>
          Array.from(some).reduce((sum, value) => sum + Math.round(value * 100), 0);
        const { value, incomplete } = draw([seriesRecord({}, list, { unit: 'MWh' })], { resolution: to })
          .series[0]!;
        const sent = cents.reduce<number>((sum, each) => sum + (each ?? 0), 0);
        expect(sumOf(value) + sumOf(incomplete!.value)).toBe(sent);
      }),
    );
  });
});

describe('the spread of two series', () => {
  const one = (area: string, list: readonly object[], fields = {}) =>
    seriesRecord({ deliveryArea: area }, list, fields);
  const spread = { first: 'NO1', second: 'SE3' };

  it('is the second minus the first, exact in every digit, beside both', () => {
    const chart = draw(
      [one('NO1', values([48.1, 0.3])), one('SE3', values([54.2, 0.1])), one('FI', values([1]))],
      {
        spread,
      },
    );
    expect(chart.series.map(({ label }) => label)).toEqual(['NO1', 'SE3', 'SE3 minus NO1']);
    expect([...chart.series[2]!.value]).toEqual([6.1, -0.2]);
    expect(chart.series[2]?.isDifference).toBe(true);
    expect(chart.spread).toMatchObject({ ...spread, shared: 2, inFirst: 2, inSecond: 2 });
  });

  it('has only intervals that both have, and says which lengths differ', () => {
    const chart = draw([one('NO1', values([1, 2], 60)), one('SE3', values([1, 2, 3, 4, 5, 6, 7, 8], 15))], {
      spread,
    });
    expect(chart.series[2]!.value).toHaveLength(0);
    expect(chart.spread).toMatchObject({ shared: 0, firstLength: hour, secondLength: 15 * minute });
    const hourly = draw([one('NO1', values([1, 2], 60)), one('SE3', values([1, 2, 3, 4, 5, 6, 7, 8], 15))], {
      spread,
      resolution: 'PT60M',
    });
    expect([...hourly.series[2]!.value]).toEqual([1.5, 4.5]);
  });

  it('takes no longer for intervals that all begin at once, which a damaged response may have', () => {
    const long = (from: number) =>
      Array.from({ length: 40_000 }, (_, index) => ({
        startTime: '2026-03-29T00:00:00Z',
        endTime: new Date(Date.parse('2026-03-29T00:00:00Z') + (from + index) * minute).toISOString(),
        value: 1,
      }));
    const table = tableOf('timeSeries', [one('NO1', long(1)), one('SE3', long(50_000))]);
    const end = vi.spyOn(SeriesIntervals.prototype, 'end');
    const chart = chartAtOnce(table, 'steps', { width: 100, height: 100, spread });
    const read = end.mock.calls.length;
    end.mockRestore();
    expect(chart).toMatchObject({ spread: { shared: 0 } });
    expect(read).toBeLessThan(2_000_000);
  });

  it('has no value if either series has none', () => {
    const chart = draw([one('NO1', values([1, null])), one('SE3', values([3, 4]))], { spread });
    expect([...chart.series[2]!.value]).toEqual([2, NaN]);
    expect(chart.series[2]).not.toHaveProperty('nulls');
  });

  it('never mixes two units, nor uses a series that isn’t there', () => {
    const other = one('SE3', values([3]), { unit: 'NOK/MWh' });
    expect(draw([one('NO1', values([1])), other], { spread })).not.toHaveProperty('spread');
    expect(draw([one('NO1', values([1]))], { spread }).series).toHaveLength(1);
  });
});
