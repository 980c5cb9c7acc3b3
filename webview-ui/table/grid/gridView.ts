import 'regular-table';
import type { RegularTableElement } from 'regular-table';
import type { DataResponse } from 'regular-table/dist/esm/types';
import * as l10n from '@vscode/l10n';
import type { Cell, CellPosition } from '../../../src/protocol/tableTypes';
import { formatCount } from '../../../src/text/l10n';
import { element, setAttribute } from '../../controls/dom';
import { setMenuSection } from '../../controls/menuSection';
import { cellDetail, cellText, isNumeric, missingMark } from './cellText';
import type { GridGeometry } from './gridGeometry';
import { pixelsPerRow, scrollTopFor, topRow } from './gridGeometry';
import type { SelectedCells } from './gridSelection';
import { countCells } from './gridSelection';
import { hasRow } from './rowRanges';
import type { ShownTable } from './shownTable';

/** The style sheet gives rows this height, and the header twice as much. */
const rowHeight = 24;
const headerRows = 2;
const activeId = 'active-cell';
/** The row numbers and the first column with data, which stay in view. */
const pinnedColumns = 2;
/** The least number of digits for which row numbers have room, so that a few more rows move nothing. */
const leastDigits = 3;

/** What the grid draws. It's read again for every drawing. */
export interface GridModel extends Omit<ShownTable, 'about'> {
  load(from: number, to: number): Promise<void>;
  row(index: number): readonly Cell[] | undefined;
  /** The cell that a search has found. */
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

/** A grid that draws only what is visible. The row numbers and the first column are pinned. */
export function createGridView(model: GridModel) {
  const table: RegularTableElement = document.createElement('regular-table');
  const inner = () => table.querySelector<HTMLTableElement>('table') ?? table;
  const corner = element('button', {
    class: 'all-rows',
    type: 'button',
    tabindex: '-1',
    title: l10n.t('Select All Rows'),
    'aria-label': l10n.t('Select All Rows'),
  });

  const geometry = (): GridGeometry => ({
    rows: model.size().rows,
    rowHeight,
    headerRows,
    clientHeight: table.clientHeight,
    scrollHeight: table.scrollHeight,
  });

  async function read(x0: number, y0: number, x1: number, y1: number): Promise<DataResponse> {
    await model.load(y0, Math.max(y1, y0 + 1));
    const columns = model.columns();
    const to = Math.min(y1, model.size().rows);
    const rows = Array.from({ length: Math.max(0, to - y0) }, (_, index) => model.row(y0 + index));
    const text = (row: readonly Cell[] | undefined, at: number) => {
      const cell = row?.[at];
      const column = columns[at];
      if (cell === undefined || !column) return '';
      return cell === null ? missingMark : cellText(cell, column, model.zone());
    };
    const shown = Array.from({ length: Math.max(0, x1 - x0) }, (_, index) => x0 + index + 1).filter(
      (at) => at < columns.length,
    );
    return {
      num_rows: model.size().rows,
      num_columns: Math.max(0, columns.length - 1),
      row_height: rowHeight,
      row_headers: rows.map((row, index) => [formatCount(y0 + index + 1), text(row, 0)]),
      num_row_headers: pinnedColumns,
      // The library assumes that each level of the header is one row high. Ours is two rows high but is a
      // single row of the grid, because the title and filter of a column are one cell. So the second level is
      // hidden.
      num_column_headers: headerRows,
      column_headers: shown.map((at) => [columns[at]?.key ?? '', '']),
      column_header_merge_depth: 0,
      merge_headers: 'column',
      data: shown.map((at) => rows.map((row) => text(row, at))),
    };
  }

  const metaOf = (target: EventTarget | null) => {
    const cell = target instanceof Element ? target.closest('tbody td, tbody th') : null;
    return cell instanceof HTMLElement ? table.getMeta(cell) : undefined;
  };

  function cellAt(target: EventTarget | null): CellPosition | null {
    const meta = metaOf(target);
    if (meta?.type === 'row_header' && meta.row_header_x > 0) return { row: meta.y, column: 0 };
    return meta?.type === 'body' ? { row: meta.y, column: meta.x + 1 } : null;
  }

  function numberAt(target: EventTarget | null): number | null {
    const meta = metaOf(target);
    return meta?.type === 'row_header' && meta.row_header_x === 0 ? meta.y : null;
  }

  /**
   * The library keeps the cell's own content. Ours is replaced only if it differs, so that it keeps the
   * focus.
   */
  function fill(cell: Element, content: Element | undefined): void {
    const slot = cell.firstElementChild;
    if (content && slot && slot.firstChild !== content) slot.replaceChildren(content);
  }

  function dressHeader(): void {
    const [first] = inner().querySelectorAll('thead tr');
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

  function dressCell(cell: HTMLElement, position: CellPosition, chosen: SelectedCells): void {
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

  function mark(): void {
    const grid = inner();
    const chosen = model.selected();
    let found = false;
    for (const line of grid.querySelectorAll('tbody tr')) {
      for (const cell of line.children) {
        const row = numberAt(cell);
        const position = cellAt(cell);
        if (!(cell instanceof HTMLElement)) continue;
        if (row !== null) {
          setAttribute(line, 'aria-rowindex', String(row + 2));
          dressNumber(cell, row, chosen);
        } else if (position) {
          dressCell(cell, position, chosen);
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

  table.addStyleListener(() => {
    dressHeader();
    mark();
  });
  // Where a pixel represents several rows, one turn of the wheel would skip most of them.
  table.addEventListener(
    'wheel',
    (event) => {
      const pixels = pixelsPerRow(geometry());
      if (event.deltaY === 0 || event.shiftKey || event.ctrlKey || pixels > rowHeight * 0.9) return;
      event.preventDefault();
      const rows = event.deltaMode === 0 ? event.deltaY / rowHeight : event.deltaY;
      const step = Math.max(1, Math.abs(rows * pixels)) * Math.sign(rows);
      table.scrollTop += step;
    },
    { passive: false },
  );
  new ResizeObserver(() => {
    if (table.isConnected && table.clientHeight > 0) void table.draw();
  }).observe(table);

  // The library drags the edge; the new width is known when the button is released.
  table.addEventListener(
    'mousedown',
    ({ target }) => {
      if (!(target instanceof Element) || !target.classList.contains('rt-column-resize')) return;
      const cell = target.closest('th');
      const at = Number(cell?.getAttribute('aria-colindex') ?? 0) - 2;
      const before = model.widthOf(at);
      document.addEventListener(
        'mouseup',
        () => {
          void table.flush().then(() => {
            const width = table.saveColumnSizes()[at + 1];
            if (width !== before && at >= 0) model.onWidth(at, width ?? null);
          });
        },
        { once: true },
      );
    },
    true,
  );

  let prepared = false;

  function prepare(): void {
    if (prepared) return;
    prepared = true;
    // The library makes the part that scrolls focusable; -1 would keep Tab from the grid inside it as well.
    table.removeAttribute('tabindex');
    const grid = inner();
    setAttribute(grid, 'role', 'grid');
    setAttribute(grid, 'aria-label', l10n.t('Rows'));
    setAttribute(grid, 'aria-multiselectable', 'true');
    setAttribute(grid, 'aria-describedby', 'grid-help');
    grid.tabIndex = 0;
    // Filter fields have the editor's own menu for text.
    for (const body of table.querySelectorAll('tbody')) setMenuSection(body, 'cells');
    table.setDataListener(read, { virtual_mode: 'both' });
  }

  const headerOf = (column: number) => table.querySelector(`thead th[aria-colindex="${column + 2}"]`);

  async function revealColumn(column: number): Promise<void> {
    if (column === 0) return;
    // A column is only as wide as its visible cells need, so one that comes into view may change width and
    // move.
    for (let attempt = 0; attempt < 4; attempt += 1) {
      mark();
      const cell = table.querySelector<HTMLElement>(`#${activeId}`);
      if (cell) {
        const { left, right } = cell.getBoundingClientRect();
        const pinned = headerOf(0)?.getBoundingClientRect().right ?? 0;
        const edge = table.getBoundingClientRect().left + table.clientWidth;
        const before = table.scrollLeft;
        if (left < pinned - 1) table.scrollLeft -= pinned - left;
        else if (right > edge + 1) table.scrollLeft += Math.min(right - edge, left - pinned);
        if (table.scrollLeft === before) return;
        await table.flush();
      } else {
        // This also scrolls to a row, so it gets the current one: the rows must not move.
        await table.scrollToCell(column - 1, table.scrollTop / rowHeight);
      }
    }
  }

  async function reveal(position: CellPosition): Promise<void> {
    const to = scrollTopFor(geometry(), table.scrollTop, position.row);
    if (to !== table.scrollTop) {
      table.scrollTop = to;
      await table.flush();
    }
    await revealColumn(position.column);
    mark();
  }

  return {
    element: table,
    /** The element with the role `grid`, which can be focused. */
    get grid() {
      return inner();
    },
    /** Opens the editor's context menu below the active cell. */
    async openMenu(position: CellPosition) {
      await reveal(position);
      const cell = table.querySelector(`#${activeId}`);
      if (!cell) return;
      const { left, bottom } = cell.getBoundingClientRect();
      const place = { clientX: left + rowHeight / 2, clientY: bottom - rowHeight / 4 };
      cell.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, ...place }));
    },
    /** Redraws the grid. The row at the upper edge stays in place. */
    async draw() {
      prepare();
      const top = topRow(geometry(), table.scrollTop);
      await table.draw();
      const moved = topRow(geometry(), table.scrollTop);
      if (Math.abs(moved - top) >= 1) table.scrollTop = Math.round(top * pixelsPerRow(geometry()));
    },
    /** Measures the columns again, because they or their widths have changed. */
    forgetWidths() {
      const widths = model.columns().flatMap((_, at) => {
        const width = model.widthOf(at);
        return width === undefined ? [] : [[at + 1, width] as const];
      });
      table.resetAutoSize();
      table.restoreColumnSizes(Object.fromEntries(widths));
    },
    /** The width of a visible column in pixels. */
    widthOf: (column: number) => headerOf(column)?.getBoundingClientRect().width ?? 0,
    /** Marks active, selected, and found cells without requesting rows. */
    mark,
    reveal,
    topRow: () => topRow(geometry(), table.scrollTop),
    scrollToRow: (row: number) => {
      table.scrollTop = Math.round(row * pixelsPerRow(geometry()));
    },
    /** Scrolls to the columns next to the pinned ones. */
    scrollToStart: () => {
      table.scrollLeft = 0;
    },
    cellAt,
    /** The row whose number is at the target. */
    numberAt,
    /** The button above the row numbers. */
    corner,
    geometry,
  };
}

export type GridView = ReturnType<typeof createGridView>;

/** Describes how to use the grid with the keyboard. */
export function gridHelp(): HTMLElement {
  return element(
    'p',
    { id: 'grid-help', class: 'unseen' },
    l10n.t(
      'In the first row, press Up Arrow to go to the column filter, and press it again to go to the column header, where Enter sorts the rows. Shift with an arrow key extends the selection, Ctrl+Space selects a column, Shift+Space selects a row, Shift+F8 keeps the selected rows so that Shift+Space can add others, Ctrl+A selects all rows, Ctrl+C copies, Ctrl+F finds, Enter shows the whole row, and Shift+F10 opens a menu. On macOS, you can also use Cmd instead of Ctrl.',
    ),
  );
}
