import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coverageOf } from '#src/market/integrity/integrity';
import { chartOf } from '#src/table/charts/chart';
import type { ChartQuestion } from '#src/protocol/charts/chartQuestion';
import type { SeriesChart } from '#src/protocol/charts/seriesChart';
import { atOnce } from '../atOnce';
import { seriesRecord, tableOf, value, values, chartAtOnce } from './tables';

const size = { width: 1000, height: 400 };
const draw = (records: readonly object[], question: Partial<ChartQuestion> = {}): SeriesChart => {
  const chart = chartAtOnce(tableOf('timeSeries', records), 'steps', { ...size, ...question });
  if (chart.kind !== 'series') throw new Error(chart.kind);
  return chart;
};

describe('missing intervals', () => {
  it('are counted as in the integrity strip', () => {
    const step = fc.record({
      skip: fc.constantFrom(0, 0, 0, 15, 30, 75, -15),
      length: fc.constantFrom(15, 30, 60, 240),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 200 }), (steps) => {
        let at = 0;
        const list = steps.map(({ skip, length }) => {
          const from = at + skip;
          at = from + length;
          return value(from, at, 1);
        });
        const asked = { start: null, end: null };
        const table = tableOf('timeSeries', [seriesRecord({}, list)]);
        const chart = atOnce(chartOf(table, 'steps', { ...size, asked, judged: true })) as SeriesChart;
        const sent = list.map(
          ({ startTime, endTime }) => [Date.parse(startTime!), Date.parse(endTime!)] as const,
        );
        sent.sort(([a], [b]) => a - b);
        const intervals = {
          length: sent.length,
          reach: Math.max(...sent.map(([, end]) => end)),
          start: (place: number) => sent[place]![0],
          end: (place: number) => sent[place]![1],
          value: () => 1,
          isNull: () => false,
        };
        const { missing } = coverageOf([intervals], asked);
        expect(chart.absences![0]!.missingCount).toBe(missing);
        const drawn = chart.absences![0]!.missing.count.reduce((sum, count) => sum + count, 0);
        expect(drawn).toBe(missing);
      }),
    );
  });
});

describe('a long series', () => {
  it('is drawn in slices, so that other requests are answered in between', () => {
    const list = values(Array.from({ length: 100_000 }, (_, n) => n));
    const table = tableOf('timeSeries', [seriesRecord({}, list)]);
    let turns = 0;
    atOnce(chartOf(table, 'steps', size), () => (turns += 1));
    expect(turns).toBeGreaterThan(20);
  });
});

describe('a status', () => {
  it('marks the series whose prices are preliminary', () => {
    const of = (status: string) => seriesRecord({ deliveryArea: 'NO1', status }, values([1]));
    const { series } = draw([of('P'), of('O'), of('Preliminary')]);
    expect(series.map(({ preliminary = false }) => preliminary)).toEqual([true, false, true]);
  });
});
