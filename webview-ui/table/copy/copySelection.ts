import * as l10n from '@vscode/l10n';
import { menuButton } from '../../controls/menu';
import { copyFormats, type CopyFormat } from './copyFormats';
import { copyCell, copyText, type CopiedTable } from './copyRows';
import { countCells } from '../grid/gridSelection';
import type { ShownTable } from '../grid/shownTable';
import { errorText } from '#src/text/errorText';

/** As the copy key does it: a spreadsheet that has the cells rarely needs their headers again. */
const cellsAlone: CopyFormat = { ...copyFormats.tsv, head: () => '' };

/** Copies the selected cells to the clipboard in the chosen format. */
export function createCopySelection(
  table: CopiedTable & Pick<ShownTable, 'active' | 'selected'>,
  listener: { onText(text: string): void; onSay(sentence: string): void },
) {
  const { pages, active, selected } = table;

  async function copy(form: CopyFormat | null): Promise<void> {
    if (pages.total() === 0) return;
    listener.onSay(l10n.t('Copying…'));
    const copied = form ? await copyText(table, selected(), form) : await copyCell(table, active());
    if ('text' in copied) listener.onText(copied.text);
    listener.onSay('text' in copied ? l10n.t('Copied {0}.', copied.what) : copied.problem);
  }

  function start(form: CopyFormat | null): void {
    copy(form).catch((error: unknown) => listener.onSay(errorText(error)));
  }

  const { element } = menuButton({
    label: l10n.t('Copy Selection'),
    icon: 'copy',
    items: () =>
      Object.values(copyFormats).map((form) => ({
        label: form.label(),
        onChoose: () => start(form),
      })),
  });
  return {
    element,
    /**
     * What the copy key does: a single cell is copied as its displayed text, several as cells for a
     * spreadsheet.
     */
    byKey: () => start(selected().areRows || countCells(selected()) > 1 ? cellsAlone : null),
    /** The same with a line of headers. */
    withHeaders: () => start(copyFormats.tsv),
    asDataFrame: () => start(copyFormats.pandas),
  };
}
