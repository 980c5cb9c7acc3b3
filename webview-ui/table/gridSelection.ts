import type { Place } from '../../src/table/tableTypes';

/** The cell that keys act on, and the corner a selection was begun at. */
export interface Selection {
  active: Place;
  anchor: Place;
}

/** Bounds of a rectangle of cells; all inclusive. */
export interface Block {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

export function blockOf({ active, anchor }: Selection): Block {
  return {
    top: Math.min(active.row, anchor.row),
    bottom: Math.max(active.row, anchor.row),
    left: Math.min(active.column, anchor.column),
    right: Math.max(active.column, anchor.column),
  };
}

export function cellsOf({ top, bottom, left, right }: Block): number {
  return (bottom - top + 1) * (right - left + 1);
}

/** All cells of the active cell's column or row; the active cell moves to the end of it. */
export function wholeOf(
  line: 'column' | 'row',
  { active, anchor }: Selection,
  { rows, columns }: { rows: number; columns: number },
): Selection {
  return line === 'column'
    ? { anchor: { ...anchor, row: 0 }, active: { ...active, row: rows - 1 } }
    : { anchor: { ...anchor, column: 0 }, active: { ...active, column: columns - 1 } };
}

export interface GridSize {
  rows: number;
  columns: number;
  /** Whole rows that one screen shows. */
  page: number;
}

/** Moves the active cell, as the keys of a grid do; `null` for a key that is not one of them. */
export function moveActive(
  { active, anchor }: Selection,
  key: { key: string; ctrlKey: boolean; metaKey: boolean; shiftKey: boolean },
  { rows, columns, page }: GridSize,
): Selection | null {
  const far = key.ctrlKey || key.metaKey;
  const { row, column } = active;
  const moves: Record<string, Place> = {
    ArrowUp: { row: far ? 0 : row - 1, column },
    ArrowDown: { row: far ? rows - 1 : row + 1, column },
    ArrowLeft: { row, column: far ? 0 : column - 1 },
    ArrowRight: { row, column: far ? columns - 1 : column + 1 },
    Home: { row: far ? 0 : row, column: 0 },
    End: { row: far ? rows - 1 : row, column: columns - 1 },
    PageUp: { row: row - page, column },
    PageDown: { row: row + page, column },
  };
  const to = moves[key.key];
  if (!to) return null;
  const moved = {
    row: Math.max(0, Math.min(rows - 1, to.row)),
    column: Math.max(0, Math.min(columns - 1, to.column)),
  };
  return { active: moved, anchor: key.shiftKey ? anchor : moved };
}
