import * as v from 'valibot';
import type { CellPosition, RowRange } from '../../../src/table/tableTypes';
import { countRows, hasRow, withoutRows, withRows, type RowRanges } from './rowRanges';

/** The cell that keys act on, and what is selected around it. */
export interface Selection {
  active: CellPosition;
  /** The cell where the selection was begun. */
  anchor: CellPosition;
  /** Where it ends, if that is not the active cell: whole columns, and all cells. */
  opposite?: CellPosition;
  /** Given where whole rows are selected: these, and those from begin to end. */
  rows?: {
    others: RowRanges;
    /** The rows from begin to end are taken out of the others instead. */
    removes: boolean;
    /** Only the others are selected, while the active cell moves to where a further block begins. */
    isMoving?: boolean;
  };
}

/** The selected cells: all from one column to another, in some rows. */
export interface SelectedCells {
  rows: RowRanges;
  /** Both inclusive. */
  left: number;
  right: number;
  /** Rows were selected as rows. */
  areRows: boolean;
}

/** Rows after the filter, and columns that are shown. */
export interface TableSize {
  rows: number;
  columns: number;
}

const noOthers = { others: [], removes: false };

const place = v.pipe(v.number(), v.integer(), v.minValue(0));
const cell = v.object({ row: place, column: place });

/** A selection as the view remembers it. */
export const selectionShape: v.GenericSchema<unknown, Selection> = v.object({
  active: cell,
  anchor: cell,
  opposite: v.exactOptional(cell),
  rows: v.exactOptional(
    v.object({
      others: v.array(v.tuple([place, place])),
      removes: v.boolean(),
      isMoving: v.exactOptional(v.boolean()),
    }),
  ),
});

/** Only this cell. */
export const onlyCell = (cell: CellPosition): Selection => ({ active: cell, anchor: cell });

/** The rows from where the selection was begun to where it ends. */
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

export function selectedCells(selection: Selection, size: TableSize): SelectedCells {
  // Rows may have gone since: "today" in a filter is another day after midnight.
  const rows = withoutRows(wholeRows(selection), [size.rows, Infinity]);
  if (rows.length > 0) return { rows, left: 0, right: size.columns - 1, areRows: true };
  // Of rows that were all taken back, the active cell is left.
  const cells = selection.rows ? onlyCell(selection.active) : selection;
  const { active, anchor, opposite = active } = cells;
  return {
    rows: [stretchedRows(cells)],
    left: Math.min(anchor.column, opposite.column),
    right: Math.max(anchor.column, opposite.column),
    areRows: false,
  };
}

export function countCells({ rows, left, right }: SelectedCells): number {
  return countRows(rows) * (right - left + 1);
}

/** All rows; the active cell stays where it is. */
export function selectAll({ active }: Selection, { rows, columns }: TableSize): Selection {
  return {
    active,
    anchor: { row: 0, column: 0 },
    opposite: { row: rows - 1, column: columns - 1 },
    rows: noOthers,
  };
}

/** The rows of the selected cells, whole; while the active cell moves, its row as well, or no longer. */
export function selectRows(selection: Selection): Selection {
  const { active, anchor, rows } = selection;
  if (!rows) return { active, anchor, rows: noOthers };
  if (rows.isMoving !== true) return selection;
  const change = hasRow(rows.others, active.row) ? withoutRows : withRows;
  return { ...selection, rows: { ...rows, others: change(rows.others, [active.row, active.row + 1]) } };
}

/** Keeps the selected rows, and those of the selected cells, while the active cell moves on. */
export function keepRows(selection: Selection): Selection {
  if (selection.rows?.isMoving === true) return selection;
  const { active } = selection;
  const others = wholeRows(selectRows(selection));
  return { active, anchor: active, rows: { others, removes: false, isMoving: true } };
}

/** The columns of the selected cells, whole; of whole rows, those are all. */
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
 * A click on a row's number: only this row; with Shift all from the anchor to it; with Control this row
 * as well, or no longer. The active cell is the row's first one, which is always in view.
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

/** The pointer is drawn to this cell. */
export function stretchTo({ anchor, rows }: Selection, cell: CellPosition): Selection {
  return rows ? { active: { row: cell.row, column: 0 }, anchor, rows } : { active: cell, anchor };
}

/** The active cell in another column, where columns have moved: whole rows stay selected. */
export function inColumn(selection: Selection, column: number): Selection {
  const active = { row: selection.active.row, column };
  return selection.rows ? { ...selection, active } : onlyCell(active);
}

/** The selection where it is still in the table: there may be fewer rows and columns than when it was made. */
export function within(selection: Selection, { rows, columns }: TableSize): Selection {
  const inside = ({ row, column }: CellPosition) => ({
    row: Math.max(0, Math.min(rows - 1, row)),
    column: Math.max(0, Math.min(columns - 1, column)),
  });
  const { active, anchor, opposite } = selection;
  return {
    ...selection,
    active: inside(active),
    anchor: inside(anchor),
    ...(opposite && { opposite: inside(opposite) }),
  };
}

export interface GridSize extends TableSize {
  /** Whole rows that one screen shows. */
  page: number;
}

/** Moves the active cell, as the keys of a grid do; `null` for a key that is not one of them. */
export function moveActive(
  { active, anchor, rows: selectedRows }: Selection,
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
  if (!key.shiftKey && selectedRows?.isMoving === true)
    return { active: moved, anchor: moved, rows: selectedRows };
  if (!key.shiftKey) return onlyCell(moved);
  if (selectedRows?.isMoving === true)
    return { active: moved, anchor: active, rows: { others: selectedRows.others, removes: false } };
  if (selectedRows) return { active: { row: moved.row, column }, anchor, rows: selectedRows };
  return { active: moved, anchor };
}
