import 'regular-table';
import type { RegularTableElement } from 'regular-table';
import * as l10n from '@vscode/l10n';
import type { CellPosition } from '#src/protocol/tableTypes';
import { element, setAttribute } from '../../controls/dom';
import { setMenuSection } from '../../controls/menuSection';
import { activeId, cellAt, dressHeader, markCells, numberAt, type GridModel } from './gridCells';
import { gridData, headerRows, rowHeight } from './gridData';
import { pixelsPerRow, scrollTopFor, topRow, type GridGeometry } from './gridGeometry';

const innerOf = (table: RegularTableElement) => table.querySelector<HTMLTableElement>('table') ?? table;

const headerOf = (table: RegularTableElement, column: number) =>
  table.querySelector(`thead th[aria-colindex="${column + 2}"]`);

const geometryOf = (table: RegularTableElement, model: GridModel): GridGeometry => ({
  rows: model.size().rows,
  rowHeight,
  headerRows,
  clientHeight: table.clientHeight,
  scrollHeight: table.scrollHeight,
});

/** Where a pixel represents several rows, one turn of the wheel would skip most of them. */
function turnWheel(table: RegularTableElement, model: GridModel, event: WheelEvent): void {
  const pixels = pixelsPerRow(geometryOf(table, model));
  if (event.deltaY === 0 || event.shiftKey || event.ctrlKey || pixels > rowHeight * 0.9) return;
  event.preventDefault();
  const rows = event.deltaMode === 0 ? event.deltaY / rowHeight : event.deltaY;
  table.scrollTop += Math.max(1, Math.abs(rows * pixels)) * Math.sign(rows);
}

/** The library drags the edge of a column; the new width is known when the button is released. */
function listenToEdges(table: RegularTableElement, model: GridModel): void {
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
}

/** Makes the library's table a grid, which takes the focus. */
function prepare(table: RegularTableElement, model: GridModel): void {
  // The library makes the part that scrolls focusable; -1 would keep Tab from the grid inside it as well.
  table.removeAttribute('tabindex');
  const grid = innerOf(table);
  setAttribute(grid, 'role', 'grid');
  setAttribute(grid, 'aria-label', l10n.t('Rows'));
  setAttribute(grid, 'aria-multiselectable', 'true');
  setAttribute(grid, 'aria-describedby', 'grid-help');
  grid.tabIndex = 0;
  // Filter fields have the editor's own menu for text.
  for (const body of table.querySelectorAll('tbody')) setMenuSection(body, 'cells');
  const read = async (x0: number, y0: number, x1: number, y1: number) => {
    await model.load(y0, Math.max(y1, y0 + 1));
    return gridData(model, { x0, y0, x1, y1 });
  };
  table.setDataListener(read, { virtual_mode: 'both' });
}

/** Scrolls to the column of the active cell. `mark` marks that cell. */
async function revealColumn(table: RegularTableElement, column: number, mark: () => void): Promise<void> {
  if (column === 0) return;
  // A column is only as wide as its visible cells need, so one that comes into view may change width and
  // move.
  for (let attempt = 0; attempt < 4; attempt += 1) {
    mark();
    const cell = table.querySelector<HTMLElement>(`#${activeId}`);
    if (cell) {
      const { left, right } = cell.getBoundingClientRect();
      const pinned = headerOf(table, 0)?.getBoundingClientRect().right ?? 0;
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

/** A grid that draws only what is visible. The row numbers and the first column are pinned. */
export function createGridView(model: GridModel) {
  const table: RegularTableElement = document.createElement('regular-table');
  const corner = element('button', {
    class: 'all-rows',
    type: 'button',
    tabindex: '-1',
    title: l10n.t('Select All Rows'),
    'aria-label': l10n.t('Select All Rows'),
  });
  let isPrepared = false;
  const geometry = () => geometryOf(table, model);
  const mark = () => markCells(table, innerOf(table), model);

  table.addStyleListener(() => {
    dressHeader(table, model, corner);
    mark();
  });
  table.addEventListener('wheel', (event) => turnWheel(table, model, event), { passive: false });
  new ResizeObserver(() => {
    if (table.isConnected && table.clientHeight > 0) void table.draw();
  }).observe(table);
  listenToEdges(table, model);

  async function reveal(position: CellPosition): Promise<void> {
    const to = scrollTopFor(geometry(), table.scrollTop, position.row);
    if (to !== table.scrollTop) {
      table.scrollTop = to;
      await table.flush();
    }
    await revealColumn(table, position.column, mark);
    mark();
  }

  return {
    element: table,
    /** The element with the role `grid`, which can be focused. */
    get grid() {
      return innerOf(table);
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
      if (!isPrepared) prepare(table, model);
      isPrepared = true;
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
    widthOf: (column: number) => headerOf(table, column)?.getBoundingClientRect().width ?? 0,
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
    cellAt: (target: EventTarget | null) => cellAt(table, target),
    numberAt: (target: EventTarget | null) => numberAt(table, target),
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
