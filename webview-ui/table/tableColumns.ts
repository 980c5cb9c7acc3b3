import type { ResultState } from '#src/protocol/messages';
import type { ColumnChoice, ShownColumn } from '#src/protocol/tableTypes';
import type { Host } from '../host/pane';
import { withShown, withWidth } from './header/columnChoice';
import { createColumnHeaders } from './header/columnHeaders';
import { createColumnsMenu } from './header/columnsMenu';
import { createFoldedColumns } from './header/foldedColumns';
import { createValueList } from './header/valueList';
import type { TableGrid } from './tableGrid';
import { arranged, arrangement, summarizedRows, type ShownTableState } from './tableState';

/** The columns: their headers, the menu that lists all of them, and the line with those that say one thing. */
export function createTableColumns(
  host: Host,
  state: ShownTableState,
  listener: {
    /** Other rows are shown, or in another order. */
    onRows(): void;
    /** A filter's text has changed, but not the rows that it selects. */
    onText(): void;
    /** The columns were arranged anew. Resolves when they are drawn. */
    onArrange(areSame: boolean): Promise<void>;
  },
  /** Made later, because it has these headers. */
  grid: () => TableGrid,
) {
  const placeOf = (key: string) => state.columns.findIndex((column) => column.key === key);
  const reveal = (column: number) => grid().view.reveal({ row: Math.ceil(grid().view.topRow()), column });
  const values = createValueList((question) => host.ask('values', { ...question, ...state.form }));
  const summaries = {
    about: () => summarizedRows(state),
    of: (column: string) => host.ask('columnSummary', { column, ...state.form }),
  };
  const headers = createColumnHeaders(values, summaries, {
    onChange: () => listener.onRows(),
    onText: () => listener.onText(),
    onMove(column, to) {
      const key = state.columns[column]?.key;
      if (key === undefined) return;
      if (to === 'rows') void grid().focusCell({ row: state.selection.active.row, column });
      else void reveal(column).then(() => headers.focus(key, to));
    },
    onWiden: (key, by) => setWidth(key, grid().view.widthOf(placeOf(key)) + by),
  });
  // The menu doesn't know the layout.
  const menu = createColumnsMenu(
    (next) => void choose({ ...next, ...(state.choice.layout && { layout: state.choice.layout }) }),
  );
  const folded = createFoldedColumns({
    onUnfold: (column) => void unfold(column),
    onMore: () => menu.open(),
  });

  /** Arranges the columns of the result, and returns whether they are the same as before. */
  function arrange(result: ResultState, isAnother: boolean): boolean {
    const { ordered, areSame, columns, foldedColumns, selection } = arranged(state, result);
    Object.assign(state, { columns, foldedColumns, selection });
    headers.show(columns, result.timeZone, isAnother);
    menu.show(ordered, arrangement(state), result.timeZone);
    folded.show(foldedColumns);
    return areSame;
  }

  async function choose(choice: ColumnChoice): Promise<void> {
    state.choice = choice;
    state.inUse = [];
    host.act({ kind: 'columns', choice });
    if (state.shown) await listener.onArrange(arrange(state.shown, false));
  }

  async function unfold(column: ShownColumn): Promise<void> {
    await choose(withShown(arrangement(state), column, true));
    // The button that was pressed has disappeared.
    await reveal(placeOf(column.key));
    headers.focus(column.key, 'title');
  }

  /** Sets the column's width in pixels; with `null`, it's as wide as its content. */
  function setWidth(key: string, width: number | null): void {
    void choose(withWidth(arrangement(state), key, width));
  }

  return { headers, arrange, setWidth, menu: menu.element, folded: folded.element, values: values.element };
}

export type TableColumns = ReturnType<typeof createTableColumns>;
