import { describe, expect, it } from 'vitest';
import type { Absence, Series, SeriesChart, Spans } from '#src/protocol/charts/seriesChart';
import { seriesDrawing } from '#view/chart/series/seriesDrawing';
import { drawSeries, minute, seriesRecord, start, values } from '../../../table/charts/tables';
import { chartOptions } from '../chartOptions';

const at = (utc: string) => Date.parse(utc);
const options = chartOptions({ plan: 'steps', title: 'Day-ahead prices', zone: 'Europe/Oslo' });

const hour = (index: number) => at('2026-03-29T00:00:00Z') + index * 3_600_000;

/** Spans of so many hours each, from these hours on. */
const spans = (...some: readonly (readonly [from: number, count: number])[]): Spans => ({
  start: Float64Array.from(some, ([from]) => hour(from)),
  end: Float64Array.from(some, ([from, count]) => hour(from + count)),
  count: Uint32Array.from(some, ([, count]) => count),
  merged: false,
});

const absence = (label: string, indexes: number[], missing: Spans, toCome = spans()): Absence => ({
  label,
  series: indexes,
  missing,
  toCome,
  missingCount: missing.count.reduce((sum, count) => sum + count, 0),
});

/** As the table gives it; a missing value is not a number. */
function series(label: string, unit: string, amounts: number[]): Series {
  const sent = amounts.map((amount) => (Number.isNaN(amount) ? null : amount));
  const records = [seriesRecord({}, values(sent, 60, (hour(0) - start) / minute))];
  return { ...drawSeries(records).series[0]!, label, unit };
}

const chartOf = (...all: Series[]): SeriesChart => ({
  kind: 'series',
  from: at('2026-03-28T23:00:00Z'),
  to: at('2026-03-29T22:00:00Z'),
  series: all,
  omitted: 0,
});

describe('the summary and readout of a chart of series', () => {
  it('is a sentence with count, extent, extremes, mean, gaps, unit, and time zone', () => {
    const one = series('NO1', 'EUR/MWh', [-3.2, 120.11, 45.7, NaN]);
    const absences = [absence('NO1', [0], spans([5, 2]))];
    const { summary } = seriesDrawing({ ...chartOf(one), absences }, options);
    expect(summary).toBe(
      'Day-ahead prices, NO1: 3 values from 2026-03-29 00:00 +01:00 to 2026-03-30 00:00 +02:00, ' +
        'minimum -3.20, maximum 120.11, mean 54.20 EUR/MWh, 2 intervals missing, 1 value is null, times in Europe/Oslo',
    );
  });

  it("says of values that aren't drawn only what is true of a text and of a number that is too large", () => {
    const one = series('NO1', 'EUR/MWh', [1, 2]);
    const summary = { ...one.summary, texts: 2 };
    expect(seriesDrawing(chartOf({ ...one, summary }), options).summary).toContain(
      ", 2 values can't be drawn,",
    );
  });

  it('is about the values that arrived, on an axis of the whole requested period', () => {
    const day = { from: at('2026-03-28T23:00:00Z'), to: at('2026-03-30T22:00:00Z') };
    const { x, summary } = seriesDrawing({ ...chartOf(series('A', 'MW', [1])), axis: day }, options);
    expect(x).toMatchObject({ visible: day, extent: day });
    expect(summary).toContain('1 value from 2026-03-29 00:00 +01:00 to 2026-03-30 00:00 +02:00');
  });

  it('never mixes units, and says which series the extremes belong to', () => {
    const { summary } = seriesDrawing(
      chartOf(series('A', 'MW', [100, 200]), series('B', 'MW', [50]), series('C', 'GBP/MWh', [9])),
      options,
    );
    expect(summary).toContain(
      'minimum 50 (B), maximum 200 (A) MW, minimum 9.00, maximum 9.00, mean 9.00 GBP/MWh',
    );
  });

  it.each([
    ['a null is not a zero', 1.5, 'no value (null)'],
    ['a value has all its digits', 0.5, '-0.305 EUR/MWh'],
    ['a gap is named as one', 30, 'No interval at'],
  ])('at the crosshair: %s', (_name, hours, expected) => {
    const { readoutAt } = seriesDrawing(chartOf(series('NO1', 'EUR/MWh', [-0.305, NaN])), options);
    expect(readoutAt(at('2026-03-29T00:00:00Z') + hours * 3_600_000, null)?.text).toContain(expected);
  });

  it.each([
    ['while rows arrive', chartOf(), true, 'Receiving…'],
    [
      'if every value is missing',
      chartOf(series('A', 'MW', [NaN])),
      false,
      'Nothing to plot: all values are missing. See the table.',
    ],
    [
      'if a series came without values, about whose times nothing is known',
      chartOf(),
      false,
      'Nothing to plot: the response contains no values with readable times. See the table.',
    ],
    ['if there is a value', chartOf(series('A', 'MW', [1])), false, null],
  ])('has a message instead of the chart or none: %s', (_name, chart, receiving, expected) => {
    expect(seriesDrawing(chart, { ...options, receiving }).empty).toBe(expected);
  });

  it('has no mean if the values are too large to be added up', () => {
    const one = series('A', 'MW', [1e308]);
    const { summary } = seriesDrawing(chartOf({ ...one, summary: { ...one.summary, mean: NaN } }), options);
    expect(summary).not.toMatch(/mean|NaN/);
  });

  it.each([
    [['NO2 → UK', 'DK1 → UK'], 'UK imports', 'UK exports'],
    [['NO1 → SE3', 'NO1 → NO2'], 'NO1 exports', 'NO1 imports'],
    [['NO1 → SE3', 'NO2 → UK'], '', 'opposite to the arrow'],
    [['NO1', 'SE3'], '', 'below zero'],
  ])('says of flows %j what is below zero', (labels, above, below) => {
    const flows = chartOf(...labels.map((label) => series(label, 'MW', [100, -50])));
    expect(seriesDrawing(flows, { ...options, plan: 'flows' }).zero).toEqual({ above, below });
  });

  it('has no gap in the legend where a unit would be', () => {
    const { legend } = seriesDrawing(chartOf(series('NO1', '', [5])), options);
    expect(legend[0]?.figures?.map(({ detail }) => detail)).toEqual([
      'minimum 5, 2026-03-29 01:00 +01:00',
      'mean 5.00, weighted by time',
      'maximum 5, 2026-03-29 01:00 +01:00',
    ]);
  });

  it('is also in the legend: the extremes of each series with their times, and its mean', () => {
    const { legend } = seriesDrawing(
      chartOf(series('NO1', 'EUR/MWh', [-3.2, 120.11, 45.7]), series('SE3', 'EUR/MWh', [NaN])),
      options,
    );
    expect(legend.map(({ figures }) => figures)).toEqual([
      [
        { name: 'min', value: '-3.20', detail: 'minimum -3.20 EUR/MWh, 2026-03-29 01:00 +01:00' },
        { name: 'mean', value: '54.20', detail: 'mean 54.20 EUR/MWh, weighted by time' },
        { name: 'max', value: '120.11', detail: 'maximum 120.11 EUR/MWh, 2026-03-29 03:00 +02:00' },
      ],
      [],
    ]);
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
    ...chartOf(
      { ...series('SE3', 'EUR/MWh', [52, 60]), about: { subject: 'NO1', result: 0 } },
      { ...series('NO1', 'EUR/MWh', [50, 61]), about: { subject: 'NO1', result: 1 } },
      { ...difference, about: { subject: 'NO1', result: 0 } },
    ),
    formula: 'SE3 minus NO1',
  };
  const compared = { ...options, plan: 'comparison' } as const;

  it("has the difference in a separate pane, so that small differences aren't drawn as a flat line", () => {
    const { y, marks, legend } = seriesDrawing(chart, compared);
    expect(y).toHaveLength(2);
    const [values, pane] = y;
    expect(values?.pane).toBeUndefined();
    expect(pane).toMatchObject({
      title: 'EUR/MWh',
      pane: { caption: 'A − B' },
    });
    expect(pane?.low).toBeLessThan(-1);
    expect(pane?.high).toBeGreaterThan(2);
    expect(pane?.high).toBeLessThan(5);
    const axes = marks.map((mark) => [mark.kind, 'axis' in mark && mark.axis]);
    expect(axes).toEqual([
      ['line', 0],
      ['line', 0],
      ['band', 1],
    ]);
    expect(legend.map(({ label }) => label)).toEqual(['SE3', 'NO1', 'SE3 minus NO1']);
    expect(legend.map(({ short }) => short)).toEqual(['SE3 · A', 'NO1 · B', 'A − B']);
  });

  it('has a difference in the color of the result that is higher, at the crosshair, too', () => {
    const { marks, legend, readoutAt } = seriesDrawing(chart, compared);
    expect(legend.map(({ style }) => style)).toEqual([0, 1, 0]);
    expect(legend[2]).toMatchObject({ style: 0, below: 1 });
    expect(marks[2]).toMatchObject({ kind: 'band', style: 0, below: 1 });
    const styleAt = (hours: number) => readoutAt(hour(hours), null)?.dots?.at(-1)?.style;
    expect([styleAt(0.5), styleAt(1.5)]).toEqual([0, 1]);
  });

  it('uses all of the room when the values or the differences are hidden', () => {
    for (const hidden of [['SE3 minus NO1'], ['SE3', 'NO1']]) {
      const { y, marks } = seriesDrawing(chart, { ...compared, hidden });
      expect(y.map(({ pane }) => pane)).toEqual([undefined]);
      expect(marks.every((mark) => 'axis' in mark && mark.axis === 0)).toBe(true);
    }
  });

  it('never mixes the extremes of the values with those of the differences, whose signs it shows', () => {
    const { summary, readoutAt } = seriesDrawing(chart, compared);
    expect(summary).toContain('SE3 and NO1: 4 values');
    expect(summary).toContain('minimum 50.00 (NO1), maximum 61.00 (NO1) EUR/MWh');
    expect(summary).toContain('SE3 minus NO1: minimum -1.00, maximum +2.00, mean +0.50 EUR/MWh');
    expect(readoutAt(at('2026-03-29T00:30:00Z'), null)?.text).toContain('SE3 minus NO1 +2.00 EUR/MWh');
  });
});

describe('the comparison of several areas', () => {
  const side = (subject: string, day: string, values: number[], result: number) => ({
    ...series(`${subject} · ${day}`, 'EUR/MWh', values),
    about: { subject, result },
  });
  const difference = (subject: string, values: number[]) => ({
    ...side(subject, 'Friday minus Thursday', values, 0),
    isDifference: true,
  });
  const chart = {
    ...chartOf(
      side('NO1', 'Friday', [52, 60], 0),
      side('NO1', 'Thursday', [50, 61], 1),
      difference('NO1', [2, -1]),
      side('SE3', 'Friday', [30, 39], 0),
      side('SE3', 'Thursday', [40, 41], 1),
      difference('SE3', [-10, -2]),
    ),
    formula: 'Friday minus Thursday',
  };
  const { summary, legend, marks } = seriesDrawing(chart, { ...options, plan: 'comparison' });

  it('says the mean difference of each, by the name of the area alone', () => {
    expect(summary).toContain(
      'Friday minus Thursday: minimum -10.00 (SE3), maximum +2.00 (NO1), mean +0.50 (NO1), -6.00 (SE3) EUR/MWh',
    );
    expect(legend.map(({ style }) => style)).toEqual([0, -1, 0, 1, -2, 1]);
    expect(legend.map(({ short }) => short).slice(0, 3)).toEqual(['NO1 · A', 'NO1 · B', 'NO1 · A − B']);
  });

  it('has a line for each difference, because areas on top of each other would mix their colors', () => {
    expect(marks.map(({ kind }) => kind)).toEqual(marks.map(() => 'line'));
    expect(legend.map(({ shape }) => shape)).toEqual(legend.map(() => 'line'));
  });
});

describe('the chart of several days', () => {
  const onDay = (subject: string, day: string, result: number) => ({
    ...series(`${subject} · ${day}`, 'EUR/MWh', [1, 2]),
    about: { subject, result },
  });
  const both = (...subjects: string[]) =>
    seriesDrawing(
      chartOf(
        ...['21 Nov 2026', '20 Nov 2026'].flatMap((day, result) =>
          subjects.map((subject) => onDay(subject, day, result)),
        ),
      ),
      options,
    );

  it('says each date once, for all areas of that day', () => {
    const { legend, readoutAt, ends } = both('NO1', 'SE3');
    const groups = ['21 Nov 2026', '21 Nov 2026', '20 Nov 2026', '20 Nov 2026'];
    expect(legend.map(({ group }) => group)).toEqual(groups);
    expect(readoutAt(hour(0.5), null)?.lines.map(({ group }) => group)).toEqual(groups);
    expect(ends).toBeUndefined();
  });

  it('has nothing to group if there is one area, whose lines are called by their dates', () => {
    expect(both('NO1').legend.map(({ group }) => group)).toEqual([undefined, undefined]);
  });
});

it('names stand beside the last visible value of each line', () => {
  const chart = chartOf(series('NO1', 'MW', [1, 2, 3]), series('SE3', 'MW', [4, 5, NaN]));
  const ends = (to: number) =>
    seriesDrawing(chart, { ...options, range: { from: hour(0), to } }).ends?.map(({ label, y }) => [
      label,
      y,
    ]);
  expect(ends(hour(3))).toEqual([
    ['NO1', 3],
    ['SE3', 5],
  ]);
  expect(ends(hour(1))).toEqual([
    ['NO1', 1],
    ['SE3', 4],
  ]);
});

it('bars of several results have different colors, because they have no dashes', () => {
  const bar = (subject: string, result: number) => ({
    ...series(`${subject} · ${result}`, 'MWh', [1]),
    about: { subject, result },
  });
  const chart = chartOf(bar('NO1', 0), bar('SE3', 0), bar('NO1', 1), bar('SE3', 1));
  const { legend } = seriesDrawing(chart, { ...options, plan: 'bars' });
  expect(legend.map(({ style }) => style)).toEqual([0, 1, 2, 3]);
});

describe('an absent value', () => {
  const oslo = { ...options, zone: 'UTC' };
  const both = (absences: Absence[]) =>
    seriesDrawing(
      {
        ...chartOf(series('NO1', 'EUR/MWh', [1, 2, NaN, NaN]), series('SE3', 'EUR/MWh', [5, NaN, NaN])),
        absences,
      },
      oslo,
    );
  const textAt = (drawing: ReturnType<typeof both>, hours: number) =>
    drawing.readoutAt(hour(hours), null)?.text.split(': ').slice(1).join(': ');

  it('is reported at the crosshair as null, missing, or still to come, with its series', () => {
    const drawing = both([
      absence('NO1', [0], spans([4, 2])),
      absence('SE3', [1], spans([5, 1]), spans([8, 2])),
    ]);
    expect(textAt(drawing, 0.5)).toBe('NO1 1.00 EUR/MWh · SE3 5.00 EUR/MWh');
    expect(textAt(drawing, 1.5)).toBe('NO1 2.00 EUR/MWh · SE3 no value (null)');
    expect(textAt(drawing, 2.5)).toBe('no value (null)');
    expect(textAt(drawing, 4.5)).toBe('NO1 missing: not in the response');
    expect(textAt(drawing, 5.5)).toBe('missing: not in the response');
    expect(textAt(drawing, 8.5)).toBe('SE3 still to come');
    expect(drawing.readoutAt(hour(20), null)?.text).toMatch(/^No interval at/);
    expect(drawing.readoutAt(hour(5.5), null)).toMatchObject({
      interval: { from: hour(5), to: hour(6) },
      heading: '2026-03-29 05:00 – 06:00',
      lines: ['NO1', 'SE3'].map((label) => ({ label, value: 'missing', unit: '' })),
    });
  });

  it('is reported for its interval, and not for the whole gap', () => {
    const drawing = both([absence('NO1', [0], spans([4, 3]))]);
    expect(drawing.readoutAt(hour(5.5), null)?.text).toMatch(/^2026-03-29 05:00 – 06:00 UTC:/);
    const merged = { ...spans([4, 3]), merged: true };
    const vague = both([absence('NO1', [0], merged)]).readoutAt(hour(5.5), null)?.text;
    expect(vague).toMatch(/^Within 2026-03-29 04:00 – 07:00 UTC: NO1 missing/);
  });

  it('is reported once if preliminary and official prices cover the day together', () => {
    const drawing = both([absence('NO1', [0, 1], spans([6, 1]))]);
    expect(textAt(drawing, 6.5)).toBe('missing: not in the response');
    const one = seriesDrawing(
      {
        ...chartOf(
          series('A · preliminary', 'MW', [1]),
          series('A · official', 'MW', [2]),
          series('B', 'MW', [3, 4]),
        ),
        absences: [absence('A', [0, 1], spans([1, 1]))],
      },
      oslo,
    );
    expect(textAt(one, 1.5)).toBe('A missing: not in the response · B 4 MW');
  });

  it("isn't called null in a comparison, because the interval may not have arrived on that side", () => {
    const side = series('first', 'MW', [1, NaN]);
    delete side.nulls;
    const drawing = seriesDrawing(chartOf(side), { ...oslo, plan: 'comparison' });
    expect(textAt(drawing, 1.5)).toBe('no value');
    expect(drawing.absent?.nulls).toEqual([]);
    expect(drawing.summary).toContain('1 interval without a value');
  });

  it('is marked once if several series have a gap, and not for hidden ones', () => {
    const chart = {
      ...chartOf(series('NO1', 'MW', [1]), series('SE3', 'MW', [NaN])),
      absences: [absence('NO1', [0], spans([4, 2])), absence('SE3', [1], spans([5, 2], [9, 1]))],
    };
    const { absent, keys } = seriesDrawing(chart, oslo);
    expect(absent?.missing).toEqual([
      { from: hour(4), to: hour(7) },
      { from: hour(9), to: hour(10) },
    ]);
    expect(absent?.nulls).toEqual([{ from: hour(0), to: hour(1) }]);
    expect(keys?.map(({ shape }) => shape)).toEqual(['flat', 'dotted']);
    const one = seriesDrawing(chart, { ...oslo, hidden: ['SE3'] });
    expect(one.absent).toEqual({ missing: [{ from: hour(4), to: hour(6) }], nulls: [] });
    expect(one.keys?.map(({ shape }) => shape)).toEqual(['flat']);
    expect(one.summary).toContain('2 intervals missing');
  });

  it('can be reached by keyboard', () => {
    const { stops } = both([absence('NO1', [0], spans([4, 2]))]);
    expect([...Array.from(stops)]).toEqual([0.5, 1.5, 2.5, 3.5, 4.5, 5.5].map(hour));
  });
});

describe('bars', () => {
  const day = (label: string) =>
    series(
      label,
      'MWh',
      Array.from({ length: 24 }, (_, at) => at),
    );
  /** The chart of a day in this many pixels. */
  const kinds = (width: number, plan: 'bars' | 'flows', ...labels: string[]) => {
    const all = { ...chartOf(...labels.map(day)), from: hour(0), to: hour(24) };
    const { marks, legend } = seriesDrawing(all, { ...options, plan, width });
    return [
      ...marks.map((mark) => (mark.kind === 'band' && mark.solid ? 'area' : mark.kind)),
      legend[0]?.shape,
    ];
  };

  it.each([
    ['of one series become an area', 287, ['buy'], ['area', 'bar']],
    ['of one series stay', 288, ['buy'], ['bars', 'bar']],
    ['of two series are always steps', 9000, ['buy', 'sell'], ['line', 'line', 'line']],
  ])('narrower than twelve pixels would shimmer: %s at %s pixels a day', (_, width, labels, expected) => {
    expect(kinds(width, 'bars', ...labels)).toEqual(expected);
  });

  it('of a single flow become an area to both sides of zero', () => {
    expect(kinds(100, 'flows', 'NO1 → SE3')).toEqual(['area', 'bar']);
  });

  it('return if only part of the day is shown', () => {
    const range = { from: hour(0), to: hour(6) };
    const all = { ...chartOf(day('buy')), from: hour(0), to: hour(24) };
    const { marks } = seriesDrawing(all, { ...options, plan: 'bars', width: 100, range });
    expect(marks.map(({ kind }) => kind)).toEqual(['bars']);
  });
});

describe('the line at the current time', () => {
  const day = { from: hour(0), to: hour(24) };
  const drawn = (now: number, range: typeof day | null = null) =>
    seriesDrawing({ ...chartOf(series('A', 'MW', [1])), axis: day }, { ...options, zone: 'UTC', now, range });

  it('is drawn, and mentioned in the summary', () => {
    const { now, summary } = drawn(hour(9.5) + 40_000);
    expect(now).toEqual({ at: hour(9.5) + 40_000, label: 'now' });
    expect(summary).toContain('current time 2026-03-29 09:30, times in UTC');
  });

  it("isn't there on another day", () => {
    for (const at of [hour(-1), hour(24)]) {
      expect(drawn(at).now).toBeUndefined();
      expect(drawn(at).summary).not.toContain('current time');
    }
  });

  it('is mentioned but not drawn if the chart is zoomed to another time', () => {
    const { now, summary } = drawn(hour(9), { from: hour(12), to: hour(14) });
    expect(now).toBeUndefined();
    expect(summary).toContain('current time');
  });
});
