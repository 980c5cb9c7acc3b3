import * as l10n from '@vscode/l10n';
import type { ResultState, RowsOfFinding } from '#src/protocol/messages';
import type { RowsToExport, TableForm, Filter, SortKey } from '#src/protocol/rowsQuestion';
import type { ColumnChoice, ShownColumn } from '#src/protocol/tableTypes';
import { formatCount, formatRows } from '#src/text/l10n';
import type { Resolution } from '#src/market/time/resolutions';
import { canBeFormed, formOf } from '../frame/shownResolution';
import type { Selection, TableMemory } from '../host/tabMemory';
import { inColumn, onlyCell, type SelectedCells } from './grid/gridSelection';
import {
  isFolded,
  isSameOrder,
  judgedColumns,
  noChoice,
  orderedColumns,
  visibleColumns,
} from './header/columnChoice';
import { valueColumn } from './selectionLine';

/** Nothing is remembered. */
export const noMemory: TableMemory = { sort: [], filters: {}, topRow: 0, selected: null };

/** What the table shows of which result, and what was chosen for it. Headers have the filters as typed. */
export interface ShownTableState {
  /** The result as received. */
  received: ResultState | undefined;
  /** The same, with the rows and columns of the table's form. */
  shown: ResultState | undefined;
  form: TableForm;
  choice: ColumnChoice;
  /** Columns that stay visible because the rows are sorted or filtered by them. */
  inUse: readonly string[];
  columns: readonly ShownColumn[];
  foldedColumns: readonly ShownColumn[];
  selection: Selection;
  /** For the next result, until it's shown. */
  remembered: TableMemory;
}

/** Before the first result. */
export const noTable: ShownTableState = {
  received: undefined,
  shown: undefined,
  form: {},
  choice: noChoice,
  inUse: [],
  columns: [],
  foldedColumns: [],
  selection: onlyCell({ row: 0, column: 0 }),
  remembered: noMemory,
};

/** Whether the table shows the latest result. Until that one's form is known, it shows the previous one. */
export const isCurrent = ({ shown, received }: ShownTableState): boolean => shown?.id === received?.id;

/** What to remember of the latest result: until it's shown, what was remembered before. */
export function memoryOf(
  state: ShownTableState,
  sort: readonly SortKey[],
  filters: Readonly<Record<string, string>>,
  topRow: number,
): TableMemory {
  if (!isCurrent(state)) return state.remembered;
  const columns = state.columns.map(({ key }) => key);
  return {
    sort: [...sort],
    filters,
    topRow: Math.round(topRow),
    selected: { selection: state.selection, columns },
  };
}

/** Which rows the headers are about, in which form; `null` while more arrive. */
export const summarizedRows = ({ shown, form }: ShownTableState): string | null =>
  shown?.phase.kind === 'ended' ? JSON.stringify([shown.id, shown.revision, form]) : null;

/** The zone in which times are shown. */
export const zoneOf = ({ shown }: ShownTableState): string => shown?.timeZone ?? 'UTC';

/** The key of a column by its place in the table. */
export const keyAt = ({ columns }: Pick<ShownTableState, 'columns'>, at: number): string =>
  columns[at]?.key ?? '';

/** The chosen columns and those in use. */
export const arrangement = ({ choice, inUse }: Pick<ShownTableState, 'choice' | 'inUse'>): ColumnChoice => ({
  ...choice,
  unfolded: [...new Set([...choice.unfolded, ...inUse])],
});

/**
 * All columns in the chosen order, and where each of them is shown. The active cell stays in its column if
 * that is still shown.
 */
export function arranged(state: ShownTableState, result: ResultState) {
  const { mainColumns, backgroundColumns } = result.dataset;
  const isWhole = result.phase.kind === 'ended';
  const chosen = arrangement(state);
  const judged = judgedColumns(result.columns, backgroundColumns, result.rows, isWhole);
  const ordered = orderedColumns(judged, mainColumns, chosen);
  const columns = visibleColumns(ordered, chosen);
  const foldedColumns = ordered.filter((column) => isFolded(chosen, column) && !columns.includes(column));
  const areSame = isSameOrder(columns, state.columns);
  const key = keyAt(state, state.selection.active.column);
  const column = Math.max(
    0,
    columns.findIndex((each) => each.key === key),
  );
  const selection = areSame ? state.selection : inColumn(state.selection, column);
  return { ordered, columns, foldedColumns, selection, areSame };
}

/**
 * What was selected when this result was last shown. If the columns differ, only whole rows are still the
 * same.
 */
export function rememberedSelection({ remembered: { selected }, columns }: ShownTableState): Selection {
  if (!selected) return onlyCell({ row: 0, column: 0 });
  const isSame = JSON.stringify(selected.columns) === JSON.stringify(columns.map(({ key }) => key));
  return isSame ? selected.selection : inColumn(selected.selection, 0);
}

/** Which rows the table shows, and in which order: those that match the filters, and those of the finding. */
export const whichRows = (
  sort: readonly SortKey[],
  filters: readonly Filter[],
  only: RowsOfFinding | null,
): { sort: SortKey[]; filter: Filter[] } & Pick<RowsToExport, 'finding'> => ({
  sort: [...sort],
  filter: [...filters, ...(only?.filter ?? [])],
  ...(only?.key && { finding: only.key }),
});

/** Whether these are all rows in their own order. */
export const isPlain = ({ sort, filter, finding }: ReturnType<typeof whichRows>): boolean =>
  sort.length === 0 && filter.length === 0 && finding === undefined;

/**
 * The form that is chosen. Findings are about rows as received, and so are rows that still arrive.
 */
export function chosenForm(
  { received, choice }: ShownTableState,
  resolution: Resolution | null,
  finding: RowsOfFinding | null,
): TableForm {
  if (received?.phase.kind !== 'ended' || finding !== null || !canBeFormed(received)) return {};
  return formOf(received, resolution, choice);
}

/** The columns whose figures are shown for a selection; for whole rows, the main column, which is named. */
export function figureColumns(
  { shown, columns }: ShownTableState,
  { left, right, areRows }: SelectedCells,
): { keys: string[]; of: string | null } {
  const value = valueColumn(shown?.columns ?? [], shown?.dataset.mainColumns ?? []);
  if (areRows && value) return { keys: [value.key], of: value.title };
  return { keys: columns.slice(left, right + 1).map(({ key }) => key), of: null };
}

/** The row of a typed number, which starts from 1; `null` if there is no such row. */
export function typedRow(text: string, total: number): number | null {
  const row = Number(text.replace(/[,\s]/g, '')) - 1;
  return Number.isInteger(row) && row >= 0 && row < total ? row : null;
}

/** `92 rows`, or `12 of 92 rows` if some are left out. */
export function rowCountText(total: number, ofAll: number | null): string {
  return ofAll === null ? formatRows(total) : l10n.t('{0} of {1}', formatCount(total), formatRows(ofAll));
}
