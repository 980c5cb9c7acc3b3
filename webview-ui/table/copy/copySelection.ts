import * as l10n from '@vscode/l10n';
import type { CellPosition, Column } from '../../../src/table/tableTypes';
import { menuButton } from '../../controls/menu';
import type { CopyForm } from './copyForms';
import { copyForms } from './copyForms';
import { copyCell, copyText, type CopiedTable } from './copyRows';
import type { GridPages } from '../grid/gridPages';
import type { SelectedCells } from '../grid/gridSelection';
import { countCells } from '../grid/gridSelection';
import { errorText } from '../../../src/text/errorText';

/** Copies the selected cells to the clipboard in the chosen format. */
export function createCopySelection(traits: {
  pages: GridPages;
  columns: () => readonly Column[];
  active: () => CellPosition;
  selected: () => SelectedCells;
  zone: () => string;
  about: CopiedTable['about'];
  onText(text: string): void;
  onSay(sentence: string): void;
}) {
  const { pages, columns, active, selected, zone, about } = traits;

  async function copy(form: CopyForm | null): Promise<void> {
    if (pages.total() === 0) return;
    traits.onSay(l10n.t('Copying…'));
    const table = { pages, columns: columns(), zone: zone(), about };
    const copied = form ? await copyText(table, selected(), form) : await copyCell(table, active());
    if ('text' in copied) traits.onText(copied.text);
    traits.onSay('text' in copied ? l10n.t('Copied {0}.', copied.what) : copied.problem);
  }

  function start(form: CopyForm | null): void {
    copy(form).catch((error: unknown) => traits.onSay(errorText(error)));
  }

  const { element } = menuButton({
    label: l10n.t('Copy Selection'),
    icon: 'copy',
    items: () =>
      Object.values(copyForms).map((form) => ({
        label: form.label(),
        hint: form.hint(),
        onChoose: () => start(form),
      })),
  });
  return {
    /** A button with a menu of all formats. */
    element,
    /**
     * What the copy key does: a single cell is copied as its displayed text, several as a table for a
     * spreadsheet.
     */
    byKey: () => start(selected().areRows || countCells(selected()) > 1 ? copyForms.tsv : null),
  };
}
