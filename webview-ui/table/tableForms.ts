import { isSent, type TableForm } from '#src/protocol/rowsQuestion';
import type { ResultState } from '#src/protocol/messages';
import type { Resolution } from '#src/market/time/resolutions';
import { errorText } from '#src/text/errorText';
import type { ShownFinding } from '../frame/shownFinding';
import { canBeFormed, type ShownResolution } from '../frame/shownResolution';
import type { Host } from '../host/pane';
import { createFormTools } from './formTools';
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
  const tools = createFormTools(shownResolution, (layout) => {
    finding.set(null);
    state.choice = { ...state.choice, layout };
    host.act({ kind: 'columns', choice: state.choice });
    listener.onChoose();
  });

  function take(result: ResultState, form: TableForm): void {
    tools.explain(form);
    listener.onForm(result, form);
  }

  /** Shows the result in the chosen form. */
  async function show(result: ResultState): Promise<void> {
    const mine = (turn += 1);
    const wanted = chosen();
    if (isSent(wanted)) take(result, wanted);
    if (result.phase.kind !== 'ended' || result.rows === 0 || !canBeFormed(result)) {
      tools.offer(null);
      return;
    }
    try {
      const { offered, rows, columns } = await host.ask('form', wanted);
      if (mine !== turn) return;
      tools.offer(offered, wanted.layout);
      if (!isSent(wanted)) take({ ...result, rows, columns }, wanted);
    } catch (error) {
      if (mine !== turn) return;
      tools.offer([]);
      if (!isSent(wanted)) take(result, {});
      listener.onSay(errorText(error));
    }
  }

  return {
    bar: { beside: tools.beside, below: tools.below },
    show,
    /** Whether both the shown and the chosen form are as received. */
    areSent: () => isSent(state.form) && isSent(chosen()),
  };
}
