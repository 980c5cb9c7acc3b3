import * as l10n from '@vscode/l10n';
import type { Column } from '#src/protocol/tableTypes';
import type { Filter, SortKey } from '#src/protocol/rowsQuestion';
import type { RowsOfFinding } from '#src/protocol/messages';
import type { SelectedRows } from '../host/pane';
import { countCells, type SelectedCells } from './grid/gridSelection';
import { countRows } from './grid/rowRanges';

/** Filters and sort order in words: `Side: sell; 2 duplicates; sorted by Price ↓`. */
export function rowsText(
  columns: readonly Column[],
  filters: readonly Filter[],
  typed: Readonly<Record<string, string>>,
  sort: readonly SortKey[],
  finding: RowsOfFinding | null,
): string {
  const titleOf = (key: string) => columns.find((column) => column.key === key)?.title ?? key;
  // A day that was typed is two filters, and text that can't be read is none.
  const filtered = [...new Set(filters.map(({ column }) => column))].map((key) =>
    l10n.t('{0}: {1}', titleOf(key), typed[key]?.trim() ?? ''),
  );
  const keys = sort.map(({ column, descending }) => `${titleOf(column)} ${descending === true ? '↓' : '↑'}`);
  const sorted = keys.length === 0 ? [] : [l10n.t('sorted by {0}', keys.join(', '))];
  return [...(finding ? [finding.text] : []), ...filtered, ...sorted].join('; ');
}

/** The selected rows or cells; `null` if only the active cell is selected. */
export function rowsOfSelection(selected: SelectedCells, columns: readonly Column[]): SelectedRows | null {
  const { rows: ranges, left, right, areRows } = selected;
  const rows = countRows(ranges);
  const count = countCells(selected);
  if (rows === 0 || (!areRows && count <= 1)) return null;
  const keys = columns.slice(left, right + 1).map(({ key }) => key);
  return { ranges, rows, cells: areRows ? null : { count, columns: keys } };
}
