import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { valuesOf } from '#src/table/rows/columnValues';
import { atOnce } from '../atOnce';
import { tableOf } from '../charts/tables';

const values = (texts: readonly (string | null)[], text = '', column = 'state') =>
  atOnce(
    valuesOf(
      tableOf(
        'publicOrder',
        texts.map((state) => ({ state, side: 'BUY' })),
      ),
      { column, text },
    ),
  );

describe('the values of a column', () => {
  it('are listed by frequency, without missing ones', () => {
    expect(values(['IACT', 'ACTI', null, 'ACTI', 'HIBE'])).toEqual({
      values: [
        { value: 'ACTI', rows: 2 },
        { value: 'IACT', rows: 1 },
        { value: 'HIBE', rows: 1 },
      ],
      more: 0,
    });
  });

  it('are those that contain the typed text, ignoring case', () => {
    expect(values(['IACT', 'ACTI', 'HIBE'], 'act').values.map(({ value }) => value)).toEqual([
      'IACT',
      'ACTI',
    ]);
    expect(values(['Ærø'], 'ærØ').values).toHaveLength(1);
  });

  it('are at most 200 values of limited length, and the others are counted', () => {
    const many = values(Array.from({ length: 250 }, (_, n) => `contract ${n}`));
    expect(many.values).toHaveLength(200);
    expect(many.more).toBe(50);
    expect(values(['x'.repeat(501)]).values).toEqual([]);
  });

  it("aren't suggested for numbers, or if nearly every row has its own value", () => {
    const ids = Array.from({ length: 40_000 }, (_, n) => `order ${n}`);
    expect(values(ids)).toEqual({ values: [], more: 0 });
    expect(values(['ACTI'], '', 'price')).toEqual({ values: [], more: 0 });
    expect(() => values(['ACTI'], '', 'color')).toThrow('Column "color" not found');
  });

  it('are counted in all of many rows, of which the last ones have none', () => {
    const texts = Array.from({ length: 200_000 }, (_, row) =>
      row > 150_000 ? null : row % 3 ? 'ACTI' : 'IACT',
    );
    expect(values(texts).values).toEqual([
      { value: 'ACTI', rows: 100_000 },
      { value: 'IACT', rows: 50_001 },
    ]);
  });

  it('are counted correctly', () => {
    const texts = fc.array(fc.option(fc.constantFrom('a', 'B', 'ab', 'Äb', '')), { maxLength: 30 });
    fc.assert(
      fc.property(texts, fc.constantFrom('', 'a', 'b', 'ä'), (cells, part) => {
        const expected = new Map<string, number>();
        for (const cell of cells) {
          if (cell?.toLowerCase().includes(part)) expected.set(cell, (expected.get(cell) ?? 0) + 1);
        }
        const found = values(cells, part).values;
        expect(new Map(found.map(({ value, rows }) => [value, rows]))).toEqual(expected);
        const counts = found.map(({ rows }) => rows);
        expect(counts).toEqual([...counts].sort((a, b) => b - a));
      }),
    );
  });
});
