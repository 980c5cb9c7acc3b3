import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Column, PageAnswer } from '../../../../src/table/tableTypes';
import { cellDetail, cellText, displayOrder, isNumeric } from '../../../../webview-ui/table/grid/cellText';
import type { GridGeometry } from '../../../../webview-ui/table/grid/gridGeometry';
import { scrollTopFor, topRow, visibleRows } from '../../../../webview-ui/table/grid/gridGeometry';
import { createGridPages, pageRows } from '../../../../webview-ui/table/grid/gridPages';
import { blockOf, moveActive, wholeOf } from '../../../../webview-ui/table/grid/gridSelection';
import { nextSort } from '../../../../webview-ui/table/header/sorting';
import { gapsAfter, moreLabel } from '../../../../webview-ui/json/jsonText';

describe('scrolling to a row', () => {
  it('makes any of millions of rows wholly visible, although pixels run out', () => {
    const geometries = fc.record({
      rows: fc.integer({ min: 1, max: 9_000_000 }),
      clientHeight: fc.integer({ min: 120, max: 2000 }),
    });
    fc.assert(
      fc.property(geometries, fc.nat(), fc.double({ min: 0, max: 1, noNaN: true }), (g, n, share) => {
        const height = (g.rows + 2) * 24;
        const geometry: GridGeometry = {
          ...g,
          rowHeight: 24,
          headerRows: 2,
          scrollHeight: Math.max(g.clientHeight, Math.min(10_000_000, height)),
        };
        const row = n % g.rows;
        const way = geometry.scrollHeight - g.clientHeight;
        const reached = Math.min(way, scrollTopFor(geometry, Math.round(share * way), row));
        const top = topRow(geometry, reached);
        return row >= top - 0.01 && row + 1 <= top + visibleRows(geometry) + 0.01;
      }),
    );
  });
});

describe('keys of the grid', () => {
  const size = { rows: 100, columns: 5, page: 20 };
  const selection = { active: { row: 50, column: 2 }, anchor: { row: 50, column: 2 } };
  const press = (key: string, more = {}) =>
    moveActive(selection, { key, ctrlKey: false, metaKey: false, shiftKey: false, ...more }, size);

  it.each([
    ['ArrowDown', {}, { row: 51, column: 2 }],
    ['PageUp', {}, { row: 30, column: 2 }],
    ['Home', {}, { row: 50, column: 0 }],
    ['End', {}, { row: 50, column: 4 }],
    ['Home', { ctrlKey: true }, { row: 0, column: 0 }],
    ['End', { metaKey: true }, { row: 99, column: 4 }],
    ['ArrowRight', { ctrlKey: true }, { row: 50, column: 4 }],
  ])('%s %j', (key, more, active) => {
    expect(press(key, more)).toEqual({ active, anchor: active });
  });

  it('extend the selection with Shift and stop at the edges', () => {
    expect(press('ArrowDown', { shiftKey: true })?.anchor).toEqual(selection.anchor);
    const corner = { active: { row: 99, column: 4 }, anchor: { row: 99, column: 4 } };
    const key = { key: 'PageDown', ctrlKey: false, metaKey: false, shiftKey: false };
    expect(moveActive(corner, key, size)).toEqual(corner);
    expect(press('x')).toBeNull();
  });
});

describe('whole lines', () => {
  const size = { rows: 100, columns: 5 };
  const selection = { active: { row: 50, column: 2 }, anchor: { row: 48, column: 1 } };

  it.each([
    ['columns', { top: 0, bottom: 99, left: 1, right: 2 }],
    ['rows', { top: 48, bottom: 50, left: 0, right: 4 }],
    ['all', { top: 0, bottom: 99, left: 0, right: 4 }],
  ] as const)('%s are selected around the active cell, which stays', (lines, block) => {
    const whole = wholeOf(lines, selection, size);
    expect(blockOf(whole)).toEqual(block);
    expect(whole.active).toEqual(selection.active);
  });
});

describe('sorting by header', () => {
  it('turns ascending, descending, unsorted', () => {
    expect(nextSort([], 'a', false)).toEqual([{ column: 'a' }]);
    expect(nextSort([{ column: 'a' }], 'a', false)).toEqual([{ column: 'a', descending: true }]);
    expect(nextSort([{ column: 'a', descending: true }], 'a', false)).toEqual([]);
  });

  it('adds and turns further columns in place, replaces them otherwise', () => {
    const two = nextSort([{ column: 'a' }], 'b', true);
    expect(two).toEqual([{ column: 'a' }, { column: 'b' }]);
    expect(nextSort(two, 'a', true)).toEqual([{ column: 'a', descending: true }, { column: 'b' }]);
    expect(nextSort(two, 'c', false)).toEqual([{ column: 'c' }]);
  });
});

describe('pages of rows', () => {
  const answer = (from: number, total = 1000): PageAnswer => ({
    total,
    rows: Array.from({ length: Math.max(0, Math.min(pageRows, total - from)) }, (_, i) => [from + i]),
    origins: [],
  });

  it('are asked for once and found by row', async () => {
    const asked: number[] = [];
    const pages = createGridPages((from) => {
      asked.push(from);
      return Promise.resolve(answer(from));
    });
    await Promise.all([pages.load(190, 210), pages.load(195, 205)]);
    expect(asked).toEqual([0, 200]);
    expect(pages.row(201)).toEqual([201]);
    expect(pages.total()).toBe(1000);
    expect(pages.row(999)).toBeUndefined();
  });

  it('drop an answer to a question that was given up, and ask anew', async () => {
    const answers: ((page: PageAnswer) => void)[] = [];
    const pages = createGridPages(() => new Promise((resolve) => answers.push(resolve)));
    const loading = pages.load(0, 10);
    pages.forget();
    answers[0]?.(answer(0, 5));
    await Promise.resolve();
    await new Promise((resolve) => setTimeout(resolve));
    expect(pages.row(0)).toBeUndefined();
    answers[1]?.(answer(0, 7));
    await loading;
    expect(pages.total()).toBe(7);
  });

  it('say nothing of a question that was given up: the host stops sorting for it', async () => {
    let refuse: ((error: Error) => void) | undefined;
    const pages = createGridPages((from) =>
      refuse === undefined ? new Promise((_, reject) => (refuse = reject)) : Promise.resolve(answer(from)),
    );
    const loading = pages.load(0, 10);
    pages.forget();
    refuse?.(new Error('Cancelled.'));
    await loading;
    expect(pages.row(0)).toEqual([0]);
  });

  it('are shown while further rows keep coming, and the page that grew is asked for again', async () => {
    const asked: number[] = [];
    let there = 250;
    const pages = createGridPages((from) => {
      asked.push(from);
      const now = there;
      return new Promise((resolve) => setTimeout(() => resolve(answer(from, now)), 5));
    });
    const loading = pages.load(0, 210);
    there = 300;
    pages.grow(300); // before the first answer came
    await loading;
    expect(pages.total()).toBe(300);
    expect(pages.row(0)).toEqual([0]);
    expect(pages.row(299)).toEqual([299]);
    there = 500;
    pages.grow(500);
    expect(pages.total()).toBe(500);
    expect(pages.row(0)).toEqual([0]);
    await pages.load(0, 500);
    expect(pages.row(499)).toEqual([499]);
    expect(asked.filter((from) => from === 0)).toHaveLength(1);
  });

  it('in another order are shown as they were until the new ones are there', async () => {
    const answers: ((page: PageAnswer) => void)[] = [];
    let renewed = 0;
    const pages = createGridPages(
      () => new Promise((resolve) => answers.push(resolve)),
      () => (renewed += 1),
    );
    const loading = pages.load(0, 10);
    pages.renew(); // rows came while the first ones are being sorted
    pages.renew();
    answers[0]?.(answer(0, 5));
    await loading;
    expect(pages.row(4)).toEqual([4]);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(renewed).toBe(1);
    const again = pages.load(0, 10);
    answers[1]?.(answer(0, 9));
    await again;
    expect([pages.total(), answers.length]).toEqual([9, 2]);
  });

  it('are asked for again after a refusal', async () => {
    let asked = 0;
    const pages = createGridPages((from) => {
      asked += 1;
      return asked === 1 ? Promise.reject(new Error('Busy.')) : Promise.resolve(answer(from));
    });
    await expect(pages.load(0, 1)).rejects.toThrow('Busy.');
    await pages.load(0, 1);
    expect(pages.row(0)).toEqual([0]);
  });
});

describe('cells', () => {
  it("stand in the dataset's order, unknown fields last", () => {
    const column = (key: string) => ({ key, title: key, type: 'text' as const });
    const order = displayOrder(['id', 'price', 'odd', 'time'].map(column), ['time', 'gone', 'price']);
    expect(order.map(({ key }) => key)).toEqual(['time', 'price', 'id', 'odd']);
  });

  it('show beside the value what tells one series from another, and last what is always the same', () => {
    const column = (key: string) => ({ key, title: key, type: 'text' as const });
    const same = (key: string) => ({ ...column(key), isConstant: true as const });
    const columns = [
      column('startTime'),
      column('value'),
      same('unit'),
      column('resolution'),
      same('attribute.status'),
      column('attribute.side'),
    ];
    const order = displayOrder(columns, ['startTime', 'value', 'unit']);
    expect(order.map(({ key }) => key)).toEqual([
      'startTime',
      'value',
      'attribute.side',
      'unit',
      'resolution',
      'attribute.status',
    ]);
  });
});

describe('times sent as a count of milliseconds', () => {
  const column = (key: string): Column => ({ key, title: key, type: 'integer' });
  const instant = '1774047600000';

  it('read like the other times, the digits sent in the tooltip', () => {
    const created = column('createdTime');
    expect(cellText(instant, created, 'Europe/Oslo')).toBe('2026-03-21 00:00');
    expect(cellDetail(instant, created)).toBe('2026-03-20T23:00:00Z (UTC), sent as 1774047600000');
    expect(isNumeric(created)).toBe(false);
  });

  it('keep their digits beside a column that shows the time', () => {
    const epoch = column('createdTimeEpoch');
    expect(cellText(instant, epoch, 'UTC')).toBe(instant);
    expect(cellDetail(instant, epoch)).toBe('2026-03-20T23:00:00Z (UTC)');
    expect(isNumeric(epoch)).toBe(true);
  });

  it.each(['1774047600', '-1', '12345678901234567890', 'soon'])(
    'are no times where they read like none: %s',
    (text) => {
      expect(cellText(text, column('createdTime'), 'UTC')).toBe(text);
      expect(cellDetail(text, column('updatedTimeEpoch'))).toBeNull();
    },
  );
});

describe('pages of JSON', () => {
  it('leave a row for every gap between those that were read', () => {
    expect(gapsAfter([0])).toEqual([{ page: 1, next: null }]);
    expect(gapsAfter([543, 0, 1])).toEqual([
      { page: 2, next: 543 },
      { page: 544, next: null },
    ]);
    expect(gapsAfter([5])).toEqual([
      { page: 0, next: 5 },
      { page: 6, next: null },
    ]);
  });

  it('say how many are left where that is known', () => {
    expect(moreLabel(100, 1092)).toBe('Show more (992 not shown)');
    expect(moreLabel(100, null)).toBe('Show more (from 100)');
  });
});
