import { describe, expect, it, vi } from 'vitest';
import { datasets, findDataset } from '#src/market/datasets/datasets';
import type { Dataset } from '#src/market/datasets/dataset';
import { readQuery } from '#src/market/query/query';
import { rangeDays, type DayRange } from '#src/range/rangeDays';

vi.mock('#src/market/query/query', { spy: true });

const dataset = (id: string): Dataset => findDataset(id) as Dataset;
const days = (id: string, from: string, to: string, more: Partial<DayRange> = {}) =>
  rangeDays({ dataset: dataset(id), parameters: {}, from, to, ...more });
const hub = { daFrom: 'NO1' };

describe('the requests of a range', () => {
  it.each(datasets.map(({ id }) => id))(
    '%s: cover each delivery day exactly, even when clocks change',
    (id) => {
      for (const [day, start, end] of [
        ['2026-03-29', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'],
        ['2026-10-25', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'],
        ['2026-12-31', '2026-12-30T23:00:00Z', '2026-12-31T23:00:00Z'],
      ] as const) {
        const given = id === 'hub-to-hub-capacities' ? hub : {};
        const [only, ...more] = days(id, day, day, { parameters: given });
        expect(more).toEqual([]);
        expect(only?.day).toBe(day);
        const periods = only?.requests.map(({ period }) => period) ?? [];
        expect(periods[0]?.start).toBe(Date.parse(start));
        expect(periods.at(-1)?.end).toBe(Date.parse(end));
        for (const [at, period] of periods.slice(1).entries()) expect(period.start).toBe(periods[at]?.end);
        const hours = (Date.parse(end) - Date.parse(start)) / 3_600_000;
        expect(periods).toHaveLength(id === 'hub-to-hub-capacities' ? hours : 1);
      }
    },
  );

  it('have the parameters that their period stands for', () => {
    const [prices] = days('dayahead-prices', '2026-03-29', '2026-03-29', {
      parameters: { deliveryarea: 'NO1, SE3' },
    });
    expect(prices?.requests[0]?.query.parameters).toEqual({
      deliveryarea: 'NO1,SE3',
      startTime: '2026-03-28T23:00:00Z',
      endTime: '2026-03-29T22:00:00Z',
    });
    expect(days('dayahead-curves', '2026-03-29', '2026-03-29')[0]?.requests[0]?.query.parameters).toEqual({
      date: '2026-03-29',
    });
    const hours = days('hub-to-hub-capacities', '2026-03-29', '2026-03-29', { parameters: hub });
    expect(hours[0]?.requests.map(({ query }) => query.parameters.powerHour).slice(0, 3)).toEqual([
      '2026-03-28T23:00:00Z',
      '2026-03-29T00:00:00Z',
      '2026-03-29T01:00:00Z',
    ]);
  });

  it('are windows of a day if they must be shorter, the last one for the rest', () => {
    const [orders] = days('intraday-orders', '2026-03-29', '2026-03-29', { windowMinutes: 90 });
    const windows = orders?.requests.map(({ period }) => (period.end - period.start) / 60_000);
    expect(windows).toEqual([...Array<number>(15).fill(90), 30]);
    expect(orders?.requests[1]?.query.parameters).toEqual({
      startTime: '2026-03-29T00:30:00Z',
      endTime: '2026-03-29T02:00:00Z',
    });
  });

  it('are those of all days, both ends included, across a leap day', () => {
    expect(days('dayahead-turnover', '2028-02-27', '2028-03-01').map(({ day }) => day)).toEqual([
      '2028-02-27',
      '2028-02-28',
      '2028-02-29',
      '2028-03-01',
    ]);
  });

  it('of decades are made one day at a time, so that a run begins at once', () => {
    vi.mocked(readQuery).mockClear();
    const all = days('hub-to-hub-capacities', '1980-01-01', '2026-12-31', { parameters: hub });
    expect(all).toHaveLength(17_167);
    expect(vi.mocked(readQuery).mock.calls.length).toBeLessThan(100);
    expect(all[12_345]?.requests).toHaveLength(24);
  });

  it.each<[string, string, string, string, Partial<DayRange>, RegExp]>([
    ['the end is before the start', 'dayahead-prices', '2026-03-02', '2026-03-01', {}, /before the first/],
    ['a day does not exist', 'dayahead-prices', '2026-02-29', '2026-03-01', {}, /"2026-02-29" isn't a/],
    ['a day is a word', 'dayahead-prices', 'today', 'today', {}, /"today" isn't a delivery day/],
    [
      'the period is a parameter',
      'dayahead-prices',
      '2026-03-01',
      '2026-03-01',
      { parameters: { startTime: 'today' } },
      /Omit "startTime"/,
    ],
    [
      'a parameter is unknown',
      'dayahead-prices',
      '2026-03-01',
      '2026-03-01',
      { parameters: { area: 'NO1' } },
      /"area"/,
    ],
    ['a parameter is missing', 'hub-to-hub-capacities', '2026-03-01', '2026-03-01', {}, /daFrom is required/],
    [
      'power hours are given windows',
      'hub-to-hub-capacities',
      '2026-03-01',
      '2026-03-01',
      { parameters: hub, windowMinutes: 30 },
      /"windowMinutes" can't be used/,
    ],
    ['the range is a century long', 'dayahead-prices', '1926-03-01', '2026-03-01', {}, /at most/],
  ])('are rejected with a message if %s', (_, id, from, to, more, message) => {
    expect(() => days(id, from, to, more)).toThrow(message);
  });
});
