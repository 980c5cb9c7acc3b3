import * as l10n from '@vscode/l10n';
import { errorText } from '#src/text/errorText';
import type { ExportRisk, ResultState } from '#src/protocol/messages';
import { debounced, element, setAttribute } from '../controls/dom';
import type { Host } from '../host/pane';
import {
  columnsChoice,
  fileChoice,
  formatChoice,
  resolutionChoice,
  rowsChoice,
  testsChoice,
} from './exportChoices';
import { withProblem, type Wish } from './exportChanges';
import { exportFoot } from './exportFoot';
import { exportQuestions } from './exportQuestions';
import {
  chosenFor,
  initialState,
  orderOf,
  presetOf,
  wrongSample,
  type Exportable,
  type ExportState,
} from './exportParts';
import { canExport } from './shownExport';

/** The dialog with its parts, and what a person does in it. */
function exportView(wish: Wish, write: () => void, chooseElsewhere: () => void) {
  const rows = rowsChoice(wish);
  const file = fileChoice(wish, chooseElsewhere);
  const agree = (risk: ExportRisk) => {
    wish((state) => ({ ...state, agreed: [...state.agreed, risk] }));
    write();
  };
  const foot = exportFoot(write, agree, () => dialog.close());
  const parts = [
    rows,
    formatChoice(wish),
    resolutionChoice(wish),
    columnsChoice(wish),
    testsChoice(wish),
    file,
  ];
  const heading = element('h2', { id: 'export-heading' }, l10n.t('Export'));
  const choices = element('div', { class: 'export-choices' }, ...parts.map((part) => part.element));
  const dialog = element(
    'dialog',
    { class: 'export-dialog', 'aria-labelledby': 'export-heading' },
    heading,
    choices,
    foot.element,
  );
  let isWriting = false;
  // Stays open until the export has ended. The editor's progress notification has its own Cancel button.
  dialog.addEventListener('cancel', (event) => {
    if (isWriting) event.preventDefault();
  });
  dialog.addEventListener('keydown', (event) => {
    // A second Escape in a row would close the dialog without a `cancel` event.
    if (event.key === 'Escape' && isWriting) event.preventDefault();
    const isButton = event.target instanceof Element && event.target.closest('vscode-button') !== null;
    // In an input method, Enter accepts a word.
    if (event.key !== 'Enter' || event.isComposing || isButton) return;
    event.preventDefault();
    write();
  });
  return {
    dialog,
    fields: { rows, sample: rows.sample, file: file.target },
    show(state: ExportState) {
      choices.hidden = state.isBlocked;
      for (const part of [...parts, foot]) part.show(state);
      isWriting = state.isWriting;
      setAttribute(dialog, 'aria-busy', isWriting ? 'true' : null);
    },
  };
}

/**
 * One dialog for all exports: which rows, in which format, what to save beside the file, and where. If
 * nothing can be exported, it says why. `onClose` is called when the person closes it, not when its result is
 * replaced.
 */
export function createExportDialog(host: Host, onClose: () => void) {
  let state: ExportState | null = null;
  /** Settles when the file for the latest choice has been suggested. */
  let suggested: Promise<void> = Promise.resolve();

  const wish: Wish = (next) => {
    if (!state) return;
    const { choice } = state;
    state = next(state);
    view.show(state);
    if (state.choice === choice) return;
    sizeSoon();
    suggested = ask.target(state);
  };
  const view = exportView(
    wish,
    () => void write(),
    () => void chooseElsewhere(),
  );
  const { dialog, fields } = view;
  /** Outside the dialog, which closes, and the status bar isn't announced. */
  const said = element('p', { class: 'unseen', role: 'status' });
  const current = () => (dialog.open ? state : null);
  const ask = exportQuestions(host, current, wish);
  const sizeSoon = debounced(100, () => {
    const asked = current();
    if (asked) void ask.size(asked);
  });

  dialog.addEventListener('close', () => {
    // The event comes later than the closing, and may have been overtaken by the next opening.
    if (dialog.open) return;
    const isByPerson = state !== null;
    state = null;
    dialog.remove();
    if (isByPerson) onClose();
  });

  async function chooseElsewhere(): Promise<void> {
    if (state && (await ask.elsewhere(state))) fields.file.focus();
  }

  async function write(): Promise<void> {
    if (!state) return;
    const confirmed = state;
    if (wrongSample(confirmed) !== null) fields.sample.focus();
    if (!canExport(confirmed)) return;
    // A person may confirm before a file has been suggested.
    await suggested;
    const ordered = current();
    if (ordered?.about !== confirmed.about || !canExport(ordered)) return;
    const { choice, target, agreed } = ordered;
    wish((latest) => ({ ...latest, isWriting: true }));
    try {
      const end = await host.ask('export', {
        preset: presetOf(ordered),
        choice: chosenFor(ordered),
        order: orderOf(ordered),
        target,
        isLicenseSeen: confirmed.license !== '',
        agreed,
      });
      if (!ask.isOpen(ordered)) return;
      if (end.kind === 'written') {
        dialog.close();
        said.textContent = l10n.t('Exported {0}.', target);
      }
      // To agree to it would be about another file if that has changed meanwhile.
      const isAsOrdered = state.choice === choice && state.target === target;
      if (end.kind === 'risk' && isAsOrdered) wish((latest) => withProblem(latest, end.message, end.risk));
    } catch (error) {
      if (ask.isOpen(ordered)) wish((latest) => withProblem(latest, errorText(error)));
    } finally {
      if (ask.isOpen(ordered)) wish((latest) => ({ ...latest, isWriting: false }));
    }
  }

  function begin(about: Exportable): void {
    const beginning = initialState(about);
    state = beginning;
    view.show(beginning);
    said.textContent = '';
    if (!dialog.open) dialog.showModal();
    suggested = ask.target(beginning);
    if (beginning.isBlocked) return;
    fields.rows.focus();
    void ask.shownRows(beginning);
    void ask.resolutions(beginning);
    void ask.size(beginning);
  }

  return {
    elements: [dialog, said],
    /** With a format, the dialog begins with all rows in it. */
    open(result: ResultState, asked: Omit<Exportable, 'state'>) {
      if (!state?.isWriting) begin({ ...asked, state: result });
    },
    /** Begins again when the result has ended or is gone; closes the dialog if the state is of another result. */
    show(result: ResultState) {
      const shown = current();
      if (!shown) return;
      const before = shown.about.state;
      if (result.id !== before.id) {
        state = null;
        dialog.close();
      } else if (result.phase.kind !== before.phase.kind && !shown.isWriting) {
        begin({ ...shown.about, state: result });
      }
    },
  };
}

export type ExportDialog = ReturnType<typeof createExportDialog>;
