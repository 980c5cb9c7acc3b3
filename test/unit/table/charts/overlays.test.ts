import { describe, expect, it } from 'vitest';
import { dayPeriod, marketZone } from '../../../../src/market/time/deliveryDay';
import { chartOf } from '../../../../src/table/charts/chart';
import type { SeriesChart } from '../../../../src/table/chartTypes';
import type { Table } from '../../../../src/table/columns/table';
import { atOnce } from '../atOnce';
import { chartAtOnce, drawn, hour, minute, seriesRecord, start, tableOf, values } from './tables';

const size = { width: 1000, height: 400 };

describe('overlaid results', () => {
  const base = tableOf('timeSeries', [seriesRecord({ area: 'NO1' }, values([1, 2]))]);
  const other = tableOf('timeSeries', [
    seriesRecord({ area: 'NO1' }, values([5, 6, 7], 60, -24 * 60), { unit: 'MW' }),
  ]);
  const overlaid = (question = {}) =>
    atOnce(
      chartOf(base, 'steps', { ...size, ...question }, [{ table: other, label: '19 Mar 2026', days: -1 }]),
    ) as SeriesChart;

  it('are drawn at the times of the first result, with their own label and unit', () => {
    const chart = overlaid();
    expect(chart.series.map(({ label, unit }) => [label, unit])).toEqual([
      ['NO1', 'EUR/MWh'],
      ['NO1 · 19 Mar 2026', 'MW'],
    ]);
    expect(drawn(chart, 1)).toEqual([
      [0, 60, 5],
      [60, 120, 6],
      [120, 180, 7],
    ]);
    expect(chart).toMatchObject({ from: start, to: start + 3 * hour, omitted: 0 });
  });

  it('are drawn at the same hour of the delivery day if clocks changed in between', () => {
    const wholeDay = (day: string): [Table, number] => {
      const whole = dayPeriod(day, marketZone);
      const hours = Array.from({ length: (whole.end - whole.start) / hour }, (_, place) => place);
      const from = (whole.start - start) / minute;
      return [tableOf('timeSeries', [seriesRecord({}, values(hours, 60, from))]), from];
    };
    const over = (day: string, otherDay: string, days: number) => {
      const [[first, from], [second]] = [wholeDay(day), wholeDay(otherDay)];
      const chart = atOnce(
        chartOf(first, 'steps', size, [{ table: second, label: 'x', days }]),
      ) as SeriesChart;
      const hours = drawn(chart, 1).map(([begin = 0, end = 0, amount]) => [
        (begin - from) / 60,
        (end - from) / 60,
        amount,
      ]);
      return { hours, summary: chart.series[1]?.summary };
    };
    // Hour 4 of the 24th lies on hour 4 of the 25th, which is an hour of it later: 3a and 3b are its own.
    const autumn = over('2026-10-25', '2026-10-24', -1);
    expect(autumn.hours.slice(0, 4)).toEqual([
      [0, 1, 0],
      [1, 2, 1],
      [4, 5, 3],
      [5, 6, 4],
    ]);
    expect(autumn.hours.at(-1)).toEqual([24, 25, 23]);
    expect(autumn.summary).toMatchObject({ count: 24, missing: 0 });
    const spring = over('2026-03-29', '2026-03-28', -1);
    expect(spring.hours.slice(0, 4)).toEqual([
      [0, 1, 0],
      [1, 2, 1],
      [2, 3, 3],
      [3, 4, 4],
    ]);
    expect(spring.hours.at(-1)).toEqual([22, 23, 23]);
    expect(over('2026-10-24', '2026-10-25', 1).hours).toHaveLength(23);
  });

  it('draw nothing if they have no hour in common, and leave the rest unchanged', () => {
    const skipped = tableOf('timeSeries', [
      seriesRecord({}, [{ startTime: '2026-03-28T01:00:00Z', endTime: '2026-03-28T02:00:00Z', value: 1 }]),
    ]);
    const on = tableOf('timeSeries', [
      seriesRecord({}, [{ startTime: '2026-03-29T01:00:00Z', endTime: '2026-03-29T02:00:00Z', value: 1 }]),
    ]);
    const chart = atOnce(chartOf(on, 'steps', size, [{ table: skipped, label: 'x', days: -1 }]));
    expect(chart).toMatchObject({ from: Date.parse('2026-03-29T01:00:00Z'), series: [{}] });
  });

  it('are cut to the visible range like the first result, which stays unchanged', () => {
    const chart = overlaid({ from: start + 2 * hour, to: start + 3 * hour });
    expect(drawn(chart, 1)).toEqual([[120, 180, 7]]);
    expect(drawn(chartAtOnce(other, 'steps', size) as SeriesChart)[0]).toEqual([-24 * 60, -23 * 60, 5]);
  });
});
