import * as l10n from '@vscode/l10n';
import { formatCount, formatCounted } from '../../../src/text/l10n';
import type { Column } from '../../../src/table/tableTypes';
import { cellText } from '../grid/cellText';
import type { CopyForm } from './copyForms';
import type { GridPages } from '../grid/gridPages';
import { pageRows } from '../grid/gridPages';
import type { Block } from '../grid/gridSelection';
import { cellsOf } from '../grid/gridSelection';

/** Characters of copied text: it crosses to the editor in one message. */
export const mostCharacters = 1_000_000;

/** The cells of the block as text with a header; or a sentence that explains why they can't be copied. */
export async function copyText(
  pages: GridPages,
  columns: readonly Column[],
  block: Block,
  zone: string,
  form: CopyForm,
): Promise<{ text: string; what: string } | { problem: string }> {
  const { top, bottom, left, right } = block;
  const chosen = columns.slice(left, right + 1);
  const what = formatCounted(cellsOf(block), [l10n.t('{0} cell'), l10n.t('{0} cells')]);
  let text = form.head(chosen);
  for (let row = top; row <= bottom; row += 1) {
    if (row === top || row % pageRows === 0) await pages.load(row, row + 1);
    const cells = (pages.row(row) ?? []).slice(left, right + 1);
    text += `${row === top ? '' : form.between}${form.row(cells, chosen, zone)}`;
    if (text.length > mostCharacters) {
      const fitting = formatCounted(row - top, [l10n.t('{0} row'), l10n.t('{0} rows')]);
      return {
        problem: l10n.t(
          'Selection too large to copy: the limit is {0} characters (about {1}). Select fewer cells, or export the result.',
          formatCount(mostCharacters),
          fitting,
        ),
      };
    }
  }
  return { text: text + form.foot, what };
}

/** The text of the one cell, as it is shown. */
export async function copyCell(
  pages: GridPages,
  columns: readonly Column[],
  { top, left }: Block,
  zone: string,
): Promise<string> {
  await pages.load(top, top + 1);
  const column = columns[left];
  return column ? cellText(pages.row(top)?.[left] ?? null, column, zone) : '';
}
