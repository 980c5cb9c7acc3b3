import { describe, expect, it } from 'vitest';
import { noChoices } from '#view/chart/model/chartOptions';
import { onlyCell } from '#view/table/grid/gridSelection';
import { daysLater, memoriesLater } from '#view/memoriesLater';
import { resultState } from './frame/resultStates';
import { openedFile } from '../results/openedFiles';

const hour = 3_600_000;
const state = resultState();

/** The prices of an area on the delivery day that begins at this time. */
const asked = (startTime: string, area = 'NO1') =>
  resultState({
    parameters: [
      { name: 'startTime', label: 'Start', value: startTime },
      { name: 'endTime', label: 'End', value: new Date(Date.parse(startTime) + 24 * hour).toISOString() },
      { name: 'deliveryarea', label: 'Delivery area', value: area },
    ],
  });

const chartLater = (chart: object, days: number, plan = state.dataset.chart) =>
  memoriesLater({ chart: { ...noChoices, ...chart } }, days, { dataset: { ...state.dataset, chart: plan } })
    .chart;

describe('another day of the same query', () => {
  it('is as many delivery days later, also across a change of clocks, with another period and nothing else', () => {
    const saturday = asked('2026-03-27T23:00:00Z');
    expect(daysLater(saturday, asked('2026-03-28T23:00:00Z'))).toBe(1);
    expect(daysLater(saturday, asked('2026-03-29T22:00:00Z'))).toBe(2);
    expect(daysLater(asked('2026-03-29T22:00:00Z'), saturday)).toBe(-2);
    expect(daysLater(saturday, asked('2026-03-28T23:00:00Z', 'SE3'))).toBeNull();
    expect(daysLater(saturday, { ...asked('2026-03-28T23:00:00Z'), connection: 'other' })).toBeNull();
  });

  it("isn't a file, or a query without a period", () => {
    const file = { ...asked('2026-03-27T23:00:00Z'), source: openedFile() };
    expect(daysLater(file, file)).toBeNull();
    expect(daysLater(state, state)).toBeNull();
  });
});

describe('on another day, the chart', () => {
  it('is zoomed to the same hours by the clock, although that day has 23 hours', () => {
    const range = { from: Date.parse('2026-03-28T17:00Z'), to: Date.parse('2026-03-28T20:00Z') };
    const later = { from: Date.parse('2026-03-29T16:00Z'), to: Date.parse('2026-03-29T19:00Z') };
    expect(chartLater({ range }, 1)).toEqual({ ...noChoices, range: later });
    expect(chartLater({ range: later }, -1)).toEqual({ ...noChoices, range });
  });

  it('is zoomed to the same volumes, if these are its horizontal axis', () => {
    const range = { from: 20_000, to: 31_000.5 };
    expect(chartLater({ range }, 1, 'curves')).toMatchObject({ range });
    expect(chartLater({ range, depth: {} }, 1, 'orders')).toMatchObject({ range });
    expect(chartLater({ range, view: 'duration' }, 1)).toMatchObject({ range });
  });

  it('keeps the contract and the time of its depth, from which the thread finds those of the same product', () => {
    const contract = { id: 'C1', deliveryStart: 1, deliveryEnd: hour };
    expect(chartLater({ contract, depth: { at: 5 } }, 1, 'orders')).toMatchObject({
      contract,
      depth: { at: 5 },
    });
  });

  it('shows the history of the same hour of a pair', () => {
    const pair = { areaFrom: 'NO1', areaTo: 'SE3', deliveryStart: Date.parse('2026-10-24T10:00Z') };
    const deliveryStart = Date.parse('2026-10-25T11:00Z');
    expect(chartLater({ pair }, 1, 'capacities')).toMatchObject({ pair: { ...pair, deliveryStart } });
  });
});

it('on another day, the table keeps filters and order, but no selected cells, and JSON begins anew', () => {
  const table = { sort: [{ column: 'value' }], filters: { value: '>80' }, topRow: 3 };
  const selected = { selection: onlyCell({ row: 0, column: 0 }), columns: [] };
  const before = { table: { ...table, selected }, json: { scrollTop: 100 } };
  expect(memoriesLater(before, 1, state)).toEqual({ table: { ...table, selected: null } });
  expect(memoriesLater({}, 1, state)).toEqual({});
});
