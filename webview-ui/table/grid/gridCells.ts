import type { RegularTableElement } from 'regular-table';
import * as l10n from '@vscode/l10n';
import type { CellPosition } from '#src/protocol/tableTypes';
import { formatCount } from '#src/text/l10n';
import { setAttribute } from '../../controls/dom';
import { cellDetail, isNumeric } from './cellText';
import type { GridRows } from './gridData';
import { countCells, type SelectedCells } from './gridSelection';
import { hasRow } from './rowRanges';
import type { ShownTable } from './shownTable';

/** What the grid draws. It's read again for every drawing. */
export interface GridModel extends Omit<ShownTable, 'about'>, GridRows {
  load(from: number, to: number): Promise<void>;
  match(): CellPosition | null;
  header(column: number): Element | undefined;
  sortOf(column: number): 'ascending' | 'descending' | 'none';
  /** The width in pixels that a person set for the column; `undefined` if it's as wide as its content. */
  widthOf(column: number): number | undefined;
  /**
   * Called when a person has dragged the column's edge to this width in pixels. `null` makes it as wide as
   * its content.
   */
  onWidth(column: number, width: number | null): void;
}

/** The id of the cell on which keys act. */
export const activeId = 'active-cell';
/** The least number of digits for which row numbers have room, so that a few more rows move nothing. */
const leastDigits = 3;

function metaOf(table: RegularTableElement, target: EventTarget | null) {
  const cell = target instanceof Element ? target.closest('tbody td, tbody th') : null;
  return cell instanceof HTMLElement ? table.getMeta(cell) : undefined;
}

/** The cell at the target. */
export function cellAt(table: RegularTableElement, target: EventTarget | null): CellPosition | null {
  const meta = metaOf(table, target);
  if (meta?.type === 'row_header' && meta.row_header_x > 0) return { row: meta.y, column: 0 };
  return meta?.type === 'body' ? { row: meta.y, column: meta.x + 1 } : null;
}

/** The row whose number is at the target. */
export function numberAt(table: RegularTableElement, target: EventTarget | null): number | null {
  const meta = metaOf(table, target);
  return meta?.type === 'row_header' && meta.row_header_x === 0 ? meta.y : null;
}

/** The library keeps the cell's own content. Ours is replaced only if it differs, so that it keeps the focus. */
function fill(cell: Element, content: Element | undefined): void {
  const slot = cell.firstElementChild;
  if (content && slot && slot.firstChild !== content) slot.replaceChildren(content);
}

/** Fills and marks the cells of the header. `corner` is above the row numbers. */
export function dressHeader(table: RegularTableElement, model: GridModel, corner: Element): void {
  const [first] = table.querySelectorAll('thead tr');
  setAttribute(first ?? table, 'aria-rowindex', '1');
  for (const [place, cell] of [...(first?.children ?? [])].entries()) {
    if (!(cell instanceof HTMLElement)) continue;
    const meta = table.getMeta(cell);
    const at = meta?.type === 'column_header' ? meta.x + 1 : place - 1;
    const column = model.columns()[at];
    fill(cell, at < 0 ? corner : model.header(at));
    cell.classList.toggle('row-number', at < 0);
    cell.classList.toggle('numeric', column !== undefined && isNumeric(column));
    setAttribute(cell, 'aria-colindex', String(at + 2));
    setAttribute(cell, 'aria-sort', at < 0 ? null : model.sortOf(at));
    setAttribute(cell, 'scope', 'col');
  }
}

function dressNumber(cell: HTMLElement, row: number, { rows, areRows }: SelectedCells): void {
  cell.classList.add('row-number');
  cell.classList.toggle('selected', areRows && hasRow(rows, row));
  // Left over from when this cell was part of a column.
  cell.classList.remove('numeric', 'missing', 'active', 'match');
  for (const name of ['id', 'title']) setAttribute(cell, name, null);
  setAttribute(cell, 'role', 'rowheader');
  setAttribute(cell, 'scope', 'row');
  setAttribute(cell, 'aria-colindex', '1');
  setAttribute(cell, 'aria-selected', String(areRows && hasRow(rows, row)));
}

function dressCell(cell: HTMLElement, position: CellPosition, chosen: SelectedCells, model: GridModel): void {
  const { row, column: at } = position;
  const column = model.columns()[at];
  const value = model.row(row)?.[at];
  const active = model.active();
  const isActive = active.row === row && active.column === at;
  const match = model.match();
  const several = chosen.areRows || countCells(chosen) > 1;
  const selected = several && at >= chosen.left && at <= chosen.right && hasRow(chosen.rows, row);
  cell.classList.toggle('numeric', column !== undefined && isNumeric(column));
  cell.classList.toggle('missing', value === null);
  cell.classList.toggle('active', isActive);
  cell.classList.toggle('selected', selected);
  cell.classList.toggle('match', match?.row === row && match.column === at);
  // The library treats the pinned column as a header, but the header of a row is its number.
  setAttribute(cell, 'role', at === 0 ? 'gridcell' : null);
  setAttribute(cell, 'aria-colindex', String(at + 2));
  setAttribute(cell, 'aria-selected', String(selected || isActive));
  setAttribute(cell, 'id', isActive ? activeId : null);
  const detail = value === undefined || !column ? null : cellDetail(value, column);
  setAttribute(cell, 'title', value === null ? l10n.t('No value') : detail);
}

/** Marks active, selected, and found cells without requesting rows. */
export function markCells(table: RegularTableElement, grid: HTMLElement, model: GridModel): void {
  const chosen = model.selected();
  let found = false;
  for (const line of grid.querySelectorAll('tbody tr')) {
    for (const cell of line.children) {
      const row = numberAt(table, cell);
      const position = cellAt(table, cell);
      if (!(cell instanceof HTMLElement)) continue;
      if (row !== null) {
        setAttribute(line, 'aria-rowindex', String(row + 2));
        dressNumber(cell, row, chosen);
      } else if (position) {
        dressCell(cell, position, chosen, model);
        found ||= cell.id === activeId;
      }
    }
  }
  setAttribute(grid, 'aria-activedescendant', found ? activeId : null);
  setAttribute(grid, 'aria-rowcount', String(model.size().rows + 1));
  setAttribute(grid, 'aria-colcount', String(model.columns().length + 1));
  const digits = Math.max(leastDigits, formatCount(model.size().rows).length);
  table.style.setProperty('--row-number-digits', String(digits));
}
