import { expect, it } from 'vitest';
import { TextColumn, trueCode } from '#src/table/columns/text/textColumn';
import { rowFilterOf } from '#src/table/filter/filter';
import { atOnce } from '../../atOnce';

it('a column of booleans keeps them although thousands of other values are texts', () => {
  const column = new TextColumn('isOpen', 'isOpen', 'boolean');
  for (let row = 0; row < 20_000; row += 1) column.set(row, `odd ${String(row)}`);
  column.set(20_000, true);
  column.fillNext(20_001, 20_002, false);
  expect([column.cell(20_000), column.cell(20_001)]).toEqual([true, false]);
  expect(column.code(20_000)).toBe(trueCode);
  expect(column.cell(19_999)).toBe('odd 19999');
});

it('a text in a column of booleans is found by what is shown of it', () => {
  const column = new TextColumn('isOpen', 'isOpen', 'boolean');
  ['a "b"', true].forEach((value, row) => column.set(row, value));
  const kept = (value: string) => {
    const rows = new Uint8Array(2).fill(1);
    atOnce(rowFilterOf(column, { column: 'isOpen', op: 'contains', value }))(0, rows);
    return [...rows];
  };
  expect(kept('a "b"')).toEqual([1, 0]);
  expect(kept('\\')).toEqual([0, 0]);
  expect(kept('tru')).toEqual([0, 1]);
});
