import type { RowsToExport, TableForm, RowRange } from '#src/protocol/rowsQuestion';

/** What the table shows of its result, and what is selected in it. */
export interface TableRows {
  /** Which rows, and in which order. */
  readonly which: Pick<RowsToExport, 'sort' | 'filter' | 'finding'>;
  /** The form of the table that rows and columns refer to; empty as received. */
  readonly form: TableForm;
  /** Filters and sort order in words; empty for all rows in their own order. */
  readonly words: string;
  /** `null` if only the active cell is. */
  readonly selected: SelectedRows | null;
}

/** The rows that the table shows; `undefined` for all in their own order. */
export const shownRows = (table: TableRows | null): RowsToExport | undefined =>
  table === null || table.words === '' ? undefined : table.which;

/** The rows and columns that are selected in the table; `undefined` if nothing is. */
export function selectedRows(table: TableRows | null): (RowsToExport & { columns?: string[] }) | undefined {
  if (!table?.selected) return undefined;
  const { ranges, cells } = table.selected;
  return { ...table.which, ranges: [...ranges], ...(cells && { columns: [...cells.columns] }) };
}

export interface SelectedRows {
  readonly ranges: readonly RowRange[];
  readonly rows: number;
  /** `null` for whole rows. */
  readonly cells: { readonly count: number; readonly columns: readonly string[] } | null;
}
