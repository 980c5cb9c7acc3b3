import * as l10n from '@vscode/l10n';
import type { ExportRisk } from '#src/protocol/messages';
import { dialogButton } from '../controls/controlLibrary';
import { progressBar } from '../controls/controls';
import { element, setText } from '../controls/dom';
import { canExport, shownSize } from './shownExport';
import type { ExportState } from './exportParts';

/** What a person can do at the foot of the dialog. */
interface FootActions {
  readonly write: () => void;
  readonly agree: (risk: ExportRisk) => void;
  readonly close: () => void;
}

/** The foot of the dialog: what would be written, what went wrong, and the buttons. */
export function exportFoot({ write, agree, close }: FootActions) {
  const problemText = element('p', {});
  const goOn = {
    replace: dialogButton({ label: l10n.t('Replace'), look: 'secondary', onClick: () => agree('replace') }),
    incomplete: dialogButton({
      label: l10n.t('Export Anyway'),
      look: 'secondary',
      onClick: () => agree('incomplete'),
    }),
  };
  const problem = element(
    'div',
    { class: 'export-problem', role: 'alert' },
    problemText,
    goOn.replace.element,
    goOn.incomplete.element,
  );
  const size = element('p', { class: 'export-size', id: 'export-size', 'aria-live': 'polite' });
  const progress = progressBar(l10n.t('Exporting'));
  const confirm = dialogButton({ label: l10n.t('Export'), look: 'primary', onClick: write });
  const cancel = dialogButton({ label: l10n.t('Cancel'), look: 'secondary', onClick: close });
  let told: ExportState['problem'] = null;

  return {
    element: element(
      'div',
      { class: 'export-foot' },
      progress.element,
      problem,
      size,
      confirm.element,
      cancel.element,
    ),
    show(state: ExportState) {
      const { isWriting, isBlocked } = state;
      const risk = state.problem?.risk ?? null;
      setText(problemText, state.problem?.message ?? '');
      goOn.replace.element.hidden = risk !== 'replace';
      goOn.incomplete.element.hidden = risk !== 'incomplete';
      problem.classList.toggle('error', risk === null);
      problem.hidden = state.problem === null;
      const { text, isWrong } = shownSize(state);
      setText(size, text);
      size.classList.toggle('wrong', isWrong);
      size.hidden = isBlocked;
      progress.show(isWriting ? 'undetermined' : null);
      confirm.setEnabled(canExport(state));
      cancel.setEnabled(!isWriting);
      const isNew = state.problem !== null && state.problem !== told;
      told = state.problem;
      if (isNew && risk) goOn[risk].element.focus();
      else if (isNew && isBlocked) cancel.element.focus();
    },
  };
}
