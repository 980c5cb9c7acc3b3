import type { Host } from '../host/pane';
import type { ShownFinding } from '../frame/observable';
import { createGridPages } from './grid/gridPages';
import { selectedCells } from './grid/gridSelection';
import type { ShownTable } from './grid/shownTable';
import type { ColumnHeaders } from './header/columnHeaders';
import { isPlain, whichRows, zoneOf, type ShownTableState } from './tableState';

/** The rows that the table shows, page by page, and what identifies them in a question. */
export function createTableQuestions(
  host: Host,
  state: ShownTableState,
  headers: ColumnHeaders,
  finding: ShownFinding,
  onRenewed: () => void,
) {
  const which = () => whichRows(headers.sort(), headers.filters(), finding.get());
  const asked = () => ({ ...which(), ...state.form, columns: state.columns.map(({ key }) => key) });
  const pages = createGridPages((from, to) => host.ask('rows', { from, to, ...asked() }), onRenewed);
  const size = () => ({ rows: pages.total(), columns: state.columns.length });
  const shown: ShownTable = {
    columns: () => state.columns,
    size,
    zone: () => zoneOf(state),
    active: () => state.selection.active,
    selected: () => selectedCells(state.selection, size()),
    /**
     * Rows in their own order never move while more arrive; in any other order, they may have moved if `total`
     * differs.
     */
    about: (total) => {
      const { id, revision } = state.shown ?? {};
      return JSON.stringify([id, isPlain(which()) || [revision, total], asked(), zoneOf(state)]);
    },
  };
  return {
    ...shown,
    pages,
    /** Which rows, without their form. */
    which,
    /** Which rows and columns, and in which form. */
    asked,
    /** Which rows in which form, for a question about all columns. */
    rows: () => ({ ...which(), ...state.form }),
    /** Call when more rows have arrived. Only in their own order do those that are shown stay in place. */
    grow(rows: number) {
      if (isPlain(which())) pages.grow(rows);
      else pages.renew();
    },
  };
}

export type TableQuestions = ReturnType<typeof createTableQuestions>;
