import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recordShapes } from '#src/market/records/recordKinds';
import { countMatches } from '#src/table/filter/findCount';
import { findCell } from '#src/table/filter/find';
import { namedColumns } from '#src/table/rows/rows';
import { Table } from '#src/table/columns/table';
import type { CellPosition } from '#src/protocol/tableTypes';
import { atOnce } from '../atOnce';

const inTime = () => false;
const zone = 'UTC';

/** Orders of these ids, at prices 0.5, 1.5 and so on. */
function ordersOf(ids: readonly (string | null)[]): Table {
  const table = new Table(recordShapes.publicOrder);
  ids.forEach((id, row) => {
    table.column('id')?.set(row, id);
    table.column('price')?.set(row, row + 0.5);
    table.rows += 1;
  });
  return table;
}

/** Counts until it `isLate`, as the thread does. */
function count(
  table: Table,
  text: string,
  at: CellPosition,
  { order, isLate = inTime }: { order?: Uint32Array | undefined; isLate?: () => boolean } = {},
) {
  const columns = namedColumns(table, ['id', 'price']);
  return atOnce(countMatches(table, columns, order, { text, zone, at }, isLate));
}

it('the matches of a search are numbered one after the other, up to their total', () => {
  const texts = fc.array(fc.constantFrom(null, 'NO1', 'no2', 'SE1', '15', ''), { maxLength: 30 });
  const parts = fc.constantFrom('NO', '1', '1.5', '.', 'nowhere');
  fc.assert(
    fc.property(texts, parts, fc.boolean(), (ids, text, turned) => {
      const table = ordersOf(ids);
      const order = turned ? Uint32Array.from(ids.keys()).reverse() : undefined;
      const columns = namedColumns(table, ['id', 'price']);
      const next = ({ row, column }: CellPosition) => {
        const question = { text, zone, start: { row, column: column + 1 } };
        return atOnce(findCell(columns, order, table.rows, question));
      };
      let seen = 0;
      for (let at = next({ row: 0, column: -1 }); at; at = next(at)) {
        seen += 1;
        expect(count(table, text, at, { order }).number).toBe(seen);
      }
      const all = { total: seen, isComplete: true };
      expect(count(table, text, { row: 0, column: 0 }, { order })).toMatchObject(all);
    }),
  );
});

describe('a count of many rows', () => {
  const rows = 5_000;
  const ids = Array.from({ length: rows }, (_, row) => `0190-${row}`);
  const last = { row: 4321, column: 0 };

  it('returns the count so far when it takes long, and continues from there', () => {
    const table = ordersOf(ids);
    const answers = [];
    do answers.push(count(table, '4321', last, { isLate: () => true }));
    while (answers.at(-1)?.isComplete === false);
    expect(answers[0]).toEqual({ number: null, total: 0, isComplete: false });
    expect(answers.at(-1)).toEqual({ number: 1, total: 2, isComplete: true });
    const totals = answers.map(({ total }) => total);
    expect(totals).toEqual([...totals].sort());
  });

  it('continues after it was cancelled', () => {
    const table = ordersOf(ids);
    const columns = namedColumns(table, ['id', 'price']);
    const given = countMatches(table, columns, undefined, { text: '.5', zone, at: last }, inTime);
    for (let slices = 0; slices < 4; slices += 1) given.next();
    given.return({ number: null, total: 0, isComplete: false });
    const { total, isComplete } = count(table, '.5', last, { isLate: () => true });
    expect([isComplete, total]).toEqual([false, expect.any(Number)]);
    expect(total).toBeGreaterThan(0);
    expect(count(table, '.5', { ...last, column: 1 })).toEqual({
      number: 4322,
      total: rows,
      isComplete: true,
    });
  });

  it('starts again for another text, and for rows that arrived since', () => {
    const table = ordersOf(ids);
    expect(count(table, '.5', last).total).toBe(rows);
    expect(count(table, '4321', last).total).toBe(2);
    table.column('id')?.set(rows, '4321');
    table.rows += 1;
    expect(count(table, '4321', last).total).toBe(3);
  });

  it('stays correct if texts are renumbered in the meantime', () => {
    const table = ordersOf(Array.from({ length: 20_000 }, (_, row) => `o${row >> 1}`));
    const id = table.column('id');
    if (id?.kind !== 'text') throw new Error('Ids are texts.');
    expect(id.entries.distinct).toBe(false);
    const columns = namedColumns(table, ['id']);
    const work = countMatches(table, columns, undefined, { text: 'o99', zone, at: last }, inTime);
    let slices = 0;
    const { total } = atOnce(work, () => {
      if ((slices += 1) === 3) id.makeDistinct();
    });
    expect(total).toBe(2 * 111);
  });
});
