import * as l10n from '@vscode/l10n';
import { formatCount } from '#src/text/l10n';
import { textField } from '../controls/controlLibrary';
import { secondaryButton } from '../controls/controls';
import { element } from '../controls/dom';
import { listenToFindKeys } from '../controls/findKeys';
import { toolbar } from '../controls/toolbar';
import { placeByWidth } from '../frame/narrowView';
import type { ShownFinding } from '../frame/observable';
import { createFindingChip } from './findingChip';
import { gridHelp } from './grid/gridView';
import type { TableColumns } from './tableColumns';
import { createTableFoot } from './tableFoot';
import type { TableGrid } from './tableGrid';
import type { TableQuestions } from './tableQuestions';
import { rowCountText, typedRow, type ShownTableState } from './tableState';
import { uncomparedTexts } from './uncomparedTexts';

/** Milliseconds without rows, of a long sort or of columns that are read only now, before that is said. */
const patienceMs = 300;

/** The table with the tools above its rows, or `inMenu` of a narrow view, and below them what is said about them. */
export function createTableView(
  state: ShownTableState,
  parts: { table: TableQuestions; columns: TableColumns; grid: TableGrid },
  finding: ShownFinding,
  inMenu: HTMLElement,
) {
  const { table, columns, grid } = parts;
  const { headers } = columns;
  const foot = createTableFoot(grid.selectionLine);
  const noMatch = element('p', { class: 'no-match quiet', hidden: '' }, l10n.t('No rows match the filters.'));
  const clear = secondaryButton(l10n.t('Clear Filters'), () => {
    headers.clearFilters();
    // The button disappears together with the filters.
    grid.leave();
  });
  clear.element.hidden = true; // until the restored filters have been applied
  const chip = createFindingChip(() => {
    finding.set(null);
    grid.leave();
  });
  /** Takes the number of a row, starting from 1. */
  const goTo = textField({
    label: l10n.t('Go to row'),
    placeholder: l10n.t('Go to row'),
    onEnter(text) {
      const total = table.pages.total();
      const row = typedRow(text, total);
      if (row === null) foot.say(l10n.t('Enter a row number from 1 to {0}.', formatCount(total)));
      else void grid.focusCell({ row, column: state.selection.active.column });
    },
  });
  const tools = element(
    'div',
    { class: 'table-tools' },
    grid.find.element,
    goTo.element,
    columns.menu,
    grid.copying.element,
  );
  const bar = element('div', { class: 'pane-bar lines' }, chip.element, clear.element);
  placeByWidth(tools, bar, inMenu);
  const pane = element(
    'section',
    { class: 'table-pane', 'aria-label': l10n.t('Table') },
    toolbar(element('div', { class: 'above-rows' }, bar, columns.folded), l10n.t('Table')),
    element(
      'div',
      { class: 'table-body' },
      element('div', { class: 'grid-box' }, grid.view.element, noMatch),
      grid.detail.element,
    ),
    foot.element,
    columns.values,
    gridHelp(),
  );
  listenToFindKeys(pane, grid.find);

  function showFilters(): void {
    clear.element.hidden = Object.keys(headers.texts()).length === 0;
    const integrity = state.shown?.integrity ?? [];
    foot.remark(headers.remarks(), uncomparedTexts(headers.filters(), state.columns, integrity));
  }

  return {
    element: pane,
    say: foot.say,
    showFilters,
    /** Draws the rows, which are requested if necessary, and says how many there are. */
    async draw() {
      grid.find.refresh();
      const late = setTimeout(() => foot.count(l10n.t('Reading rows…')), patienceMs);
      await grid.view.draw().finally(() => clearTimeout(late));
      const total = table.pages.total();
      const only = finding.get();
      const isFiltered = headers.filters().length > 0 || only !== null;
      foot.count(rowCountText(total, isFiltered ? (state.shown?.rows ?? 0) : null));
      chip.show(only);
      noMatch.hidden = total > 0 || !isFiltered;
      showFilters();
      grid.showSelected();
    },
  };
}
