import { describe, expect, it } from 'vitest';
import { recordShapes } from '#src/market/records/recordKinds';
import type { Filter } from '#src/protocol/rowsQuestion';
import { addRecord } from '#src/table/body/recordRows';
import { Table } from '#src/table/columns/table';
import { QuestionError } from '#src/table/questionError';
import { sortedRows } from '#src/table/rows/rows';
import { atOnce } from '../atOnce';
import { sampleOrders as sample } from '../sampleOrders';

const ids = (filter: Filter[], table = sample) =>
  [...(atOnce(sortedRows(table, [], filter)) ?? [])].map((row) => table.column('id')?.text(row));

describe('a filter', () => {
  it.each<[Filter, string]>([
    [{ column: 'price', op: '=', value: 10 }, 'ad'],
    [{ column: 'price', op: '!=', value: 10 }, 'bc'],
    [{ column: 'price', op: '<', value: '0' }, 'c'],
    [{ column: 'price', op: '>=', value: -5.5 }, 'acd'],
    [{ column: 'price', op: '=', value: null }, 'b'],
    [{ column: 'price', op: '!=', value: null }, 'acd'],
    [{ column: 'side', op: '=', value: 'BUY' }, 'ac'],
    [{ column: 'side', op: 'contains', value: 'el' }, 'b'],
    [{ column: 'side', op: 'contains', value: '' }, 'abc'],
    [{ column: 'price', op: 'contains', value: '.5' }, 'c'],
    [{ column: 'id', op: '>', value: 'b' }, 'cd'],
    [{ column: 'deliveryStart', op: '<', value: '2026-03-29T00:00:00Z' }, 'd'],
    [{ column: 'deliveryStart', op: '>=', value: '2026-03-29' }, 'ab'],
    [{ column: 'deliveryStart', op: '=', value: '2026-03-29T03:00:00.000+02' }, 'b'],
    [{ column: 'deliveryStart', op: '=', value: Date.UTC(2026, 2, 29, 1) }, 'b'],
  ])('%j keeps %s', (filter, expected) => {
    expect(ids([filter]).join('')).toBe(expected);
  });

  it('keeps the same rows of a sorted table, most of which are skipped, as row by row', () => {
    const table = new Table(recordShapes.publicOrder);
    const price = (row: number) => (row < 17_000 ? 5 : row % 40_000 === 0 ? null : Math.floor(row / 1000));
    for (let row = 0; row < 90_000; row += 1) table.column('price')?.set(row, price(row));
    table.rows = 90_000;
    for (const op of ['=', '!=', '<', '<=', '>', '>='] as const) {
      for (const value of [-1, 5, 32.5, 89]) {
        const holds = (row: number) => {
          const cell = price(row);
          if (cell === null) return op === '!=';
          if (op === '=' || op === '!=') return (cell === value) === (op === '=');
          if (cell === value) return op.endsWith('=');
          return cell > value === op.startsWith('>');
        };
        const expected = Array.from({ length: table.rows }, (_, row) => row).filter(holds);
        const kept = atOnce(sortedRows(table, [], [{ column: 'price', op, value }]));
        expect(kept?.join() === expected.join(), `price ${op} ${value}`).toBe(true);
      }
    }
  });

  it('distinguishes integers beyond 2^53 by their digits', () => {
    const table = new Table(recordShapes.publicOrder);
    table.column('quantity')?.set(0, 1);
    addRecord(table, 'publicOrder', { id: 'x', quantity: 5 });
    expect(ids([{ column: 'quantity', op: '=', value: '9007199254740993' }], table)).toEqual([]);
  });

  it.each<Filter>([
    { column: 'nope', op: '=', value: 1 },
    { column: 'price', op: '<', value: 'cheap' },
    { column: 'price', op: '<', value: null },
    { column: 'deliveryStart', op: '<', value: 'soon' },
    { column: 'price', op: '~' as Filter['op'], value: 1 },
  ])('rejects %j with a message', (filter) => {
    expect(() => atOnce(sortedRows(sample, [], [filter]))).toThrow(QuestionError);
  });
});
