import fc from 'fast-check';
import { expect, it } from 'vitest';
import { recordShapes } from '#src/market/records/recordKinds';
import { findCell } from '#src/table/filter/find';
import { namedColumns } from '#src/table/rows/rows';
import { Table } from '#src/table/columns/table';
import { atOnce } from '../atOnce';
import { start, tableOf, seriesRecord, values } from '../charts/tables';

it('a search finds the nearest cell that contains the text, forward and backward', () => {
  const texts = fc.array(fc.constantFrom(null, 'NO1', 'no2', 'SE1', 'K', ''), { maxLength: 30 });
  const part = fc.constantFrom('NO', 'k', '1', '1.5', '');
  const place = fc.record({
    row: fc.integer({ min: 0, max: 35 }),
    column: fc.integer({ min: -1, max: 2 }),
  });
  fc.assert(
    fc.property(texts, part, place, fc.boolean(), fc.boolean(), (ids, text, from, backwards, turned) => {
      const table = new Table(recordShapes.publicOrder);
      ids.forEach((id, row) => {
        table.column('id')?.set(row, id);
        table.column('price')?.set(row, row + 0.5);
        table.rows += 1;
      });
      const rows = ids.map((_, row) => row);
      if (turned) rows.reverse();
      const reading = (at: { row: number; column: number }) => at.row * 4 + at.column;
      const matches = rows.flatMap((row, at) =>
        [ids[row], String(row + 0.5)].flatMap((cell, column) => {
          const here = { row: at, column };
          const isBehind = backwards ? reading(here) <= reading(from) : reading(here) >= reading(from);
          return isBehind && cell?.toLowerCase().includes(text.toLowerCase()) ? [here] : [];
        }),
      );
      const order = turned ? Uint32Array.from(rows) : undefined;
      const columns = namedColumns(table, ['id', 'price']);
      const question = { text, zone: 'UTC', start: from, backwards };
      const match = atOnce(findCell(columns, order, table.rows, question));
      expect(match).toEqual((backwards ? matches.at(-1) : matches[0]) ?? null);
    }),
  );
});

const found = (table: Table, text: string, zone = 'Europe/Oslo') =>
  atOnce(findCell(table.columns, undefined, table.rows, { text, zone, start: { row: 0, column: 0 } }));

it('a search finds times as shown in the time zone', () => {
  const table = tableOf('timeSeries', [seriesRecord({}, values([1, 2, 3]))]);
  expect(new Date(start).getUTCHours()).toBe(23);
  expect(found(table, '2026-03-20 01:00')).toEqual({ row: 0, column: 1 });
  expect(found(table, '2026-03-20 01:00', 'UTC')).toEqual({ row: 1, column: 1 });
  expect(found(table, '2026-03-20T')).toBeNull();
});

it('a search finds milliseconds as the time they are shown as', () => {
  const created = { createdTime: Date.UTC(2026, 2, 1, 12) };
  const table = tableOf('timeSeries', [seriesRecord({}, values([1]), created)]);
  const column = table.columns.findIndex(({ key }) => key === 'createdTime');
  expect(found(table, '2026-03-01 13:00')).toEqual({ row: 0, column });
});

it('a search finds a value that was sent instead of a number', () => {
  const record = { id: 'a', price: 'unknown', border: true };
  expect(found(tableOf('publicOrder', [record]), 'KNOWN')).toMatchObject({ row: 0 });
  const capacity = { areaFrom: 'NO1', border: true };
  expect(found(tableOf('hubToHubCapacity', [capacity]), 'yes')).toEqual({ row: 0, column: 7 });
});

it('a search finds the same matches far away as nearby', () => {
  const table = new Table(recordShapes.publicOrder);
  for (let row = 0; row < 5_000; row += 1) {
    table.column('id')?.set(row, `0190-${row}`);
    table.column('deliveryArea')?.set(row, row % 2 === 0 ? 'NO1' : null);
    table.column('price')?.set(row, row + 0.5);
    table.rows += 1;
  }
  const find = (text: string, row: number, backwards = false) => {
    const start = { row, column: backwards ? table.columns.length : -1 };
    const question = { text, zone: 'UTC', start, backwards };
    return atOnce(findCell(table.columns, undefined, table.rows, question))?.row;
  };
  expect(find('0190-4321', 0)).toBe(4321);
  expect(find('4321.5', 0)).toBe(4321);
  expect(find('0190-17', 4999, true)).toBe(1799);
  expect(find('no1', 1, true)).toBe(0);
  expect(find('SE3', 0)).toBeUndefined();
});
