import fc from 'fast-check';
import { expect, it } from 'vitest';
import { recordShapes } from '../../../src/market/recordKinds';
import { findPlace } from '../../../src/table/find';
import { Table } from '../../../src/table/table';
import { atOnce } from './atOnce';

it('finds the nearest row of the order that contains the text, forwards and backwards', () => {
  const texts = fc.array(fc.constantFrom(null, 'NO1', 'no2', 'SE1', 'K', ''), { maxLength: 30 });
  const part = fc.constantFrom('NO', 'k', '1', '1.5', '');
  const place = fc.integer({ min: -5, max: 35 });
  fc.assert(
    fc.property(
      texts,
      part,
      place,
      fc.boolean(),
      fc.boolean(),
      (ids, text, from, backwards, turned) => {
        const table = new Table(recordShapes.publicOrder);
        ids.forEach((id, row) => {
          table.column('id')?.set(row, id);
          table.column('price')?.set(row, row + 0.5);
          table.rows += 1;
        });
        const rows = ids.map((_, row) => row);
        if (turned) rows.reverse();
        const matches = rows.flatMap((row, at) => {
          const cells = [ids[row], String(row + 0.5)];
          const isBehind = backwards ? at <= from : at >= from;
          return isBehind && cells.some((cell) => cell?.toLowerCase().includes(text.toLowerCase()))
            ? [at]
            : [];
        });
        const order = turned ? Uint32Array.from(rows) : undefined;
        const found = atOnce(
          findPlace(table.columns, order, table.rows, { text, start: from, backwards }),
        );
        expect(found).toBe((backwards ? matches.at(-1) : matches[0]) ?? null);
      },
    ),
  );
});

it('finds the same far away as near by', () => {
  const table = new Table(recordShapes.publicOrder);
  for (let row = 0; row < 5_000; row += 1) {
    table.column('id')?.set(row, `0190-${row}`);
    table.column('deliveryArea')?.set(row, row % 2 === 0 ? 'NO1' : null);
    table.column('price')?.set(row, row + 0.5);
    table.rows += 1;
  }
  const find = (text: string, start: number, backwards = false) =>
    atOnce(findPlace(table.columns, undefined, table.rows, { text, start, backwards }));
  expect(find('0190-4321', 0)).toBe(4321);
  expect(find('4321.5', 0)).toBe(4321);
  expect(find('0190-17', 4999, true)).toBe(1799);
  expect(find('no1', 1, true)).toBe(0);
  expect(find('SE3', 0)).toBeNull();
});
