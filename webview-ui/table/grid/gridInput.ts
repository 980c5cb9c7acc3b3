import { visibleRows } from './gridGeometry';
import type { Selection } from './gridSelection';
import { moveActive, wholeOf } from './gridSelection';
import type { GridView } from './gridView';

export interface GridListener {
  selection(): Selection;
  size(): { rows: number; columns: number };
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
    if (rows === 0) return;
    const { active } = listener.selection();
    const control = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    if (control && key === 'c') listener.onCopy();
    else if (control && key === 'a') {
      listener.onStretch(wholeOf('all', listener.selection(), { rows, columns }));
    } else if (key === ' ' && (control || event.shiftKey)) {
      const lines = control ? 'columns' : 'rows';
      listener.onStretch(wholeOf(lines, listener.selection(), { rows, columns }));
    } else if (key === 'escape') {
      listener.onSelect({ active, anchor: active });
      listener.onEscape();
    } else if (key === 'enter') listener.onOpen();
    else if (key === 'arrowup' && active.row === 0 && !event.shiftKey) listener.onHeader();
    else {
      const page = Math.floor(visibleRows(view.geometry()));
      const moved = moveActive(listener.selection(), event, { rows, columns, page });
      if (!moved) return;
      listener.onSelect(moved);
    }
    event.preventDefault();
  });

  view.element.addEventListener('pointerdown', (event) => {
    const cell = event.button === 0 ? view.cellAt(event.target) : null;
    if (!cell) return;
    view.grid.focus({ preventScroll: true });
    const { anchor } = listener.selection();
    listener.onSelect({ active: cell, anchor: event.shiftKey ? anchor : cell });
    event.preventDefault();
  });
  view.element.addEventListener('dblclick', ({ target }) => {
    if (view.cellAt(target)) listener.onOpen();
  });
  view.element.addEventListener('pointermove', (event) => {
    const dragging = event.buttons === 1 && document.activeElement === view.grid;
    const cell = dragging ? view.cellAt(event.target) : null;
    if (cell) listener.onStretch({ active: cell, anchor: listener.selection().anchor });
  });
}
