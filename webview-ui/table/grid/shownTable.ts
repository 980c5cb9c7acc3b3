import type { CellPosition, Column } from '#src/protocol/tableTypes';
import type { SelectedCells, TableSize } from './gridSelection';

/** The table as it's shown now; each of these is read again whenever it's needed. */
export interface ShownTable {
  columns(): readonly Column[];
  size(): TableSize;
  zone(): string;
  active(): CellPosition;
  selected(): SelectedCells;
  /**
   * Which rows are shown, and how. As long as it's equal, row and column numbers mean the same cells. `total`
   * is the number of rows when the page with the cells was read.
   */
  about(total?: number): string;
}
