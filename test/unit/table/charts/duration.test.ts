import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChartQuestion } from '#src/protocol/charts/chartQuestion';
import type { DurationSeries } from '#src/protocol/charts/durationChart';
import { chartAtOnce, hour, minute, seriesRecord, tableOf, values } from './tables';

function durationOf(list: readonly object[], question: Partial<ChartQuestion> = {}): DurationSeries {
  const size = { width: 1000, height: 400 };
  const chart = chartAtOnce(tableOf('timeSeries', [seriesRecord({}, list)]), 'steps', {
    ...size,
    view: 'duration',
    ...question,
  });
  if (chart.kind !== 'duration') throw new Error(chart.kind);
  return chart.series[0]!;
}

describe('a duration curve', () => {
  it('has each value for the share of the time for which it applied, highest first', () => {
    const { start, end, value, covered, belowZero } = durationOf([
      ...values([-5, 30], 15),
      ...values([10], 60, 30),
      ...values([30, null], 15, 90),
    ]);
    expect([...value]).toEqual([30, 10, -5]);
    expect(covered).toBe(105 * minute);
    const minutes = (percent: number) => Math.round((percent / 100) * 105);
    expect([...start].map(minutes)).toEqual([0, 30, 90]);
    expect([...end].map(minutes)).toEqual([30, 90, 105]);
    expect(minutes(belowZero)).toBe(15);
  });

  it('is empty without values', () => {
    expect(durationOf(values([null, null]))).toMatchObject({ covered: 0, belowZero: 0, reduced: false });
  });

  it('of many values is reduced, with both extremes', () => {
    const list = values(
      Array.from({ length: 20_000 }, (_, index) => (index * 7919) % 20_011),
      15,
    );
    const { value, reduced } = durationOf(list, { width: 100 });
    expect(reduced).toBe(true);
    expect(value).toHaveLength(400);
    expect([value[0], value.at(-1)]).toEqual([20_010, Math.min(...list.map((each) => each.value ?? 0))]);
    expect([...value]).toEqual([...value].sort((a, b) => b - a));
  });

  it('has the integral of the rows, and never rises', () => {
    const cents = fc.array(fc.tuple(fc.integer({ min: -1000, max: 1000 }), fc.constantFrom(15, 30, 60)), {
      minLength: 1,
      maxLength: 200,
    });
    fc.assert(
      fc.property(cents, (rows) => {
        let at = 0;
        const list = rows.flatMap(([value, minutes]) => {
          at += minutes;
          return values([value], minutes, at - minutes);
        });
        const { start, end, value, covered } = durationOf(list);
        const integral = [...value].reduce(
          (sum, each, place) => sum + each * ((end[place]! - start[place]!) / 100) * covered,
          0,
        );
        const sent = rows.reduce((sum, [each, minutes]) => sum + each * minutes * minute, 0);
        expect(integral / hour).toBeCloseTo(sent / hour, 4);
        expect([...value]).toEqual([...value].sort((a, b) => b - a));
        expect(end.at(-1)).toBeCloseTo(100, 9);
      }),
    );
  });
});
