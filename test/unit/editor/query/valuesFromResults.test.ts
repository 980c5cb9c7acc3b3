import { expect, it } from 'vitest';
import { ValuesFromResults } from '#src/editor/query/valuesFromResults';
import { findDataset } from '#src/market/datasets/datasets';
import { emptyTable, newResult, type Result } from '#src/results/result';

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
  const values = new ValuesFromResults();
  values.note(result('dayahead-prices', { deliveryarea: 'SYS,NO1', currency: 'EUR' }));
  values.note(result('uk-flows', { deliveryareafrom: 'NO2', deliveryareato: 'SYS' }));
  expect(values.areas).toEqual(['SYS', 'NO1', 'NO2']);
});

it('columns are those of the last table of the dataset', () => {
  const values = new ValuesFromResults();
  expect(values.columnsOf('dayahead-prices')).toEqual([]);
  values.note(result('dayahead-prices', {}));
  expect(values.columnsOf('dayahead-prices')).toEqual(['startTime', 'attribute.status']);
  expect(values.columnsOf('dayahead-turnover')).toEqual([]);
});

it("an area without rows, such as a misspelled one, isn't offered again", () => {
  const values = new ValuesFromResults();
  values.note(result('dayahead-prices', { deliveryarea: 'NO11' }, 0));
  values.note({ ...result('dayahead-prices', { deliveryarea: 'NO12' }), progress: { kind: 'receiving' } });
  expect(values.areas).toEqual([]);
  expect(values.columnsOf('dayahead-prices')).toEqual([]);
});
