import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instantsOf, wallClock } from '#src/market/time/zones';
import type { JudgedChartQuestion } from '#src/protocol/charts/chartQuestion';
import { heatCells, heatShared, type HeatChart } from '#src/protocol/charts/heatChart';
import { chartOf } from '#src/table/charts/chart';
import { HeatLayout } from '#view/chart/model/heatLayout';
import { heatReadout } from '#view/chart/heat/heatReadout';
import { atOnce } from '../atOnce';
import { chartAtOnce, hour, minute, seriesRecord, tableOf } from './tables';

const day = 24 * hour;

const rowsOf = (
  from: number,
  to: number,
  minutes: number,
  valueAt: (at: number) => number | null | undefined,
) =>
  Array.from(
    { length: Math.round((to - from) / minute / minutes) },
    (_, index) => from + index * minutes * minute,
  )
    .filter((at) => valueAt(at) !== undefined)
    .map((at) => ({
      startTime: new Date(at).toISOString(),
      endTime: new Date(at + minutes * minute).toISOString(),
      value: valueAt(at),
    }));

function heatOf(list: readonly object[], question: Partial<JudgedChartQuestion> = {}): HeatChart {
  const chart = chartAtOnce(tableOf('timeSeries', [seriesRecord({ deliveryArea: 'NO1' }, list)]), 'steps', {
    width: 1000,
    height: 400,
    view: 'heat',
    zone: 'Europe/Oslo',
    ...question,
  });
  if (chart.kind !== 'heat') throw new Error(chart.kind);
  return chart;
}

/** The value at a position in the map, as the crosshair finds it. */
function valueAt(chart: HeatChart, instant: number, clock: number): number | null {
  const layout = new HeatLayout(chart);
  const column = layout.columnAt(instant);
  const slot = layout.slotAt(column, clock);
  return slot === null ? null : layout.valueAt({ column, slot });
}

describe('a heat map', () => {
  const from = Date.parse('2026-06-01T22:00Z');

  it('has a column for each day and a cell for each interval, with the values as sent', () => {
    const chart = heatOf(rowsOf(from, from + 3 * day, 15, (at) => (at - from) / minute));
    expect([...chart.days]).toEqual([0, 1, 2, 3].map((each) => from + each * day));
    expect(chart).toMatchObject({ rows: 96, slots: 96, daysEach: 1, changes: [], label: 'NO1' });
    expect([...chart.value]).toEqual(Array.from({ length: 288 }, (_, index) => index * 15));
  });

  it('shows a day of 25 hours whole: the repeated hour twice, the first above the second', () => {
    const autumn = Date.parse('2026-10-24T22:00Z');
    const chart = heatOf(rowsOf(autumn, autumn + 25 * hour, 60, (at) => (at - autumn) / hour));
    expect(chart.changes).toEqual([{ column: 0, row: 2, rows: 1 }]);
    expect([...chart.value]).toEqual(Array.from({ length: 25 }, (_, index) => index));
    const at = (clock: number) => valueAt(chart, autumn, clock * hour);
    expect([at(1.9), at(2.1), at(2.6), at(3), at(23.5)]).toEqual([1, 2, 3, 4, 24]);
    const text = (clock: number) =>
      heatReadout(new HeatLayout(chart), autumn, clock * hour, 'Europe/Oslo')?.text;
    expect(text(2.1)).toContain('2026-10-25 00:00 – 01:00 UTC');
    expect(text(2.6)).toContain('2026-10-25 01:00 – 02:00 UTC');
    expect(text(3.1)).toContain('2026-10-25 02:00 – 03:00 UTC');
  });

  it('leaves the skipped hour of a day with 23 hours empty, and says so', () => {
    const spring = Date.parse('2026-03-28T23:00Z');
    const chart = heatOf(rowsOf(spring, spring + 23 * hour, 60, (at) => (at - spring) / hour));
    expect(chart.changes).toEqual([{ column: 0, row: 2, rows: -1 }]);
    const at = (clock: number) => valueAt(chart, spring, clock * hour);
    expect([at(1.5), at(2.5), at(3.5), at(23.5)]).toEqual([1, null, 2, 22]);
    expect(heatReadout(new HeatLayout(chart), spring, 2.5 * hour, 'Europe/Oslo')?.text).toBe(
      '2026-03-29 02:00 – 03:00: clocks skip this time in Europe/Oslo',
    );
  });

  it('leaves the hour after midnight empty if it is skipped, and keeps the others at their time', () => {
    // In Cairo, 24 April 2026 begins at 01:00.
    const spring = Date.parse('2026-04-23T22:00Z');
    const list = rowsOf(spring, spring + 23 * hour, 60, (at) => (at - spring) / hour);
    const chart = heatOf(list, { zone: 'Africa/Cairo' });
    expect(chart.changes).toEqual([{ column: 0, row: 0, rows: -1 }]);
    const at = (clock: number) => valueAt(chart, spring, clock * hour);
    expect([at(0.5), at(1.5), at(12.5), at(23.5)]).toEqual([null, 0, 11, 22]);
    expect(heatReadout(new HeatLayout(chart), spring, 0.5 * hour, 'Africa/Cairo')?.text).toBe(
      '2026-04-24 00:00 – 01:00: clocks skip this time in Africa/Cairo',
    );
  });

  it('has a column for the last day too if the first one began at 01:00', () => {
    const spring = Date.parse('2026-04-23T22:00Z');
    const list = rowsOf(spring, spring + 23.5 * hour, 30, () => 1);
    const chart = heatOf(list, { zone: 'Africa/Cairo' });
    expect(chart.days).toHaveLength(3);
    expect(valueAt(chart, spring + 23 * hour, 0.25 * hour)).toBe(1);
  });

  it('begins days at midnight in the time zone, and changes clocks when London does', () => {
    const london = Date.parse('2026-10-24T23:00Z');
    const list = rowsOf(london, london + 25 * hour, 30, (at) => (at - london) / hour);
    const chart = heatOf(list, { zone: 'Europe/London' });
    expect(chart.changes).toEqual([{ column: 0, row: 2, rows: 2 }]);
    expect([...chart.days]).toEqual([london, london + 25 * hour]);
    expect(heatOf(list, { zone: 'UTC' }).changes).toEqual([]);
  });

  it('distinguishes what is missing, null, and not expected yet', () => {
    const list = rowsOf(from, from + 20 * hour, 60, (at) =>
      at === from + 3 * hour ? null : at === from + 5 * hour ? undefined : 1,
    );
    const asked = { start: from, end: from + day, due: from + 22 * hour };
    const chart = heatOf(list, { judged: true, asked });
    const kinds = Array.from({ length: 24 }, (_, slot) => new HeatLayout(chart).kindAt({ column: 0, slot }));
    expect(kinds[3]).toBe(heatCells.null);
    expect(kinds[5]).toBe(heatCells.missing);
    expect(kinds.slice(20)).toEqual([
      heatCells.missing,
      heatCells.missing,
      heatCells.toCome,
      heatCells.toCome,
    ]);
    expect(chart).toMatchObject({ missingCount: 3, summary: { nulls: 1 } });
  });

  it('never shows an incomplete average as a value', () => {
    const list = rowsOf(from, from + 2 * hour, 15, (at) => (at === from ? null : 7));
    const chart = heatOf(list, { resolution: 'PT60M' });
    const kindAt = (slot: number) => new HeatLayout(chart).kindAt({ column: 0, slot });
    // Four quarter hours each.
    expect([kindAt(0), kindAt(3), kindAt(4)]).toEqual([
      heatCells.incomplete,
      heatCells.incomplete,
      heatCells.value,
    ]);
    expect(heatReadout(new HeatLayout(chart), from, 0, 'Europe/Oslo')?.text).toMatch(/incomplete: mean/);
  });

  it('reads the whole interval of a value that covers several cells', () => {
    const list = [
      ...rowsOf(from, from + hour, 60, () => 5),
      ...rowsOf(from + hour, from + 2 * hour, 15, () => 5),
    ];
    const chart = heatOf(list);
    const text = (clock: number) => heatReadout(new HeatLayout(chart), from, clock, 'Europe/Oslo')?.text;
    expect(text(20 * minute)).toBe(
      '2026-06-02 00:00 – 01:00 Europe/Oslo (2026-06-01 22:00 – 23:00 UTC): 5.00 EUR/MWh',
    );
    expect(text(80 * minute)).toContain('2026-06-02 01:15 – 01:30 Europe/Oslo');
  });

  it('never sends more cells than there is room for, and loses neither spikes nor negative values', () => {
    const years = 12 * 365;
    const chart = heatOf(
      rowsOf(from, from + years * day, 60, (at) =>
        at === from + 700 * day ? 4000 : at === from + 900 * day ? -1 : 50,
      ),
      { width: 600 },
    );
    expect(chart.days.length - 1).toBeLessThanOrEqual(600);
    expect(chart.value.length).toBeLessThanOrEqual(100_000);
    expect(chart.daysEach).toBeGreaterThan(1);
    expect(Math.max(...chart.value.filter((value) => !Number.isNaN(value)))).toBe(4000);
    expect(Math.min(...chart.value.filter((value) => !Number.isNaN(value)))).toBe(-1);
    expect(chart.state.some((state) => (state & heatShared) !== 0)).toBe(true);
  });

  it('rejects intervals that overlap so often that they would never be drawn, and until then lets others work', () => {
    // Fifty million cells are filled before the limit is reached. Of 300 days, each has a column of its own,
    // so that a cell is found without asking for the time zone's offset.
    const list = Array.from({ length: 7000 }, (_, index) => ({
      startTime: new Date(from + index).toISOString(),
      endTime: new Date(from + 300 * day).toISOString(),
      value: 1,
    }));
    const table = tableOf('timeSeries', [seriesRecord({ deliveryArea: 'NO1' }, list)]);
    let slices = 0;
    const draw = () =>
      atOnce(chartOf(table, 'steps', { width: 1000, height: 400, view: 'heat' }), () => (slices += 1));
    expect(draw).toThrow(/overlap/);
    expect(slices).toBeGreaterThan(100);
  });

  it('ends its colors before a few spikes, and says what the highest value is', () => {
    const list = rowsOf(from, from + 40 * day, 15, (at) => (at === from ? 4000 : 10 + ((at / hour) % 24)));
    const { low, high, summary } = heatOf(list);
    expect([low, summary.max]).toEqual([10, 4000]);
    expect(high).toBeLessThan(40);
  });

  it('has each value at its day and wall-clock time, in any time zone and on any day', () => {
    const zones = fc.constantFrom('Europe/Oslo', 'Europe/London', 'UTC', 'Africa/Cairo', 'America/Santiago');
    const starts = fc
      .integer({ min: 0, max: 24 * 365 })
      .map((hours) => Date.parse('2026-01-01T00:00Z') + hours * hour);
    fc.assert(
      fc.property(zones, starts, fc.integer({ min: 1, max: 60 }), (zone, first, hours) => {
        const chart = heatOf(
          rowsOf(first, first + hours * hour, 60, (at) => (at - first) / hour),
          { zone },
        );
        for (let index = 0; index < hours; index += 1) {
          const at = first + index * hour;
          const wall = wallClock(at, zone);
          const twice = instantsOf(wall, zone);
          const place = twice.length < 2 ? 0.5 : twice.indexOf(at) === 0 ? 0.25 : 0.75;
          expect(valueAt(chart, at, (wall.hour + place) * hour)).toBe(index);
        }
      }),
    );
  });
});
