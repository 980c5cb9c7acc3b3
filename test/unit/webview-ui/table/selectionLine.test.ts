import { expect, it } from 'vitest';
import { NumberText } from '#src/table/columns/numberText';
import { namedColumns } from '#src/table/rows/rows';
import { figuresOfCells } from '#src/table/rows/selectionFigures';
import type { Column } from '#src/protocol/tableTypes';
import type { Filter } from '#src/protocol/rowsQuestion';
import { selectionFigures, valueColumn } from '#view/table/selectionLine';
import { uncomparedTexts } from '#view/table/uncomparedTexts';
import { atOnce } from '../../table/atOnce';
import { seriesRecord, tableOf, value } from '../../table/charts/tables';

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

it("the name of the column isn't repeated", () => {
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

it('numbers that came as text are counted, but not added up', () => {
  const some = { count: 92, missing: 1, texts: 3, quantities: ['EUR/MWh'], numbers };
  expect(selectionFigures(some)).toMatch(
    /^92 numbers \(1 cell without a value\), 3 texts left out, sum 4,402\.10,/,
  );
  expect(selectionFigures({ ...some, count: 0, numbers: null })).toBe('3 texts, no numbers');
  const table = tableOf('timeSeries', [
    seriesRecord({}, [value(0, 60, 1), { ...value(60, 120, 2), value: '2.00' }]),
  ]);
  const [column] = namedColumns(table, ['value']);
  expect(atOnce(figuresOfCells(table, [column!], undefined, [[0, 2]]))).toMatchObject({
    count: 1,
    missing: 0,
    texts: 1,
  });
});

it('numbers that are too large are counted as such, and never as text', () => {
  const some = { count: 92, missing: 0, texts: 1, tooLarge: 2, quantities: ['EUR/MWh'], numbers };
  expect(selectionFigures(some)).toMatch(
    /^92 numbers, 1 text left out, 2 numbers too large to add up, sum 4,402\.10,/,
  );
  const alone = { ...some, count: 0, numbers: null };
  expect(selectionFigures(alone)).toBe('2 numbers too large to add up, 1 text left out');
  expect(selectionFigures({ ...alone, texts: 0 })).toBe('2 numbers too large to add up');
  const table = tableOf('timeSeries', [
    seriesRecord({}, [value(0, 60, 1), { ...value(60, 120, 2), value: new NumberText('1e400') }]),
  ]);
  const [column] = namedColumns(table, ['value']);
  const figures = atOnce(figuresOfCells(table, [column!], undefined, [[0, 2]]));
  expect(figures).toMatchObject({ count: 1, missing: 0, tooLarge: 1 });
  expect(figures).not.toHaveProperty('texts');
});

it("a filter says how many texts it didn't compare", () => {
  const texts = {
    kind: 'texts',
    of: 'price',
    count: 2,
    text: '',
    severity: 'problem',
    shows: 'rows',
  } as const;
  const columns = [{ key: 'price', title: 'Price' }];
  const said = (op: Filter['op'], column = 'price') =>
    uncomparedTexts([{ column, op, value: 1 }], columns, [texts]);
  expect(said('<')).toEqual(['2 values in "Price" are text and aren\'t compared.']);
  const tooLarge = { ...texts, kind: 'tooLarge' } as const;
  expect(uncomparedTexts([{ column: 'price', op: '<', value: 1 }], columns, [tooLarge])).toEqual([
    '2 numbers in "Price" are too large to be compared.',
  ]);
  expect([said('contains'), said('<', 'quantity')]).toEqual([[], []]);
});
