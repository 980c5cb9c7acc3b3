import { describe, expect, it } from 'vitest';
import type { AskedPeriod } from '#src/market/integrity/integrity';
import { chartOf } from '#src/table/charts/chart';
import type { JudgedChartQuestion } from '#src/protocol/charts/chartQuestion';
import type { SeriesChart, Spans } from '#src/protocol/charts/seriesChart';
import { atOnce } from '../atOnce';
import { hour, minute, seriesRecord, start, tableOf, value, values } from './tables';

const wholeDay = { start, end: start + 24 * hour };

function draw(
  records: readonly object[],
  asked: AskedPeriod = wholeDay,
  question: Partial<JudgedChartQuestion> = {},
): SeriesChart {
  const table = tableOf('timeSeries', records);
  const all = { width: 1000, height: 400, asked, judged: true, ...question };
  return atOnce(chartOf(table, 'steps', all)) as SeriesChart;
}

/** From and to in hours of the day, and how many intervals. */
const hours = ({ start: from, end, count }: Spans) =>
  [...from].map((at, index) => [(at - start) / hour, (end[index]! - start) / hour, count[index]]);

const day = (without: readonly number[], nulls: readonly number[] = []) =>
  values(Array.from({ length: 24 }, (_, at) => (nulls.includes(at) ? null : at))).filter(
    (_, at) => !without.includes(at),
  );

describe('what is missing from a chart', () => {
  it('is distinguished from values that are null', () => {
    const { series, absences } = draw([seriesRecord({ area: 'NO1' }, day([3, 4, 9], [6, 7, 12]))]);
    expect(absences).toHaveLength(1);
    expect(absences![0]).toMatchObject({ label: 'NO1', series: [0], missingCount: 3 });
    expect(hours(absences![0]!.missing)).toEqual([
      [3, 5, 2],
      [9, 10, 1],
    ]);
    expect(hours(series[0]!.nulls!)).toEqual([
      [6, 8, 2],
      [12, 13, 1],
    ]);
    expect(series[0]!.summary.nulls).toBe(3);
  });

  it('includes both ends of the requested period, as far as values are due', () => {
    const list = values([1, 2, 3], 60, 120);
    const { absences } = draw([seriesRecord({}, list)], { ...wholeDay, due: start + 7 * hour });
    expect(hours(absences![0]!.missing)).toEqual([
      [0, 2, 2],
      [5, 7, 2],
    ]);
    expect(hours(absences![0]!.toCome)).toEqual([[7, 24, 17]]);
  });

  it("doesn't exist where preliminary and official prices alternate", () => {
    const list = day([5]);
    const of = (status: string, rest: number) =>
      seriesRecord(
        { area: 'NO1', status },
        list.filter((_, at) => at % 2 === rest),
      );
    const { absences } = draw([of('P', 0), of('O', 1), seriesRecord({ area: 'SE3', status: 'O' }, day([]))]);
    expect(absences!.map(({ label, series, missingCount }) => [label, series, missingCount])).toEqual([
      ['NO1', [0, 1], 1],
      ['SE3', [2], 0],
    ]);
  });

  it("isn't judged while rows are still to come", () => {
    expect(draw([seriesRecord({}, day([3]))], wholeDay, { judged: false }).absences).toBeUndefined();
  });

  it('is cut to the visible range, and counted for the whole day', () => {
    const range = { from: start + 8 * hour, to: start + 12 * hour };
    const { absences, series } = draw([seriesRecord({}, day([3, 9, 20], [2, 10]))], wholeDay, range);
    expect(hours(absences![0]!.missing)).toEqual([[9, 10, 1]]);
    expect(hours(series[0]!.nulls!)).toEqual([[10, 11, 1]]);
    expect(absences![0]!.missingCount).toBe(3);
  });

  it('fits into a message of a megabyte with 50 series full of gaps and nulls', () => {
    const list = Array.from({ length: 3000 }, (_, at) =>
      value(at * 15, at * 15 + 15, at % 4 === 1 ? null : 1),
    );
    const kept = list.filter((_, at) => at % 4 !== 3);
    const records = Array.from({ length: 50 }, (_, at) => seriesRecord({ area: `A${at}` }, kept));
    const asked = { start, end: start + 3000 * 15 * minute };
    const bytesIn = (range: Partial<JudgedChartQuestion>) => {
      const { series, absences } = draw(records, asked, { width: 3000, ...range });
      const spans = [
        ...absences!.flatMap(({ missing, toCome }) => [missing, toCome]),
        ...series.map(({ nulls }) => nulls!),
      ];
      const arrays = [
        ...series.flatMap(({ start: from, end, value: amounts, low }) => [
          from,
          end,
          amounts,
          ...(low ? [low] : []),
        ]),
        ...spans.flatMap(({ start: from, end, count }) => [from, end, count]),
      ];
      return arrays.reduce((sum, { byteLength }) => sum + byteLength, 0);
    };
    expect(bytesIn({})).toBeLessThan(1024 ** 2);
    // As many intervals as are drawn each by itself.
    expect(bytesIn({ to: start + 850 * 15 * minute })).toBeLessThan(1024 ** 2);
  });

  it('is still shown and counted if many gaps share a pixel', () => {
    const size = 4000;
    const list = Array.from({ length: size }, (_, at) =>
      value(at * 15, at * 15 + 15, at % 4 === 1 ? null : 1),
    );
    const asked = { start, end: start + size * 15 * minute };
    const kept = list.filter((_, at) => at % 4 !== 3);
    const { series, absences } = draw([seriesRecord({}, kept)], asked, { width: 100 });
    for (const spans of [absences![0]!.missing, series[0]!.nulls!]) {
      expect(spans.merged).toBe(true);
      expect(spans.start.length).toBeLessThanOrEqual(100);
      expect(spans.count.reduce((sum, count) => sum + count, 0)).toBe(size / 4);
    }
  });
});
