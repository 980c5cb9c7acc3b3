import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Selection } from '#view/host/tabMemory';
import {
  clickRow,
  countCells,
  inColumn,
  keepRows,
  moveActive,
  onlyCell,
  selectAll,
  selectColumns,
  selectedCells,
  selectRows,
  stretchTo,
  within,
} from '#view/table/grid/gridSelection';

const size = { rows: 100, columns: 5 };
const none = { ctrlKey: false, metaKey: false, shiftKey: false };
const press = (selection: Selection, key: string, more = {}) =>
  moveActive(selection, { key, ...none, ...more }, { ...size, page: 20 }) ?? selection;
const shift = { shiftKey: true };

describe('keys of the grid', () => {
  const selection = onlyCell({ row: 50, column: 2 });

  it.each([
    ['ArrowDown', {}, { row: 51, column: 2 }],
    ['PageUp', {}, { row: 30, column: 2 }],
    ['Home', {}, { row: 50, column: 0 }],
    ['End', {}, { row: 50, column: 4 }],
    ['Home', { ctrlKey: true }, { row: 0, column: 0 }],
    ['End', { metaKey: true }, { row: 99, column: 4 }],
    ['ArrowRight', { ctrlKey: true }, { row: 50, column: 4 }],
  ])('%s %j', (key, more, active) => {
    expect(press(selection, key, more)).toEqual(onlyCell(active));
  });

  it('extend the selection with Shift and stop at the edges', () => {
    expect(press(selection, 'ArrowDown', shift).anchor).toEqual(selection.anchor);
    const corner = onlyCell({ row: 99, column: 4 });
    expect(press(corner, 'PageDown')).toEqual(corner);
    expect(moveActive(selection, { key: 'x', ...none }, { ...size, page: 20 })).toBeNull();
  });
});

describe('selecting whole rows and columns', () => {
  const selection = { active: { row: 50, column: 2 }, anchor: { row: 48, column: 1 } };

  it.each([
    ['columns', selectColumns, { rows: [[0, 100]], left: 1, right: 2, areRows: false }],
    ['rows', selectRows, { rows: [[48, 51]], left: 0, right: 4, areRows: true }],
    ['all', selectAll, { rows: [[0, 100]], left: 0, right: 4, areRows: true }],
  ] as const)('%s are selected around the active cell, which stays', (_, select, cells) => {
    const whole = select(selection, size);
    expect(selectedCells(whole, size)).toEqual(cells);
    expect(whole.active).toEqual(selection.active);
  });

  it('whole columns of whole rows are the whole table', () => {
    expect(selectedCells(selectColumns(selectRows(selection), size), size).rows).toEqual([[0, 100]]);
  });
});

describe('row numbers', () => {
  const rowsOf = (selection: Selection) => {
    const { rows, areRows } = selectedCells(selection, size);
    return areRows ? rows : null;
  };
  const plain = { extend: false, add: false };
  const start = onlyCell({ row: 8, column: 3 });

  it('select one row, and with Shift all rows up to another', () => {
    const one = clickRow(start, 10, plain);
    expect(rowsOf(one)).toEqual([[10, 11]]);
    expect(one.active).toEqual({ row: 10, column: 0 });
    expect(rowsOf(clickRow(one, 20, { extend: true, add: false }))).toEqual([[10, 21]]);
    expect(rowsOf(clickRow(one, 5, { extend: true, add: false }))).toEqual([[5, 11]]);
    expect(rowsOf(clickRow(start, 10, { extend: true, add: false }))).toEqual([[8, 11]]);
  });

  it('add rows with Control and remove them again, and keys and the pointer extend them as rows', () => {
    const add = { extend: false, add: true };
    const two = clickRow(clickRow(start, 10, plain), 20, add);
    expect(rowsOf(two)).toEqual([
      [10, 11],
      [20, 21],
    ]);
    expect(rowsOf(press(press(two, 'ArrowDown', shift), 'ArrowRight', shift))).toEqual([
      [10, 11],
      [20, 22],
    ]);
    expect(rowsOf(press(two, 'Home', { ...shift, ctrlKey: true }))).toEqual([[0, 21]]);
    const all = clickRow(start, 0, plain);
    const part = stretchTo(clickRow(press(all, 'End', { ...shift, ctrlKey: true }), 40, add), {
      row: 44,
      column: 3,
    });
    expect(rowsOf(part)).toEqual([
      [0, 40],
      [45, 100],
    ]);
    expect(rowsOf(clickRow(part, 60, plain))).toEqual([[60, 61]]);
  });

  it('leave the active cell when the last row is removed', () => {
    const gone = clickRow(clickRow(start, 10, plain), 10, { extend: false, add: true });
    expect(selectedCells(gone, size)).toEqual({ rows: [[10, 11]], left: 0, right: 0, areRows: false });
  });

  it('lose their selection with any key that moves to a cell', () => {
    expect(press(clickRow(start, 10, plain), 'ArrowDown')).toEqual(onlyCell({ row: 11, column: 0 }));
  });

  it('keep their selection when columns move', () => {
    const rows = clickRow(start, 10, plain);
    expect(rowsOf(inColumn(rows, 2))).toEqual([[10, 11]]);
    expect(inColumn(start, 2)).toEqual(onlyCell({ row: 8, column: 2 }));
  });

  it('select the same rows as a set would, within the table, and no more ranges than blocks', () => {
    const click = fc.record({
      row: fc.nat({ max: size.rows - 1 }),
      extend: fc.boolean(),
      add: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(click, { minLength: 1, maxLength: 20 }), (clicks) => {
        let selection = start;
        let others = new Set<number>();
        let chosen = new Set<number>();
        let removes = false;
        let from = start.anchor.row;
        for (const { row, extend, add } of clicks) {
          if (!extend) {
            others = add ? chosen : new Set();
            removes = others.has(row);
            from = row;
          }
          const [low, high] = [Math.min(from, row), Math.max(from, row)];
          const between = Array.from({ length: high - low + 1 }, (_, at) => low + at);
          chosen = removes
            ? new Set([...others].filter((each) => each < low || each > high))
            : new Set([...others, ...between]);
          selection = clickRow(selection, row, { extend, add });
        }
        const { rows, areRows } = selectedCells(selection, size);
        expect(areRows).toBe(chosen.size > 0);
        const found = rows.flatMap(([low, high]) => Array.from({ length: high - low }, (_, at) => low + at));
        if (areRows) expect(found).toEqual([...chosen].sort((a, b) => a - b));
        expect(rows.length).toBeLessThanOrEqual(clicks.length + 1);
      }),
    );
  });

  it('drop rows that are no longer there, as after midnight', () => {
    const rows = press(clickRow(start, 10, plain), 'End', { ...shift, ctrlKey: true });
    expect(selectedCells(rows, { rows: 50, columns: 5 }).rows).toEqual([[10, 50]]);
  });

  it('count five million rows without going through them', () => {
    const huge = { rows: 5_000_000, columns: 30 };
    const cells = selectedCells(selectAll(start, huge), huge);
    expect(cells.rows).toHaveLength(1);
    expect(countCells(cells)).toBe(150_000_000);
  });

  it('that were restored are kept, also in a table with fewer rows', () => {
    const blocks = clickRow(clickRow(start, 10, plain), 40, { ...plain, add: true });
    expect(within(blocks, size)).toEqual(blocks);
    const fewer = { rows: 20, columns: 1 };
    expect(selectedCells(within(selectAll(start, size), fewer), fewer).rows).toEqual([[0, 20]]);
    expect(within(onlyCell({ row: 99, column: 4 }), fewer)).toEqual(onlyCell({ row: 19, column: 0 }));
  });

  it('can be in several blocks by keyboard alone: kept while the active cell moves, added, and removed', () => {
    const rowsOf = (selection: Selection) => selectedCells(selection, size).rows;
    const first = press(selectRows(onlyCell({ row: 10, column: 2 })), 'ArrowDown', shift);
    const kept = press(press(keepRows(first), 'ArrowDown'), 'PageDown');
    expect(kept.active).toEqual({ row: 32, column: 2 });
    expect(rowsOf(kept)).toEqual([[10, 12]]);
    const added = press(selectRows(kept), 'ArrowUp');
    expect(rowsOf(added)).toEqual([
      [10, 12],
      [32, 33],
    ]);
    const removed = selectRows(press(added, 'ArrowDown'));
    expect(rowsOf(removed)).toEqual([[10, 12]]);
    const block = press(press(added, 'ArrowUp', shift), 'ArrowUp', shift);
    expect(rowsOf(block)).toEqual([
      [10, 12],
      [29, 33],
    ]);
    expect(rowsOf(keepRows(block))).toEqual(rowsOf(block));
    expect(rowsOf(press(block, 'ArrowDown'))).toHaveLength(1);
    // A click with Shift continues from there.
    expect(rowsOf(clickRow(kept, 40, { extend: true, add: false }))).toEqual([
      [10, 12],
      [32, 41],
    ]);
  });
});
