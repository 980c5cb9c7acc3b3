import type { CellPosition } from '#src/protocol/tableTypes';
import type { RowRange } from '#src/protocol/rowsQuestion';
import type { Selection } from '../../host/tabMemory';
import { countRows, hasRow, withoutRows, withRows, type RowRanges } from './rowRanges';

/** The selected cells: in some rows, all cells from one column to another. */
export interface SelectedCells {
  rows: RowRanges;
  /** Both inclusive. */
  left: number;
  right: number;
  /** Whole rows were selected. */
  areRows: boolean;
}

/** The number of rows after the filter, and of visible columns. */
export interface TableSize {
  rows: number;
  columns: number;
}

const noOthers = { others: [], removes: false };

/** A selection of just this cell. */
export const onlyCell = (cell: CellPosition): Selection => ({ active: cell, anchor: cell });

/** The rows from the anchor to the end of the selection. */
const stretchedRows = ({ active, anchor, opposite = active }: Selection): RowRange => [
  Math.min(anchor.row, opposite.row),
  Math.max(anchor.row, opposite.row) + 1,
];

function wholeRows(selection: Selection): RowRanges {
  const { rows } = selection;
  if (!rows) return [];
  if (rows.isMoving === true) return rows.others;
  return (rows.removes ? withoutRows : withRows)(rows.others, stretchedRows(selection));
}

/** The selected cells of a table of this size. */
export function selectedCells(selection: Selection, size: TableSize): SelectedCells {
  // There may be fewer rows by now: after midnight, "today" in a filter means a different day.
  const rows = withoutRows(wholeRows(selection), [size.rows, Infinity]);
  if (rows.length > 0) return { rows, left: 0, right: size.columns - 1, areRows: true };
  // If all selected rows were removed again, only the active cell is selected.
  const cells = selection.rows ? onlyCell(selection.active) : selection;
  const { active, anchor, opposite = active } = cells;
  return {
    rows: [stretchedRows(cells)],
    left: Math.min(anchor.column, opposite.column),
    right: Math.max(anchor.column, opposite.column),
    areRows: false,
  };
}

/** Whether the cell is among the selected ones. */
export function isSelected(selection: Selection, { row, column }: CellPosition, size: TableSize): boolean {
  const { rows, left, right } = selectedCells(selection, size);
  return hasRow(rows, row) && column >= left && column <= right;
}

/** The number of selected cells. */
export function countCells({ rows, left, right }: SelectedCells): number {
  return countRows(rows) * (right - left + 1);
}

/** Selects all rows. The active cell stays where it is. */
export function selectAll({ active }: Selection, { rows, columns }: TableSize): Selection {
  return {
    active,
    anchor: { row: 0, column: 0 },
    opposite: { row: rows - 1, column: columns - 1 },
    rows: noOthers,
  };
}

/**
 * Selects the whole rows of the selected cells. While the active cell moves between blocks, adds its row or
 * removes it.
 */
export function selectRows(selection: Selection): Selection {
  const { active, anchor, rows } = selection;
  if (!rows) return { active, anchor, rows: noOthers };
  if (rows.isMoving !== true) return selection;
  const change = hasRow(rows.others, active.row) ? withoutRows : withRows;
  return { ...selection, rows: { ...rows, others: change(rows.others, [active.row, active.row + 1]) } };
}

/** Keeps the selected rows and the rows of the selected cells, while the active cell moves on. */
export function keepRows(selection: Selection): Selection {
  if (selection.rows?.isMoving === true) return selection;
  const { active } = selection;
  const others = wholeRows(selectRows(selection));
  return { active, anchor: active, rows: { others, removes: false, isMoving: true } };
}

/** Selects the whole columns of the selected cells. With whole rows selected, those are all columns. */
export function selectColumns(selection: Selection, size: TableSize): Selection {
  const { left, right, areRows } = selectedCells(selection, size);
  if (areRows) return selectAll(selection, size);
  return {
    active: selection.active,
    anchor: { row: 0, column: left },
    opposite: { row: size.rows - 1, column: right },
  };
}

/**
 * A click on a row's number selects only this row; with Shift, all rows from the anchor to it; with Control,
 * it's added or removed. The active cell is the first one of the row, which is always in view.
 */
export function clickRow(
  selection: Selection,
  row: number,
  { extend, add }: { extend: boolean; add: boolean },
): Selection {
  const active = { row, column: 0 };
  const { anchor, rows = noOthers } = selection;
  if (extend) return { active, anchor, rows: { others: rows.others, removes: rows.removes } };
  const others = add ? wholeRows(selection) : [];
  return { active, anchor: active, rows: { others, removes: hasRow(others, row) } };
}

/** Extends the selection to the cell to which the pointer was dragged. */
export function stretchTo({ anchor, rows }: Selection, cell: CellPosition): Selection {
  return rows ? { active: { row: cell.row, column: 0 }, anchor, rows } : { active: cell, anchor };
}

/** Moves the active cell to another column, after columns have moved. Whole rows stay selected. */
export function inColumn(selection: Selection, column: number): Selection {
  const active = { row: selection.active.row, column };
  return selection.rows ? { ...selection, active } : onlyCell(active);
}

/** The cell, or the one nearest to it in a table of this size. */
const inside = ({ row, column }: CellPosition, { rows, columns }: TableSize): CellPosition => ({
  row: Math.max(0, Math.min(rows - 1, row)),
  column: Math.max(0, Math.min(columns - 1, column)),
});

/** The part of the selection that is still in the table, which may have fewer rows and columns by now. */
export function within(selection: Selection, size: TableSize): Selection {
  const { active, anchor, opposite } = selection;
  return {
    ...selection,
    active: inside(active, size),
    anchor: inside(anchor, size),
    ...(opposite && { opposite: inside(opposite, size) }),
  };
}

/**
 * Moves the active cell as the keys of a grid do, of which one screen shows `page` whole rows; `null` for any other
 * key.
 */
export function moveActive(
  { active, anchor, rows: selectedRows }: Selection,
  key: { key: string; ctrlKey: boolean; metaKey: boolean; shiftKey: boolean },
  { rows, columns, page }: TableSize & { page: number },
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
  const moved = inside(to, { rows, columns });
  if (!key.shiftKey && selectedRows?.isMoving === true)
    return { active: moved, anchor: moved, rows: selectedRows };
  if (!key.shiftKey) return onlyCell(moved);
  if (selectedRows?.isMoving === true)
    return { active: moved, anchor: active, rows: { others: selectedRows.others, removes: false } };
  if (selectedRows) return { active: { row: moved.row, column }, anchor, rows: selectedRows };
  return { active: moved, anchor };
}
