import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { RowRange } from '#src/protocol/rowsQuestion';
import type { RowRanges } from '#view/table/grid/rowRanges';
import { countRows, hasRow, withoutRows, withRows } from '#view/table/grid/rowRanges';

const most = 40;
const step = fc.record({
  adds: fc.boolean(),
  from: fc.integer({ min: 0, max: most }),
  length: fc.integer({ min: 0, max: 12 }),
});

it('ranges contain the rows that were added and not removed since, however often', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      let ranges: RowRanges = [];
      const rows = new Set<number>();
      for (const { adds, from, length } of steps) {
        const range: RowRange = [from, from + length];
        ranges = (adds ? withRows : withoutRows)(ranges, range);
        for (let row = from; row < from + length; row += 1) {
          if (adds) rows.add(row);
          else rows.delete(row);
        }
      }
      expect(countRows(ranges)).toBe(rows.size);
      for (let row = 0; row < most + 12; row += 1) expect(hasRow(ranges, row)).toBe(rows.has(row));
      for (const [at, [from, to]] of ranges.entries()) {
        expect(from).toBeLessThan(to);
        expect(from).toBeGreaterThan(ranges[at - 1]?.[1] ?? -1);
      }
    }),
  );
});

it('ranges are a single one if they are all rows, however many', () => {
  expect(withRows([[0, 2_500_000]], [2_500_000, 5_000_000])).toEqual([[0, 5_000_000]]);
  expect(countRows([[0, 5_000_000]])).toBe(5_000_000);
});
