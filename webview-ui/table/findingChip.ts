import * as l10n from '@vscode/l10n';
import { plainButton } from '../controls/controls';
import { element } from '../controls/dom';
import { icon } from '../controls/icons';
import type { RowsOfFinding } from '#src/protocol/messages';

/** Says that the table shows only the rows of a finding. Pressing it shows all rows again. */
export function createFindingChip(onRemove: () => void) {
  const text = element('span', { class: 'cut' });
  const named = { class: 'finding-chip line', title: l10n.t('Show All Rows'), hidden: '' };
  const chip = plainButton(named, onRemove, text, icon('cancel'));
  return {
    element: chip,
    show(rows: RowsOfFinding | null) {
      chip.hidden = rows === null;
      if (!rows) return;
      text.textContent = l10n.t('Showing only: {0}', rows.text);
      chip.setAttribute('aria-label', l10n.t('Showing only: {0}: Show All Rows', rows.text));
    },
  };
}
