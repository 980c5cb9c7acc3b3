import * as l10n from '@vscode/l10n';
import { mostCopied } from '../../../src/messages';
import { formatCount, formatCounted } from '../../../src/text/l10n';
import type { Cell, CellPosition, Column } from '../../../src/table/tableTypes';
import { cellText } from '../grid/cellText';
import type { CopyForm } from './copyForms';
import type { GridPages } from '../grid/gridPages';
import { isCutCell, pageRows } from '../grid/gridPages';
import type { SelectedCells } from '../grid/gridSelection';
import { countCells } from '../grid/gridSelection';
import { countRows } from '../grid/rowRanges';

type Copied = { text: string; what: string } | { problem: string };

/** "12 cells", or "3 rows" where whole rows are selected. */
export function selectedWhat(selected: SelectedCells): string {
  return selected.areRows
    ? formatCounted(countRows(selected.rows), [l10n.t('{0} row'), l10n.t('{0} rows')])
    : formatCounted(countCells(selected), [l10n.t('{0} cell'), l10n.t('{0} cells')]);
}

/** Cells of a loaded row with whole texts; `null` if one of them is too long to be copied. */
async function wholeCells(
  pages: GridPages,
  row: number,
  left: number,
  right: number,
): Promise<readonly Cell[] | null> {
  if (!pages.isCut(row)) return (pages.row(row) ?? []).slice(left, right + 1);
  const alone = await pages.alone(row);
  const cells = (alone.rows[0] ?? []).slice(left, right + 1);
  return cells.some((cell) => isCutCell(cell, alone)) ? null : cells;
}

/** The selected cells as text with a header; or a sentence that explains why they can't be copied. */
export async function copyText(
  pages: GridPages,
  columns: readonly Column[],
  selected: SelectedCells,
  zone: string,
  form: CopyForm,
): Promise<Copied> {
  const { rows, left, right } = selected;
  const chosen = columns.slice(left, right + 1);
  let text = form.head(chosen);
  let copied = 0;
  for (const [from, to] of rows) {
    for (let row = from; row < to; row += 1) {
      if (row === from || row % pageRows === 0) await pages.load(row, row + 1);
      const cells = await wholeCells(pages, row, left, right);
      text += `${copied === 0 ? '' : form.between}${form.row(cells ?? [], chosen, zone)}`;
      // The text crosses to the editor in one message.
      if (cells === null || text.length + form.foot.length > mostCopied) {
        const fitting = formatCounted(copied, [l10n.t('{0} row'), l10n.t('{0} rows')]);
        return {
          problem: l10n.t(
            'Selection too large to copy: the limit is {0} characters (about {1}). Select fewer cells, or export the result.',
            formatCount(mostCopied),
            fitting,
          ),
        };
      }
      copied += 1;
    }
  }
  return { text: text + form.foot, what: selectedWhat(selected) };
}

/** The text of the one cell, as it is shown; or a sentence that explains why it can't be copied. */
export async function copyCell(
  pages: GridPages,
  columns: readonly Column[],
  { row, column: at }: CellPosition,
  zone: string,
): Promise<Copied> {
  await pages.load(row, row + 1);
  const [column, cells] = [columns[at], await wholeCells(pages, row, at, at)];
  const text = column ? cellText(cells?.[0] ?? null, column, zone) : '';
  if (cells !== null && text.length <= mostCopied) {
    return { text, what: formatCounted(1, [l10n.t('{0} cell'), l10n.t('{0} cells')]) };
  }
  return {
    problem: l10n.t(
      'Cell too large to copy: the limit is {0} characters. Export the result instead.',
      formatCount(mostCopied),
    ),
  };
}
