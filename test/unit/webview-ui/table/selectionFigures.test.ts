import { expect, it } from 'vitest';
import type { Column } from '../../../../src/table/tableTypes';
import { selectionFigures, valueColumn } from '../../../../webview-ui/table/selectionFigures';

const numbers = { sum: 4402.1, mean: 47.848913, min: -3.2, max: 99.1, timeWeightedMean: null, decimals: 2 };

it('figures have the digits that were sent, and a mean two more', () => {
  expect(selectionFigures({ count: 92, missing: 0, quantities: ['EUR/MWh'], numbers })).toBe(
    '92 numbers, sum 4,402.10, mean 47.8489, minimum -3.20, maximum 99.10 EUR/MWh',
  );
  const weighted = { ...numbers, mean: 40, timeWeightedMean: 41.5 };
  expect(selectionFigures({ count: 1, missing: 4, quantities: ['MW'], numbers: weighted })).toBe(
    '1 number (4 cells without a value), sum 4,402.10, mean 40.00, time-weighted mean 41.50, minimum -3.20, maximum 99.10 MW',
  );
});

it('figures state why there is no sum', () => {
  expect(selectionFigures({ count: 3, missing: 0, quantities: ['MW', 'MWh'], numbers: null })).toBe(
    "3 numbers; can't add up values with different units or fields (MW, MWh). Select values of only one unit or field.",
  );
});

it('figures state that a sum is too large, and never show it as zero', () => {
  const large = { ...numbers, sum: null, mean: null, min: 1e308, max: 1.5e308, decimals: 0 };
  const said = selectionFigures({ count: 2, missing: 0, quantities: ['MW'], numbers: large });
  expect(said).toMatch(/^2 numbers, sum too large, minimum 100,000,/);
});

it('texts have no figures, and a negative zero is never shown', () => {
  expect(selectionFigures({ count: 0, missing: 3, quantities: [], numbers: null })).toBeNull();
  const tiny = { ...numbers, sum: -1e-14 };
  expect(selectionFigures({ count: 2, missing: 0, quantities: ['MW'], numbers: tiny })).toContain(
    'sum 0.00,',
  );
});

it('the name of the column is not repeated', () => {
  const figures = { count: 1, missing: 0, quantities: ['Out (from → to)'], numbers };
  expect(selectionFigures(figures, 'Out (from → to)')).toMatch(/maximum 99\.10$/);
  expect(selectionFigures({ ...figures, quantities: ['MW'] }, 'Value')).toMatch(/ MW$/);
});

it('figures of whole rows are those of the main number column, never of a time', () => {
  const column = (key: string, type: Column['type']): Column => ({ key, title: key, type });
  const columns = [
    column('createdTime', 'integer'),
    column('quantity', 'integer'),
    column('price', 'number'),
    column('side', 'text'),
  ];
  expect(valueColumn(columns, ['createdTime', 'side', 'price', 'quantity'])?.key).toBe('price');
  expect(valueColumn(columns, ['gone'])?.key).toBe('quantity');
  expect(valueColumn(columns.slice(3), ['side'])).toBeUndefined();
});
