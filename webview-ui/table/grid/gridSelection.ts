import type { CellPosition } from '../../../src/table/tableTypes';

/** The cell that keys act on, and the corner a selection was begun at. */
export interface Selection {
  active: CellPosition;
  anchor: CellPosition;
  /** The corner opposite to `anchor`, where that is not the active cell: whole rows and columns. */
  opposite?: CellPosition;
}

/** Bounds of a rectangle of cells; all inclusive. */
export interface Block {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

export function blockOf({ active, anchor, opposite = active }: Selection): Block {
  return {
    top: Math.min(opposite.row, anchor.row),
    bottom: Math.max(opposite.row, anchor.row),
    left: Math.min(opposite.column, anchor.column),
    right: Math.max(opposite.column, anchor.column),
  };
}

export function cellsOf({ top, bottom, left, right }: Block): number {
  return (bottom - top + 1) * (right - left + 1);
}

/** All cells of the selected columns or rows, or of the table; the active cell stays where it is. */
export function wholeOf(
  lines: 'columns' | 'rows' | 'all',
  selection: Selection,
  { rows, columns }: { rows: number; columns: number },
): Selection {
  const { top, bottom, left, right } = blockOf(selection);
  const [allRows, allColumns] = [lines !== 'rows', lines !== 'columns'];
  return {
    active: selection.active,
    anchor: { row: allRows ? 0 : top, column: allColumns ? 0 : left },
    opposite: {
      row: allRows ? rows - 1 : bottom,
      column: allColumns ? columns - 1 : right,
    },
  };
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
  const moves: Record<string, CellPosition> = {
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
