import { expect, it } from 'vitest';
import { SeenInResults } from '../../../../src/editor/query/seenInResults';
import { findDataset } from '../../../../src/market/datasets/datasets';
import { emptyTable, newResult, type Result } from '../../../../src/results/result';

function result(dataset: string, parameters: Record<string, string>, rows = 1): Result {
  const made = newResult('1', { dataset: findDataset(dataset)!, parameters }, 'sandbox', '');
  const columns = ['startTime', 'attribute.status'].map((key) => ({
    key,
    title: key,
    type: 'text' as const,
  }));
  const progress = { kind: 'ended', outcome: { kind: 'success' } } as const;
  return { ...made, progress, table: { ...emptyTable, rows, columns } };
}

it('areas are those of every parameter that names one, in the order in which they were queried', () => {
  const seen = new SeenInResults();
  seen.note(result('dayahead-prices', { deliveryarea: 'SYS,NO1', currency: 'EUR' }));
  seen.note(result('uk-flows', { deliveryareafrom: 'NO2', deliveryareato: 'SYS' }));
  expect(seen.areas).toEqual(['SYS', 'NO1', 'NO2']);
});

it('columns are those of the last table of the dataset', () => {
  const seen = new SeenInResults();
  expect(seen.columnsOf('dayahead-prices')).toEqual([]);
  seen.note(result('dayahead-prices', {}));
  expect(seen.columnsOf('dayahead-prices')).toEqual(['startTime', 'attribute.status']);
  expect(seen.columnsOf('dayahead-turnover')).toEqual([]);
});

it('an area without rows, such as a misspelled one, is not offered again', () => {
  const seen = new SeenInResults();
  seen.note(result('dayahead-prices', { deliveryarea: 'NO11' }, 0));
  seen.note({ ...result('dayahead-prices', { deliveryarea: 'NO12' }), progress: { kind: 'receiving' } });
  expect(seen.areas).toEqual([]);
  expect(seen.columnsOf('dayahead-prices')).toEqual([]);
});
