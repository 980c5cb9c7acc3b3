import type { CellPosition } from '#src/protocol/tableTypes';
import { visibleRows } from './gridGeometry';
import type { Selection } from '../../host/tabMemory';
import {
  clickRow,
  isSelected,
  keepRows,
  moveActive,
  onlyCell,
  selectAll,
  selectColumns,
  selectRows,
  stretchTo,
  type TableSize,
} from './gridSelection';
import type { GridView } from './gridView';

interface GridListener {
  selection(): Selection;
  size(): TableSize;
  onSelect(selection: Selection): void;
  /**
   * Called when the selection was extended by the pointer, or to whole rows or columns; the grid must not
   * scroll.
   */
  onStretch(selection: Selection): void;
  onCopy(): void;
  /** Called on Enter or a double click, to show the details of the row. */
  onOpen(): void;
  onEscape(): void;
  /** Called when moving up from the first row, to the header of the active column. */
  onHeader(): void;
}

/** Selects what the context menu is about, unless it's selected already. */
function selectForMenu(view: GridView, listener: GridListener, target: EventTarget | null): void {
  const row = view.numberAt(target);
  const cell: CellPosition | null = row === null ? view.cellAt(target) : { row, column: 0 };
  const before = listener.selection();
  if (cell === null || isSelected(before, cell, listener.size())) return;
  if (row === null) listener.onSelect(onlyCell(cell));
  else listener.onSelect(clickRow(before, row, { extend: false, add: false }));
}

/** Handles keys and pointer as spreadsheets do. */
export function listenToGrid(view: GridView, listener: GridListener): void {
  view.element.addEventListener('keydown', (event) => {
    // Headers and filter fields have keys of their own; the editor gets those that they don't use.
    if (event.target instanceof Element && event.target.closest('.column-header')) return;
    const { rows, columns } = listener.size();
    const { active } = listener.selection();
    const control = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    const isAtTop = active.row === 0 || rows === 0;
    if (key === 'escape') {
      listener.onSelect(onlyCell(active));
      listener.onEscape();
    } else if (key === 'arrowup' && isAtTop && !event.shiftKey) listener.onHeader();
    // If no row matches a filter, the keys above lead out of the grid; the others have nothing to act on.
    else if (rows === 0) return;
    else if (control && key === 'c') listener.onCopy();
    else if (control && key === 'a') {
      listener.onStretch(selectAll(listener.selection(), listener.size()));
    } else if (control && key === ' ') {
      listener.onStretch(selectColumns(listener.selection(), listener.size()));
    } else if (event.shiftKey && key === ' ') {
      listener.onStretch(selectRows(listener.selection()));
    } else if (event.shiftKey && key === 'f8') {
      listener.onStretch(keepRows(listener.selection()));
    } else if (key === 'enter') listener.onOpen();
    else {
      const page = Math.floor(visibleRows(view.geometry()));
      const moved = moveActive(listener.selection(), event, { rows, columns, page });
      if (!moved) return;
      listener.onSelect(moved);
      // The first column is always in view, but the columns next to it may not be.
      if (moved.active.column === 0 && active.column > 0) view.scrollToStart();
    }
    event.preventDefault();
  });

  view.element.addEventListener('pointerdown', (event) => {
    const cell = event.button === 0 ? view.cellAt(event.target) : null;
    const row = event.button === 0 ? view.numberAt(event.target) : null;
    const before = listener.selection();
    if (row !== null) {
      const add = event.ctrlKey || event.metaKey;
      listener.onSelect(clickRow(before, row, { extend: event.shiftKey, add }));
    } else if (cell) {
      listener.onSelect({ active: cell, anchor: event.shiftKey ? before.anchor : cell });
    } else return;
    view.grid.focus({ preventScroll: true });
    event.preventDefault();
  });
  view.element.addEventListener('contextmenu', (event) => {
    // By keyboard, the menu belongs to the focused grid, and its place says nothing.
    if (event.target === view.grid) {
      event.preventDefault();
      event.stopPropagation();
      if (listener.size().rows > 0) void view.openMenu(listener.selection().active);
    } else selectForMenu(view, listener, event.target);
  });
  view.element.addEventListener('dblclick', ({ target }) => {
    if (view.cellAt(target) !== null || view.numberAt(target) !== null) listener.onOpen();
  });
  view.element.addEventListener('pointermove', (event) => {
    if (event.buttons !== 1 || document.activeElement !== view.grid) return;
    const row = view.numberAt(event.target);
    const cell = row === null ? view.cellAt(event.target) : { row, column: 0 };
    if (cell) listener.onStretch(stretchTo(listener.selection(), cell));
  });
  view.corner.addEventListener('click', () => {
    view.grid.focus({ preventScroll: true });
    if (listener.size().rows > 0) listener.onStretch(selectAll(listener.selection(), listener.size()));
  });
}
