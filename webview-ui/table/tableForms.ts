import * as l10n from '@vscode/l10n';
import { isSent, layouts, type TableForm } from '#src/protocol/rowsQuestion';
import type { FormAnswer } from '#src/protocol/tableTypes';
import type { ResultState } from '#src/protocol/messages';
import type { Resolution } from '#src/market/time/resolutions';
import { errorText } from '#src/text/errorText';
import { select } from '../controls/controls';
import { element, setText } from '../controls/dom';
import { toolbar } from '../controls/toolbar';
import type { ShownFinding } from '../frame/observable';
import { resolutionList } from '../frame/resolutionList';
import { canBeFormed, computedText, type ShownResolution } from '../frame/shownResolution';
import type { Host } from '../host/pane';
import { chosenForm, type ShownTableState } from './tableState';

/** The forms of the table: the thread has to make the chosen one unless it's the received one. */
export function createTableForms(
  host: Host,
  state: ShownTableState,
  finding: ShownFinding,
  resolution: ShownResolution,
  listener: {
    /** The result has the rows and columns of this form. */
    onForm(result: ResultState, form: TableForm): void;
    /** Another form was chosen. Its rows are shown from the first one on. */
    onChoose(): void;
    onSay(sentence: string): void;
  },
) {
  /** Answers about earlier forms are obsolete. */
  let turn = 0;
  const chosen = () => chosenForm(state, resolution.get(), finding.get());
  // The rows of a finding are shown as received, whatever was chosen before: another choice shows all rows again.
  const shownResolution = {
    get: () => chosen().resolution ?? null,
    set(next: Resolution | null) {
      finding.set(null);
      resolution.set(next);
    },
  };
  const resolutionOf = resolutionList(shownResolution);
  const layoutOf = select<(typeof layouts)[number]>({
    label: l10n.t('Layout'),
    onChange(layout) {
      finding.set(null);
      state.choice = { ...state.choice, layout };
      host.act({ kind: 'columns', choice: state.choice });
      listener.onChoose();
    },
  });
  const lists = element('div', { class: 'table-forms', hidden: '' }, resolutionOf.element, layoutOf.element);
  /** How computed values came about. */
  const computed = element('p', { class: 'table-computed quiet', role: 'note', hidden: '' });

  /** Shows what can be chosen and what is; `offered` is `null` if the table has only one form. */
  function offer(
    { offered, shortest }: Pick<FormAnswer, 'offered' | 'shortest'>,
    { layout = 'long' }: TableForm = {},
  ): void {
    lists.hidden = offered === null;
    resolutionOf.show(offered ?? [], shortest);
    layoutOf.show(layouts, layout, (each) =>
      each === 'wide' ? l10n.t('One Column per Series') : l10n.t('One Row per Value'),
    );
  }

  function take(result: ResultState, form: TableForm): void {
    computed.hidden = form.resolution === undefined;
    const text = form.resolution ? computedText(form.resolution) : '';
    setText(computed, text);
    // In a narrow view, only its beginning fits.
    computed.title = text;
    listener.onForm(result, form);
  }

  /** Shows the result in the chosen form. */
  async function show(result: ResultState): Promise<void> {
    const mine = (turn += 1);
    const wanted = chosen();
    if (isSent(wanted)) take(result, wanted);
    if (result.phase.kind !== 'ended' || result.rows === 0 || !canBeFormed(result)) {
      offer({ offered: null, shortest: null });
      return;
    }
    try {
      const { rows, columns, ...forms } = await host.ask('form', wanted);
      if (mine !== turn) return;
      offer(forms, wanted);
      if (!isSent(wanted)) take({ ...result, rows, columns }, wanted);
    } catch (error) {
      if (mine !== turn) return;
      offer({ offered: [], shortest: null });
      if (!isSent(wanted)) take(result, {});
      listener.onSay(errorText(error));
    }
  }

  return {
    bar: {
      beside: toolbar(element('div', { class: 'table-beside' }, lists), l10n.t('Resolution and layout')),
      below: computed,
    },
    show,
    /** Whether both the shown and the chosen form are as received. */
    areSent: () => isSent(state.form) && isSent(chosen()),
  };
}
