import { expect, test } from 'vitest';
import { describedResult, firstRows } from '#src/editor/languageModels/resultDescription';
import { requireDataset } from '#src/market/datasets/datasets';
import type { Query } from '#src/market/query/query';
import { iso, minute, seriesRecord } from '../../table/charts/tables';
import { tableStore } from './tableStore';
import { openedFile } from '../../results/openedFiles';

const [start, end] = [Date.parse('2026-03-28T23:00:00Z'), Date.parse('2026-03-29T22:00:00Z')];
const query: Query = {
  dataset: requireDataset('dayahead-prices'),
  parameters: {
    deliveryarea: 'NO1',
    startTime: '2026-03-28T23:00:00Z',
    endTime: '2026-03-29T22:00:00Z',
  },
};
const { signal } = new AbortController();

const prices = Array.from({ length: (end - start) / (60 * minute) }, (_, hour) => ({
  startTime: iso(start + hour * 60 * minute),
  endTime: iso(start + (hour + 1) * 60 * minute),
  value: hour,
}));

test('a query is described by the instants that were sent and by what they mean', async () => {
  const tables = tableStore();
  const result = tables.add(query, 'production', [seriesRecord({ deliveryArea: 'NO1' }, prices)]);
  const told = await describedResult(tables.store, result, undefined, signal);
  expect(told).toMatchObject({
    parameters: query.parameters,
    period: { startUtc: '2026-03-28T23:00:00Z', endUtcExclusive: '2026-03-29T22:00:00Z', hours: 23 },
    columns: expect.arrayContaining([
      expect.objectContaining({ keyAsSent: 'value', values: 23, nulls: 0 }) as unknown,
    ]) as unknown,
    series: [{ values: 23, figures: null }],
  });
  expect(told).not.toHaveProperty('likelyReasons');
  expect(await firstRows(tables.store, result, signal)).toEqual({});
});

test('if nothing came, likely reasons are told with queries that would confirm them', async () => {
  const tables = tableStore();
  const empty = tables.add(query, 'production', []);
  const { likelyReasons } = await describedResult(tables.store, empty, undefined, signal);
  expect(likelyReasons).toContainEqual({
    text: expect.stringContaining('likely') as string,
    queriesThatTell: expect.arrayContaining([
      expect.objectContaining({ parameters: expect.any(Object) as object }) as unknown,
    ]) as unknown,
  });
});

test('no reasons are guessed for an empty file, whose words could come from anyone', async () => {
  const tables = tableStore();
  const opened = tables.add(query, 'file', [], openedFile({ savedEpochMs: start }));
  expect(await describedResult(tables.store, opened, undefined, signal)).not.toHaveProperty('likelyReasons');
});

test('columns can be chosen, and one that the response lacks is named', async () => {
  const tables = tableStore();
  const result = tables.add(query, 'production', [seriesRecord({ deliveryArea: 'NO1' }, prices)]);
  const { columns } = await describedResult(tables.store, result, ['value'], signal);
  expect(columns).toEqual([expect.objectContaining({ keyAsSent: 'value' })]);
  await expect(describedResult(tables.store, result, ['price'], signal)).rejects.toThrow(
    'The response has no column "price".',
  );
});

test('means have no digits that only result from the order of addition', async () => {
  const tables = tableStore();
  const day = Array.from({ length: 24 }, (_, hour) => ({
    startTime: iso(end + hour * 60 * minute),
    endTime: iso(end + (hour + 1) * 60 * minute),
    value: hour === 0 ? 0.1 : 0.2,
  }));
  const result = tables.add(query, 'production', [seriesRecord({ deliveryArea: 'NO1' }, day)]);
  const { series } = await describedResult(tables.store, result, undefined, signal);
  expect(series).toMatchObject([{ figures: { min: 0.1, max: 0.2, mean: 0.195833333333 } }]);
});
