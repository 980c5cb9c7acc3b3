import type { Column } from '../../src/table/tableTypes';
import { formatCounted } from '../figures';
import { cellText, tabSeparated } from './cellText';
import type { GridPages } from './gridPages';
import { pageRows } from './gridPages';
import type { Block } from './gridSelection';
import { cellsOf } from './gridSelection';

/** More would not fit into one message to the editor. */
const mostCells = 50_000;

/** The cells of the block as tab-separated text, as shown; or a sentence that says why not. */
export async function copyText(
  pages: GridPages,
  columns: readonly Column[],
  block: Block,
  zone: string,
): Promise<{ text: string; what: string } | { problem: string }> {
  const cells = cellsOf(block);
  if (cells > mostCells) {
    return {
      problem: `${formatCounted(cells, ['cell', 'cells'])} are too many to copy: use Export.`,
    };
  }
  const chosen = columns.slice(block.left, block.right + 1);
  const lines: string[][] = [];
  try {
    for (let row = block.top; row <= block.bottom; row += 1) {
      if (row === block.top || row % pageRows === 0) await pages.load(row, row + 1);
      const values = pages.row(row) ?? [];
      lines.push(
        chosen.map((column, index) => cellText(values[block.left + index] ?? null, column, zone)),
      );
    }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : 'The rows could not be read.' };
  }
  return { text: tabSeparated(lines), what: formatCounted(cells, ['cell', 'cells']) };
}
