import { describe, expect, it } from 'vitest';
import { dayPeriod, marketZone } from '#src/market/time/deliveryDay';
import { chartOf } from '#src/table/charts/chart';
import type { OverlaidTable } from '#src/table/charts/series';
import type { SeriesChart } from '#src/protocol/chartTypes';
import type { Table } from '#src/table/columns/table';
import { atOnce } from '../atOnce';
import { chartAtOnce, drawn, hour, minute, seriesRecord, start, tableOf, values } from './tables';

const size = { width: 1000, height: 400 };
const asked = { start: null, end: null };

/** A result with another one laid over it, which is of the day before unless `how` says otherwise. */
const overlay = (own: Table, other: Table, how: Partial<OverlaidTable> = {}, question: object = {}) =>
  atOnce(
    chartOf(own, 'steps', { ...size, ...question }, [
      { table: other, label: 'x', ownLabel: '', days: -1, asked, ...how },
    ]),
  ) as SeriesChart;

/** The hours of a delivery day, each with its place in the day as its value. */
function dayOf(name: string) {
  const { start: first, end } = dayPeriod(name, marketZone);
  const hours = Array.from({ length: (end - first) / hour }, (_, place) => place);
  const list = values(hours, 60, (first - start) / minute);
  return {
    first,
    asked: { start: first, end },
    list,
    table: tableOf('timeSeries', [seriesRecord({}, list)]),
  };
}

describe('overlaid results', () => {
  const base = tableOf('timeSeries', [seriesRecord({ area: 'NO1' }, values([1, 2]))]);
  const other = tableOf('timeSeries', [
    seriesRecord({ area: 'NO1' }, values([5, 6, 7], 60, -24 * 60), { unit: 'MW' }),
  ]);
  const overlaid = (question = {}) =>
    overlay(base, other, { label: '19 Mar 2026', ownLabel: '20 Mar 2026' }, question);

  it('are drawn at the times of the first result, with their own label and unit', () => {
    const chart = overlaid();
    expect(chart.series.map(({ label, unit }) => [label, unit])).toEqual([
      ['NO1 · 20 Mar 2026', 'EUR/MWh'],
      ['NO1 · 19 Mar 2026', 'MW'],
    ]);
    expect(chart.series.map(({ about }) => about)).toEqual([
      { subject: 'NO1', result: 0 },
      { subject: 'NO1', result: 1 },
    ]);
    expect(drawn(chart, 1)).toEqual([
      [0, 60, 5],
      [60, 120, 6],
      [120, 180, 7],
    ]);
    expect(chart).toMatchObject({ from: start, to: start + 3 * hour, omitted: 0 });
  });

  it('are drawn at the same hour of the delivery day if clocks changed in between', () => {
    const over = (day: string, otherDay: string, days: number) => {
      const [own, moved] = [dayOf(day), dayOf(otherDay)];
      const chart = overlay(own.table, moved.table, { days }, { asked, judged: true });
      const from = (own.first - start) / minute;
      const hours = drawn(chart, 1).map(([begin = 0, end = 0, amount]) => [
        (begin - from) / 60,
        (end - from) / 60,
        amount,
      ]);
      return { hours, summary: chart.series[1]?.summary, missing: chart.absences?.[1]?.missingCount };
    };
    // Hour 4 of the 24th is drawn at hour 4 of the 25th, an hour later in the day: 3a and 3b are additional.
    const autumn = over('2026-10-25', '2026-10-24', -1);
    expect(autumn.hours.slice(0, 4)).toEqual([
      [0, 1, 0],
      [1, 2, 1],
      [4, 5, 3],
      [5, 6, 4],
    ]);
    expect(autumn.hours.at(-1)).toEqual([24, 25, 23]);
    expect(autumn.summary).toMatchObject({ count: 24, nulls: 0 });
    // 3a and 3b are no gap of a day that does not have them.
    expect(autumn.missing).toBe(0);
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

  it('are named by what distinguishes them, each only once', () => {
    const [no1, se3] = ['NO1', 'SE3'].map((area) =>
      tableOf('timeSeries', [seriesRecord({ area }, values([1]))]),
    );
    const chart = overlay(no1!, se3!, { label: 'SE3', ownLabel: 'NO1', days: 0 });
    expect(chart.series.map(({ label }) => label)).toEqual(['NO1', 'SE3']);
  });

  it('have their gaps at the same hours of the day that they are drawn on', () => {
    const [own, before] = [dayOf('2026-10-25'), dayOf('2026-10-24')];
    const withGap = before.list.filter((_, place) => place < 1 || place > 4);
    const chart = overlay(
      own.table,
      tableOf('timeSeries', [seriesRecord({}, withGap)]),
      { asked: before.asked },
      { asked: own.asked, judged: true },
    );
    const { missing, missingCount } = chart.absences![1]!;
    const inHours = (times: Float64Array) => [...times].map((at) => (at - own.first) / hour);
    // Hours 2 to 5 are missing; those of the day with 25 hours are hours 2, 4, and 5: 3a and 3b are two
    // others.
    expect([inHours(missing.start), inHours(missing.end)]).toEqual([
      [1, 4],
      [2, 6],
    ]);
    expect(missingCount).toBe(4);
    expect(chart.absences![0]!.missingCount).toBe(0);
  });

  it('draw nothing if they have no hour in common, and leave the rest unchanged', () => {
    const hourOf = (from: string) =>
      tableOf('timeSeries', [seriesRecord({}, values([1], 60, (Date.parse(from) - start) / minute))]);
    const chart = overlay(hourOf('2026-03-29T01:00:00Z'), hourOf('2026-03-28T01:00:00Z'));
    expect(chart).toMatchObject({ from: Date.parse('2026-03-29T01:00:00Z'), series: [{}] });
  });

  it('are cut to the visible range like the first result, which stays unchanged', () => {
    const chart = overlaid({ from: start + 2 * hour, to: start + 3 * hour });
    expect(drawn(chart, 1)).toEqual([[120, 180, 7]]);
    expect(drawn(chartAtOnce(other, 'steps', size) as SeriesChart)[0]).toEqual([-24 * 60, -23 * 60, 5]);
  });
});
