import { visibleRows } from './gridGeometry';
import type { Selection, TableSize } from './gridSelection';
import {
  clickRow,
  keepRows,
  moveActive,
  onlyCell,
  selectAll,
  selectColumns,
  selectRows,
  stretchTo,
} from './gridSelection';
import type { GridView } from './gridView';

export interface GridListener {
  selection(): Selection;
  size(): TableSize;
  onSelect(selection: Selection): void;
  /** The selection is stretched, by the pointer or over a whole line; nothing is to scroll. */
  onStretch(selection: Selection): void;
  onCopy(): void;
  /** Enter, or a double click: the row in full. */
  onOpen(): void;
  onEscape(): void;
  /** Up from the first row: into the header of the active column. */
  onHeader(): void;
}

/** Keys and pointer of the grid, as spreadsheets have them. */
export function listenToGrid(view: GridView, listener: GridListener): void {
  view.element.addEventListener('keydown', (event) => {
    // Titles and filter fields have keys of their own; keys they don't use go on to the editor.
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
    // Where no row matches a filter, the keys above lead out of the grid; there is nothing for the others.
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
      // The first column is always in view, those beside it are not.
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
