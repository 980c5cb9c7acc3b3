import * as l10n from '@vscode/l10n';
import type { ExportRisk } from '#src/protocol/messages';
import { dialogButton } from '../controls/controlLibrary';
import { progressBar } from '../controls/controls';
import { element, setText } from '../controls/dom';
import { canExport, shownSize } from './shownExport';
import type { ExportState } from './exportParts';

/** The foot of the dialog: what would be written, what went wrong, and the buttons with what they do. */
export function exportFoot(write: () => void, agree: (risk: ExportRisk) => void, close: () => void) {
  const problemText = element('p', {});
  const goOn = {
    replace: dialogButton(l10n.t('Replace'), 'secondary', () => agree('replace')),
    incomplete: dialogButton(l10n.t('Export Anyway'), 'secondary', () => agree('incomplete')),
  };
  const problem = element('div', { class: 'problem', role: 'alert' }, problemText, ...Object.values(goOn));
  const size = element('p', { class: 'export-size', id: 'export-size', 'aria-live': 'polite' });
  const progress = progressBar(l10n.t('Exporting'));
  const confirm = dialogButton(l10n.t('Export'), 'primary', write);
  const cancel = dialogButton(l10n.t('Cancel'), 'secondary', close);
  let told: ExportState['problem'] = null;

  return {
    element: element('div', { class: 'export-foot lines' }, progress.element, problem, size, confirm, cancel),
    show(state: ExportState) {
      const { isWriting, isBlocked } = state;
      const risk = state.problem?.risk ?? null;
      setText(problemText, state.problem?.message ?? '');
      goOn.replace.hidden = risk !== 'replace';
      goOn.incomplete.hidden = risk !== 'incomplete';
      problem.classList.toggle('warning', risk !== null);
      problem.hidden = state.problem === null;
      const { text, isWrong } = shownSize(state);
      setText(size, text);
      size.classList.toggle('wrong', isWrong);
      size.hidden = isBlocked;
      progress.show(isWriting ? 'undetermined' : null);
      confirm.disabled = !canExport(state);
      cancel.disabled = isWriting;
      const isNew = state.problem !== null && state.problem !== told;
      told = state.problem;
      if (isNew && risk) goOn[risk].focus();
      else if (isNew && isBlocked) cancel.focus();
    },
  };
}
