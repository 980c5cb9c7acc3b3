import { describe, expect, it } from 'vitest';
import { blockOf, moveActive, wholeOf } from '../../../../../webview-ui/table/grid/gridSelection';

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

describe('selecting whole rows and columns', () => {
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
