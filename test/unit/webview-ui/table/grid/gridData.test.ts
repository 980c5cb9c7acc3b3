import { expect, it } from 'vitest';
import type { Cell } from '#src/protocol/tableTypes';
import { gridData } from '#view/table/grid/gridData';

const columns = [
  { key: 'area', title: 'Area', type: 'text' as const },
  { key: 'price', title: 'Price', type: 'number' as const },
  { key: 'side', title: 'Side', type: 'text' as const },
];
/** The second row hasn't arrived yet. */
const rows: (readonly Cell[] | undefined)[] = [['NO1', 40.5, null], undefined, ['NO3', 42, 'buy']];
const model = {
  columns: () => columns,
  size: () => ({ rows: 3, columns: 3 }),
  zone: () => 'UTC',
  row: (index: number) => rows[index],
};

it('the first column stays in view beside the row numbers, and missing values have a mark', () => {
  const data = gridData(model, { x0: 0, y0: 0, x1: 2, y1: 3 });
  expect(data.row_headers).toEqual([
    ['1', 'NO1'],
    ['2', ''],
    ['3', 'NO3'],
  ]);
  expect(data.data).toEqual([
    ['40.5', '', '42'],
    ['–', '', 'buy'],
  ]);
  expect(data).toMatchObject({ num_rows: 3, num_columns: 2 });
});

it('a view that reaches beyond the last row and column has only those that exist', () => {
  const data = gridData(model, { x0: 1, y0: 2, x1: 9, y1: 40 });
  expect(data.row_headers).toEqual([['3', 'NO3']]);
  expect(data.column_headers).toEqual([['side', '']]);
  expect(data.data).toEqual([['buy']]);
});
