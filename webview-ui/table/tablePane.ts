import * as v from 'valibot';
import * as l10n from '@vscode/l10n';
import { formatCount, formatRows } from '../../src/text/l10n';
import type { ResultState } from '../../src/protocol/messages';
import { isSent, type TableForm } from '../../src/protocol/rowsQuestion';
import type { ColumnChoice, CellPosition, ShownColumn } from '../../src/protocol/tableTypes';
import { textField } from '../controls/controlLibrary';
import { button } from '../controls/controls';
import { element, setText } from '../controls/dom';
import { listenToFindKeys } from '../controls/findKeys';
import { icon } from '../controls/icons';
import { toolbar } from '../controls/toolbar';
import type { Host, Pane } from '../host/pane';
import type { ShownFinding } from '../frame/shownFinding';
import { canBeFormed, formOf, type ShownResolution } from '../frame/shownResolution';
import type { TableRows } from '../host/tableRows';
import {
  chosenWidth,
  isFolded,
  isSameOrder,
  judgedColumns,
  noChoice,
  orderedColumns,
  visibleColumns,
  withShown,
  withWidth,
} from './header/columnChoice';
import { remarksId } from './header/columnHeader';
import { uncomparedTexts } from './uncomparedTexts';
import { createColumnHeaders } from './header/columnHeaders';
import { createColumnsMenu } from './header/columnsMenu';
import { createFoldedColumns } from './header/foldedColumns';
import { createCopySelection } from './copy/copySelection';
import { createFormTools } from './formTools';
import { createFindBar } from './find/findBar';
import { filterForCell } from './header/filterText';
import { createFindingChip } from './findingChip';
import { listenToGrid } from './grid/gridInput';
import { createGridPages, isCutCell } from './grid/gridPages';
import type { Selection } from './grid/gridSelection';
import { inColumn, onlyCell, selectedCells, selectionShape, within } from './grid/gridSelection';
import { createGridView, gridHelp } from './grid/gridView';
import type { ShownTable } from './grid/shownTable';
import { createRowDetail } from './rowDetail';
import { rowsText, selectedRows } from './rowsText';
import { createSelectionLine, valueColumn } from './selectionFigures';
import { createValueList } from './header/valueList';
import { errorText } from '../../src/text/errorText';

const memoryShape = v.object({
  sort: v.array(v.object({ column: v.string(), descending: v.exactOptional(v.boolean()) })),
  filters: v.record(v.string(), v.string()),
  topRow: v.number(),
  /** The selection, and the columns that were shown when it was made. */
  selected: v.nullable(v.object({ selection: selectionShape, columns: v.array(v.string()) })),
});
type Memory = v.InferOutput<typeof memoryShape>;

/** Milliseconds without rows, of a long sort or of columns that are read only now, before that is said. */
const patienceMs = 300;

const noMemory: Memory = { sort: [], filters: {}, topRow: 0, selected: null };

/** All rows of the result as a grid: sorted, filtered, and read page by page as they come into view. */
export function createTablePane(host: Host, finding: ShownFinding, resolution: ShownResolution): Pane {
  /** The state of the result as received. */
  let received: ResultState | undefined;
  /** The same, with the rows and columns of the table's form. */
  let shown: ResultState | undefined;
  let form: TableForm = {};
  /** Answers about earlier forms are obsolete. */
  let turn = 0;
  let choice = noChoice;
  /** Columns that stay visible because the rows are sorted or filtered by them. */
  let inUse: string[] = [];
  let columns: ShownColumn[] = [];
  let foldedColumns: ShownColumn[] = [];
  let selection: Selection = onlyCell({ row: 0, column: 0 });
  /** For the next result, until it's shown. */
  let firstRow = 0;
  let firstSelected: Memory['selected'] = null;
  const zone = () => shown?.timeZone ?? 'UTC';

  const count = element('span', { class: 'row-count' });
  const remarks = element('span', { id: remarksId, 'aria-live': 'polite' });
  const warning = icon('warning');
  const notice = element('span', { class: 'notice', 'aria-live': 'polite' });
  const say = (sentence: string) => setText(notice, sentence);
  const noMatch = element('p', { class: 'no-match', hidden: '' }, l10n.t('No rows match the filters.'));
  /** Takes the number of a row, starting from 1. */
  const goTo = textField({
    label: l10n.t('Go to row'),
    placeholder: l10n.t('Go to row'),
    onEnter(text) {
      const row = Number(text.replace(/[,\s]/g, '')) - 1;
      const total = pages.total();
      if (Number.isInteger(row) && row >= 0 && row < total) {
        void focusCell({ row, column: selection.active.column });
      } else say(l10n.t('Enter a row number from 1 to {0}.', formatCount(total)));
    },
  });

  const values = createValueList((question) => host.ask('values', { ...question, ...form }));
  const headers = createColumnHeaders(values, {
    onChange: beginAgain,
    onText: showFilters,
    onMove(column, to) {
      const key = columns[column]?.key;
      if (key === undefined) return;
      if (to === 'rows') return void focusCell({ row: selection.active.row, column });
      const row = Math.ceil(view.topRow());
      void view.reveal({ row, column }).then(() => headers.focus(key, to));
    },
    onWiden(key, by) {
      const column = columns.findIndex((each) => each.key === key);
      void choose(withWidth(arrangement(), key, view.widthOf(column) + by));
    },
  });
  const clear = button({
    label: l10n.t('Clear Filters'),
    look: 'secondary',
    onClick() {
      headers.clearFilters();
      // The button disappears together with the filters.
      view.grid.focus({ preventScroll: true });
    },
  });
  clear.element.hidden = true; // until the restored filters have been applied
  const chip = createFindingChip(() => {
    finding.set(null);
    view.grid.focus({ preventScroll: true });
  });
  /** Which rows the grid shows, and in which order. */
  const which = () => {
    const only = finding.get();
    return {
      sort: headers.sort(),
      filter: [...headers.filters(), ...(only?.filter ?? [])],
      ...(only?.key && { finding: only.key }),
    };
  };
  const isPlain = () => {
    const { sort, filter, finding: only } = which();
    return sort.length === 0 && filter.length === 0 && only === undefined;
  };
  const tableRows = (): TableRows => ({
    which: which(),
    form,
    words: rowsText(columns, headers.filters(), headers.texts(), headers.sort(), finding.get()),
    selected: selectedRows(selected(), columns),
  });
  const asked = () => ({ ...which(), ...form, columns: columns.map(({ key }) => key) });
  /**
   * Equal as long as row and column numbers mean the same cells. Rows in their own order never move while
   * more arrive; in any other order, they may have moved if `total`, their number when a page was read,
   * differs.
   */
  const about = (total?: number) =>
    JSON.stringify([shown?.id, isPlain() || [shown?.revision, total], asked(), zone()]);
  const size = () => ({ rows: pages.total(), columns: columns.length });
  const selected = () => selectedCells(selection, size());
  const pages = createGridPages(
    (from, to) => host.ask('rows', { from, to, ...asked() }),
    () => void draw(),
  );
  const table: ShownTable = {
    columns: () => columns,
    size,
    zone,
    active: () => selection.active,
    selected,
    about,
  };
  const find = createFindBar({
    ...table,
    ask: (text, start, backwards) => host.ask('find', { ...asked(), text, zone: zone(), start, backwards }),
    count: (text, position) => host.ask('findCount', { ...asked(), text, zone: zone(), at: position }),
    onFound: ({ row, column }) => void select(onlyCell({ row, column })),
    onForget: () => view.mark(),
    onSay: say,
    onLeave: () => view.grid.focus({ preventScroll: true }),
  });
  const view = createGridView({
    ...table,
    row: (index) => pages.row(index),
    match: () => find.match(),
    header: (column) => headers.element(columns[column]?.key ?? ''),
    sortOf: (column) => headers.sortOf(columns[column]?.key ?? ''),
    widthOf: (column) => chosenWidth(choice, columns[column]?.key ?? ''),
    onWidth: (column, width) => void choose(withWidth(arrangement(), columns[column]?.key ?? '', width)),
    async load(from, to) {
      try {
        await pages.load(from, to);
      } catch (error) {
        say(errorText(error));
      }
    },
  });

  async function draw(): Promise<void> {
    find.refresh();
    const late = setTimeout(() => setText(count, l10n.t('Reading rows…')), patienceMs);
    await view.draw().finally(() => clearTimeout(late));
    const total = pages.total();
    const only = finding.get();
    const filtered = headers.filters().length > 0 || only !== null;
    const all = formatRows(filtered ? (shown?.rows ?? 0) : total);
    setText(count, filtered ? l10n.t('{0} of {1}', formatCount(total), all) : all);
    chip.show(only);
    noMatch.hidden = total > 0 || !filtered;
    showFilters();
    showSelected();
  }

  function showFilters(): void {
    clear.element.hidden = Object.keys(headers.texts()).length === 0;
    const said = headers.remarks();
    const uncompared = uncomparedTexts(headers.filters(), columns, shown?.integrity ?? []);
    setText(remarks, [...said.map(({ text }) => text), ...uncompared].join(' '));
    warning.classList.toggle(
      'shown',
      said.some(({ isProblem }) => isProblem),
    );
  }

  function showSelected(): void {
    view.mark();
    selectionLine.show(selected());
  }

  const formTools = createFormTools(resolution, (layout) => {
    const { layout: before, ...others } = choice;
    if ((before ?? 'long') === layout) return;
    choice = { ...others, ...(layout === 'wide' && { layout }) };
    host.act({ kind: 'columns', choice });
    formAnew();
  });
  const menu = createColumnsMenu(
    (next) => void choose({ ...next, ...(choice.layout && { layout: choice.layout }) }),
  );
  const folded = createFoldedColumns({
    onUnfold: (column) => void unfold(column),
    onMore: () => menu.open(),
  });
  const arrangement = () => ({ ...choice, unfolded: [...new Set([...choice.unfolded, ...inUse])] });
  const detail = createRowDetail({
    row: (row) => {
      // Every field, including hidden columns.
      return host.ask('rows', { ...which(), ...form, from: row, to: row + 1 });
    },
    // No record contains a computed row, nor one with several series.
    record: (row) => (isSent(form) ? host.ask('record', { row }) : Promise.resolve({ found: null })),
    columns: () => shown?.columns ?? [],
    zone,
    onLeave: () => view.grid.focus({ preventScroll: true }),
  });
  const copying = createCopySelection(
    { ...table, pages, folded: () => foldedColumns },
    { onText: (text) => host.act({ kind: 'copyText', text }), onSay: say },
  );
  const selectionLine = createSelectionLine(({ rows, left, right, areRows }) => {
    const ask = (keys: string[]) => host.ask('figures', { ...which(), ...form, ranges: rows, columns: keys });
    const value = valueColumn(shown?.columns ?? [], shown?.dataset.mainColumns ?? []);
    if (areRows && value) return { figures: ask([value.key]), of: value.title };
    return { figures: ask(columns.slice(left, right + 1).map(({ key }) => key)), of: null };
  });

  /**
   * Arranges the columns as chosen. The active cell stays in its column if that is still shown. Returns
   * whether the columns are the same as before.
   */
  function arrange(state: ResultState, another: boolean): boolean {
    const before = columns;
    const judged = judgedColumns(
      state.columns,
      state.dataset.backgroundColumns,
      state.rows,
      state.phase.kind === 'ended',
    );
    const chosen = arrangement();
    const ordered = orderedColumns(judged, state.dataset.mainColumns, chosen);
    columns = visibleColumns(ordered, chosen);
    headers.show(columns, state.timeZone, another);
    menu.show(ordered, chosen, state.timeZone);
    foldedColumns = ordered.filter((column) => isFolded(chosen, column) && !columns.includes(column));
    folded.show(foldedColumns);
    const same = isSameOrder(columns, before);
    if (!same) {
      const key = before[selection.active.column]?.key;
      const column = columns.findIndex((each) => each.key === key);
      selection = inColumn(selection, Math.max(0, column));
    }
    return same;
  }

  /**
   * What was selected when this result was last shown. If the columns differ, only whole rows are still the
   * same.
   */
  function begunWith(kept: Memory['selected']): Selection {
    if (!kept) return onlyCell({ row: 0, column: 0 });
    const isSame = JSON.stringify(kept.columns) === JSON.stringify(columns.map(({ key }) => key));
    return isSame ? kept.selection : inColumn(kept.selection, 0);
  }

  async function choose(next: ColumnChoice): Promise<void> {
    choice = next;
    inUse = [];
    host.act({ kind: 'columns', choice });
    if (!shown) return;
    if (!arrange(shown, false)) pages.forget();
    view.forgetWidths();
    await draw();
  }

  /** Shows the column and goes to it, because the button that was pressed has disappeared. */
  async function unfold(column: ShownColumn): Promise<void> {
    await choose(withShown(arrangement(), column, true));
    const place = columns.findIndex(({ key }) => key === column.key);
    await view.reveal({ row: Math.ceil(view.topRow()), column: place });
    headers.focus(column.key, 'title');
  }

  /** Starts at the first row, because the sort order or the filters have changed. */
  function beginAgain(): void {
    selection = onlyCell({ row: 0, column: selection.active.column });
    say('');
    pages.forget();
    view.scrollToRow(0);
    void draw();
  }

  /** Limits the rows to those with the value of the active cell, or to the others. */
  function filterBy(op: '=' | '!='): void {
    const { row, column: at } = selection.active;
    const [column, cell, page] = [columns[at], pages.row(row)?.[at], pages.page(row)];
    if (!column || cell === undefined || !page) return;
    const text = isCutCell(cell, page) ? null : filterForCell(op, cell, column, zone(), Date.now());
    if (text === null) say(l10n.t('No filter can be typed for this value.'));
    else headers.setFilter(column.key, text);
  }

  async function select(next: Selection): Promise<void> {
    selection = next;
    say('');
    if (detail.isOpen()) detail.show(next.active.row);
    await view.reveal(next.active);
    showSelected();
  }

  async function focusCell(cell: CellPosition): Promise<void> {
    view.grid.focus({ preventScroll: true });
    await select(onlyCell(cell));
  }

  listenToGrid(view, {
    selection: () => selection,
    size,
    onSelect: (next) => void select(next),
    onStretch(next) {
      selection = next;
      if (next.rows?.isMoving === true) {
        say(l10n.t('Go to a row and press Shift+Space to select or deselect it.'));
      }
      showSelected();
    },
    onCopy: () => copying.byKey(),
    onOpen: () => detail.show(selection.active.row),
    onEscape: () => detail.close(),
    onHeader: () => headers.focus(columns[selection.active.column]?.key ?? '', 'filter'),
  });

  const pane = element(
    'section',
    { class: 'table-pane', 'aria-label': l10n.t('Table') },
    element(
      'div',
      { class: 'pane-bar' },
      chip.element,
      clear.element,
      find.element,
      goTo.element,
      toolbar(element('div', { class: 'table-tools' }, menu.element, copying.element), l10n.t('Table')),
    ),
    folded.element,
    element(
      'div',
      { class: 'table-body' },
      element('div', { class: 'grid-box' }, view.element, noMatch),
      detail.element,
    ),
    element(
      'div',
      { class: 'table-foot' },
      count,
      notice,
      element('div', { class: 'filter-remarks' }, warning, remarks),
      selectionLine.element,
    ),
    values.element,
    gridHelp(),
  );
  listenToFindKeys(pane, find);
  finding.onChange(() => {
    if (isSent(form) && isSent(chosenForm())) beginAgain();
    else formAnew();
  });
  resolution.onChange(formAnew);

  /** The form that is chosen. Findings are about rows as received, and so are rows that still arrive. */
  function chosenForm(): TableForm {
    if (received?.phase.kind !== 'ended' || finding.get() !== null || !canBeFormed(received)) return {};
    return formOf(received, resolution.get(), choice);
  }

  /** Shows the result in the chosen form, which the thread has to make unless it's the received one. */
  async function showFormed(state: ResultState): Promise<void> {
    const mine = (turn += 1);
    const wanted = chosenForm();
    if (isSent(wanted)) showTable(state, wanted);
    const layout = choice.layout ?? 'long';
    if (state.phase.kind !== 'ended' || state.rows === 0 || !canBeFormed(state)) {
      formTools.offer(null, layout);
      return;
    }
    try {
      const { offered, rows, columns: formed } = await host.ask('form', wanted);
      if (mine !== turn) return;
      formTools.offer(offered, layout);
      if (!isSent(wanted)) showTable({ ...state, rows, columns: formed }, wanted);
    } catch (error) {
      if (mine !== turn) return;
      formTools.offer([], layout);
      if (!isSent(wanted)) showTable(state, {});
      say(errorText(error));
    }
  }

  /** Shows the rows of another form from the first one on. */
  function formAnew(): void {
    if (!received) return;
    selection = onlyCell({ row: 0, column: 0 });
    say('');
    detail.close();
    void showFormed(received).then(() => view.scrollToRow(0));
  }

  function showTable(state: ResultState, nextForm: TableForm): void {
    const another = shown?.id !== state.id;
    const same = shown?.revision === state.revision;
    shown = state;
    inUse = headers.inUse(another);
    const before = JSON.stringify(asked());
    form = nextForm;
    formTools.explain(form);
    const sameColumns = arrange(state, another);
    // In another time zone, a day in a filter is another period; after midnight, so is "today".
    const isAskedAnew = another || JSON.stringify(asked()) !== before;
    const topRow = firstRow;
    if (another) {
      selection = begunWith(firstSelected);
      [firstRow, firstSelected] = [0, null];
    }
    if (isAskedAnew) pages.forget();
    else if (!same && isPlain()) pages.grow(state.rows);
    else if (!same) pages.renew();
    if (another) detail.close();
    else if (!same && detail.isOpen()) detail.show(selection.active.row);
    if (another || !sameColumns) view.forgetWidths();
    void draw().then(() => {
      if (!another || shown?.id !== state.id) return;
      // There may be fewer rows than when they were selected, because "today" in a filter is now another
      // day.
      selection = within(selection, size());
      showSelected();
      view.scrollToRow(topRow);
    });
  }

  return {
    element: pane,
    bar: { beside: formTools.beside, below: formTools.below },
    show(state) {
      // For the same result, the state may not contain the latest choice yet.
      if (received?.id !== state.id) choice = state.columnChoice ?? noChoice;
      received = state;
      void showFormed(state);
    },
    tableRows,
    menu: {
      filterByValue: () => filterBy('='),
      excludeValue: () => filterBy('!='),
      copy: () => copying.byKey(),
      copyWithHeaders: () => copying.withHeaders(),
      copyAsDataFrame: () => copying.asDataFrame(),
    },
    memory: {
      save: () => ({
        sort: headers.sort(),
        filters: headers.texts(),
        topRow: Math.round(view.topRow()),
        selected: { selection, columns: columns.map(({ key }) => key) },
      }),
      restore(saved) {
        const read = v.safeParse(memoryShape, saved);
        const { sort, filters, topRow, selected: chosen } = read.success ? read.output : noMemory;
        headers.restore(sort, filters);
        firstRow = topRow;
        firstSelected = chosen;
      },
    },
  };
}
