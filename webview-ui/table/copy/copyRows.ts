import * as l10n from '@vscode/l10n';
import { mostCopied } from '../../../src/messages';
import { formatCount, formatCounted } from '../../../src/text/l10n';
import type { CellPosition, Column } from '../../../src/table/tableTypes';
import { cellText } from '../grid/cellText';
import type { CopyForm } from './copyForms';
import type { GridPages } from '../grid/gridPages';
import { pageRows } from '../grid/gridPages';
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
      const cells = (pages.row(row) ?? []).slice(left, right + 1);
      text += `${copied === 0 ? '' : form.between}${form.row(cells, chosen, zone)}`;
      if (text.length + form.foot.length > mostCopied) {
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
  const column = columns[at];
  const text = column ? cellText(pages.row(row)?.[at] ?? null, column, zone) : '';
  if (text.length <= mostCopied) {
    return { text, what: formatCounted(1, [l10n.t('{0} cell'), l10n.t('{0} cells')]) };
  }
  return {
    problem: l10n.t(
      'Cell too large to copy: the limit is {0} characters. Export the result instead.',
      formatCount(mostCopied),
    ),
  };
}
