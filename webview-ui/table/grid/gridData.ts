import type { Cell } from '#src/protocol/tableTypes';
import { formatCount } from '#src/text/l10n';
import { markedText } from './cellText';
import type { ShownTable } from './shownTable';

/** The style sheet gives rows this height in pixels, and the header this many of them. */
export const rowHeight = 24;
export const headerRows = 2;
/** The row numbers and the first column with data, which stay in view. */
const pinnedColumns = 2;

/** The rows of a table, as far as they are loaded. */
export interface GridRows extends Pick<ShownTable, 'columns' | 'size' | 'zone'> {
  row(index: number): readonly Cell[] | undefined;
}

/**
 * What the library draws: the texts of rows `y0` to `y1`, and of the columns `x0` to `x1` besides the pinned
 * ones. Ends are exclusive.
 */
export function gridData(
  model: GridRows,
  { x0, y0, x1, y1 }: { x0: number; y0: number; x1: number; y1: number },
) {
  const columns = model.columns();
  const { rows: total } = model.size();
  const rows = Array.from({ length: Math.max(0, Math.min(y1, total) - y0) }, (_, index) =>
    model.row(y0 + index),
  );
  const text = (row: readonly Cell[] | undefined, at: number) => {
    const [cell, column] = [row?.[at], columns[at]];
    return cell === undefined || !column ? '' : markedText(cell, column, model.zone());
  };
  const shown = Array.from({ length: Math.max(0, x1 - x0) }, (_, index) => x0 + index + 1).filter(
    (at) => at < columns.length,
  );
  return {
    num_rows: total,
    num_columns: Math.max(0, columns.length - 1),
    row_height: rowHeight,
    row_headers: rows.map((row, index) => [formatCount(y0 + index + 1), text(row, 0)]),
    num_row_headers: pinnedColumns,
    // The library assumes that each level of the header is one row high. Ours is two rows high but is a
    // single row of the grid, because the title and filter of a column are one cell. So the second level is
    // hidden.
    num_column_headers: headerRows,
    column_headers: shown.map((at) => [columns[at]?.key ?? '', '']),
    column_header_merge_depth: 0,
    merge_headers: 'column' as const,
    data: shown.map((at) => rows.map((row) => text(row, at))),
  };
}
