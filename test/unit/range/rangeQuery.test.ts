import { describe, expect, it } from 'vitest';
import { datasets, findDataset } from '#src/market/datasets/datasets';
import { firstDayOf } from '#src/market/query/queryPeriod';
import { titleOf } from '#src/results/resultNames';
import { rangeQuery } from '#src/range/rangeQuery';

const required = { daFrom: 'NO1' };
const named = (id: string) => (id === 'hub-to-hub-capacities' ? required : {});

describe('the query of an opened range', () => {
  it.each(datasets.map((dataset) => [dataset.id, dataset] as const))(
    'has the days in its title, and the first day: %s',
    (id, dataset) => {
      const query = rangeQuery(dataset, named(id), '2026-03-28', '2026-03-30');
      expect(firstDayOf(query)).toBe('2026-03-28');
      expect(titleOf({ query, connection: 'Work', startedEpochMs: 0 }, 'Europe/Oslo')).toContain(
        '28 Mar 2026 to 30 Mar 2026',
      );
      // Over the day on which the clocks go forward.
      expect(query.parameters).toMatchObject({
        startTime: '2026-03-27T23:00:00Z',
        endTime: '2026-03-30T22:00:00Z',
      });
    },
  );

  it('of one day is what would be sent for it, if that is a single request', () => {
    const curves = rangeQuery(findDataset('dayahead-curves')!, {}, '2026-03-29', '2026-03-29');
    expect(curves.parameters).toEqual({ date: '2026-03-29' });
  });

  it.each([
    [{ nothing: 'x' }, 'has no parameter "nothing"'],
    [{ deliveryarea: '\u0000' }, 'invisible character'],
  ])('rejects invalid parameters of a manifest: %j', (parameters, words) => {
    const dataset = findDataset('dayahead-prices')!;
    expect(() => rangeQuery(dataset, parameters, '2026-03-28', '2026-03-28')).toThrow(words);
  });

  it('has the period of the days, whatever period the manifest has', () => {
    const dataset = findDataset('dayahead-prices')!;
    const { parameters } = rangeQuery(
      dataset,
      { startTime: '2020-01-01T00:00:00Z' },
      '2026-03-28',
      '2026-03-28',
    );
    expect(parameters.startTime).toBe('2026-03-27T23:00:00Z');
  });
});
