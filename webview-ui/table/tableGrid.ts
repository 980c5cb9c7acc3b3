import * as l10n from '@vscode/l10n';
import { errorText } from '#src/text/errorText';
import type { CellPosition } from '#src/protocol/tableTypes';
import type { Host } from '../host/pane';
import { createCopySelection } from './copy/copySelection';
import { createFindBar } from './find/findBar';
import { listenToGrid } from './grid/gridInput';
import { isCutCell } from './grid/gridPages';
import type { Selection } from '../host/tabMemory';
import { onlyCell } from './grid/gridSelection';
import { createGridView } from './grid/gridView';
import { chosenWidth } from './header/columnChoice';
import type { ColumnHeaders } from './header/columnHeaders';
import { filterForCell } from './header/filterText';
import { createRowDetail } from './rowDetail';
import { createSelectionLine } from './selectionLine';
import type { TableQuestions } from './tableQuestions';
import { figureColumns, keyAt, zoneOf, type ShownTableState } from './tableState';

/** The rows as a grid, what is selected in it, and what can be done with that: find, copy, add up, look into. */
export function createTableGrid(
  host: Host,
  state: ShownTableState,
  table: TableQuestions,
  headers: ColumnHeaders,
  listener: {
    onSay(sentence: string): void;
    /** Gets the width in pixels to which a person dragged the column's edge, or `null` for its content's width. */
    onWidth(key: string, width: number | null): void;
  },
) {
  const { pages } = table;
  const say = (sentence: string) => listener.onSay(sentence);
  const leave = () => view.grid.focus({ preventScroll: true });
  const find = createFindBar({
    ...table,
    ask: (text, start, backwards) =>
      host.ask('find', { ...table.asked(), text, zone: zoneOf(state), start, backwards }),
    count: (text, at) => host.ask('findCount', { ...table.asked(), text, zone: zoneOf(state), at }),
    onFound: ({ row, column }) => void select(onlyCell({ row, column })),
    onForget: () => view.mark(),
    onSay: say,
    onLeave: leave,
  });
  const view = createGridView({
    ...table,
    row: (index) => pages.row(index),
    match: () => find.match(),
    header: (column) => headers.inView(keyAt(state, column)),
    sortOf: (column) => headers.sortOf(keyAt(state, column)),
    widthOf: (column) => chosenWidth(state.choice, keyAt(state, column)),
    onWidth: (column, width) => listener.onWidth(keyAt(state, column), width),
    load: (from, to) => pages.load(from, to).catch((error: unknown) => say(errorText(error))),
  });
  const detail = createRowDetail(host, state, table, leave);
  const copying = createCopySelection(
    { ...table, folded: () => state.foldedColumns },
    { onText: (text) => host.act({ kind: 'copyText', text }), onSay: say },
  );
  const selectionLine = createSelectionLine((selected) => {
    const { keys, of } = figureColumns(state, selected);
    return { figures: host.ask('figures', { ...table.rows(), ranges: selected.rows, columns: keys }), of };
  });

  function showSelected(): void {
    view.mark();
    selectionLine.show(table.selected());
  }

  async function select(next: Selection): Promise<void> {
    state.selection = next;
    say('');
    if (detail.isOpen()) detail.show(next.active.row);
    await view.reveal(next.active);
    showSelected();
  }

  listenToGrid(view, {
    selection: () => state.selection,
    size: () => table.size(),
    onSelect: (next) => void select(next),
    onStretch(next) {
      state.selection = next;
      if (next.rows?.isMoving === true) {
        say(l10n.t('Go to a row and press Shift+Space to select or deselect it.'));
      }
      showSelected();
    },
    onCopy: () => copying.byKey(),
    onOpen: () => detail.show(state.selection.active.row),
    onEscape: () => detail.close(),
    onHeader: () => headers.focus(keyAt(state, state.selection.active.column), 'filter'),
  });

  return {
    view,
    find,
    detail,
    copying,
    selectionLine: selectionLine.element,
    leave,
    showSelected,
    async focusCell(cell: CellPosition) {
      leave();
      await select(onlyCell(cell));
    },
    /** Limits the rows to those with the value of the active cell, or to the others. */
    filterBy(op: '=' | '!=') {
      const { row, column: at } = state.selection.active;
      const [column, cell, page] = [state.columns[at], pages.row(row)?.[at], pages.page(row)];
      if (!column || cell === undefined || !page) return;
      const isCut = isCutCell(cell, page);
      const text = isCut ? null : filterForCell(op, cell, column, zoneOf(state), Date.now());
      if (text === null) say(l10n.t("You can't filter by this value."));
      else headers.setFilter(column.key, text);
    },
  };
}

export type TableGrid = ReturnType<typeof createTableGrid>;
