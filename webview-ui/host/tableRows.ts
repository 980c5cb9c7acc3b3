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

export interface SelectedRows {
  readonly ranges: readonly RowRange[];
  readonly rows: number;
  /** `null` for whole rows. */
  readonly cells: { readonly count: number; readonly columns: readonly string[] } | null;
}
