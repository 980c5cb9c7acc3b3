import type { ResultState } from '#src/protocol/messages';
import type { TableForm } from '#src/protocol/rowsQuestion';
import type { ShownFinding } from '../frame/observable';
import type { ShownResolution } from '../frame/shownResolution';
import type { Host, Pane } from '../host/pane';
import { onlyCell, within } from './grid/gridSelection';
import { noChoice } from './header/columnChoice';
import { rowsText, rowsOfSelection } from './rowsText';
import { createTableColumns } from './tableColumns';
import { createTableForms } from './tableForms';
import { createTableGrid, type TableGrid } from './tableGrid';
import { createTableQuestions } from './tableQuestions';
import { isCurrent, memoryOf, noMemory, noTable, rememberedSelection } from './tableState';
import { createTableView } from './tableView';

/** All rows of the result as a grid: sorted, filtered, and read page by page as they come into view. */
export function createTablePane(host: Host, finding: ShownFinding, resolution: ShownResolution): Pane {
  const state = { ...noTable };
  const arranging = {
    onRows: beginAgain,
    onText: () => view.showFilters(),
    async onArrange(areSame: boolean) {
      if (!areSame) table.pages.forget();
      grid.view.forgetWidths();
      await view.draw();
    },
  };
  const columns = createTableColumns(host, state, arranging, (): TableGrid => grid);
  const { headers } = columns;
  const table = createTableQuestions(host, state, headers, finding, () => void view.draw());
  const say = (sentence: string) => view.say(sentence);
  const grid = createTableGrid(host, state, table, headers, { onSay: say, onWidth: columns.setWidth });
  const forms = createTableForms(host, state, finding, resolution, {
    onForm: showTable,
    onChoose: () => void formAnew(),
    onSay: say,
  });
  const view = createTableView(state, { table, columns, grid }, finding, forms.bar.beside);

  /** Starts at the first row, because the sort order or the filters have changed. */
  function beginAgain(): void {
    state.selection = onlyCell({ row: 0, column: state.selection.active.column });
    say('');
    table.pages.forget();
    grid.view.scrollToRow(0);
    void view.draw();
  }

  /** Shows the rows of another form from the first one on. */
  async function formAnew(): Promise<void> {
    const { received } = state;
    if (!received) return;
    state.selection = onlyCell({ row: 0, column: 0 });
    say('');
    grid.detail.close();
    await forms.show(received);
    if (state.received?.id === received.id) grid.view.scrollToRow(0);
  }

  function showTable(result: ResultState, form: TableForm): void {
    const isAnother = state.shown?.id !== result.id;
    const isSame = state.shown?.revision === result.revision;
    const { topRow } = state.remembered;
    state.shown = result;
    state.inUse = headers.inUse(isAnother);
    const before = JSON.stringify(table.asked());
    state.form = form;
    const areSameColumns = columns.arrange(result, isAnother);
    // In another time zone, a day in a filter is a different period; after midnight, so is "today".
    const isAskedAnew = isAnother || JSON.stringify(table.asked()) !== before;
    if (isAnother) {
      state.selection = rememberedSelection(state);
      state.remembered = noMemory;
      grid.detail.close();
    } else if (!isSame && grid.detail.isOpen()) grid.detail.show(state.selection.active.row);
    if (isAskedAnew) table.pages.forget();
    else if (!isSame) table.grow(result.rows);
    if (isAnother || !areSameColumns) grid.view.forgetWidths();
    void view.draw().then(() => {
      if (!isAnother || state.shown?.id !== result.id) return;
      // There may be fewer rows than when they were selected, because "today" in a filter is now another
      // day.
      state.selection = within(state.selection, table.size());
      grid.showSelected();
      grid.view.scrollToRow(topRow);
    });
  }

  finding.onChange(() => (forms.areSent() ? beginAgain() : void formAnew()));
  resolution.onChange(() => void formAnew());

  return {
    element: view.element,
    bar: forms.bar,
    show(result) {
      // For the same result, the state may not contain the latest choice yet.
      if (state.received?.id !== result.id) state.choice = result.columnChoice ?? noChoice;
      state.received = result;
      void forms.show(result);
    },
    tableRows() {
      if (!isCurrent(state)) return null;
      return {
        which: table.which(),
        form: state.form,
        words: rowsText(state.columns, headers.filters(), headers.texts(), headers.sort(), finding.get()),
        selected: rowsOfSelection(table.selected(), state.columns),
      };
    },
    menu: {
      filterByValue: () => grid.filterBy('='),
      excludeValue: () => grid.filterBy('!='),
      copy: () => grid.copying.byKey(),
      copyWithHeaders: () => grid.copying.withHeaders(),
      copyAsDataFrame: () => grid.copying.asDataFrame(),
    },
    memory: {
      save: () => ({ table: memoryOf(state, headers.sort(), headers.texts(), grid.view.topRow()) }),
      restore({ table = noMemory }) {
        state.remembered = table;
        headers.restore(state.remembered.sort, state.remembered.filters);
      },
    },
  };
}
