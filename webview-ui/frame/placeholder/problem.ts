import * as l10n from '@vscode/l10n';
import type { ResultState } from '#src/protocol/messages';
import { joined } from '#src/text/joined';
import { element } from '../../controls/dom';
import { icon } from '../../controls/icons';
import type { Host } from '../../host/pane';
import { stepButtons } from '../nextSteps';
import { runTime } from '../runTime';
import { serviceMessage } from '../serviceMessage';
import { isPartial } from '../status/statusLine';

/**
 * The alert region. It's empty if all is well; otherwise, it says what happened, what the service said, and
 * what to do. The status line says what failed, unless the rows below are from an earlier run: then
 * it describes that run.
 */
export function createProblem(host: Host) {
  const region = element('div', { class: 'problem', role: 'alert' });
  region.hidden = true;
  let shown = '';
  return {
    element: region,
    show(state: ResultState) {
      const { failedAgain } = state;
      const { phase } = failedAgain ?? state;
      const isProblem =
        phase.kind === 'ended' && phase.outcome.kind !== 'success' && phase.outcome.kind !== 'noData';
      // Writing an unchanged region again would announce it again.
      const key = isProblem ? `${state.id} ${JSON.stringify(phase)} ${isPartial(state)}` : '';
      if (key === shown) return;
      shown = key;
      region.hidden = !isProblem;
      region.replaceChildren();
      if (!isProblem) return;
      const partial = isPartial(state) && failedAgain === null;
      const { title, explanation, remedy } = phase.advice;
      const isFailure = phase.outcome.kind !== 'cancelled';
      const heading = isFailure ? l10n.t('Run Again failed: {0}', title) : title;
      const kept = failedAgain
        ? l10n.t('The rows below are from {0}.', runTime(state.startedEpochMs, state.timeZone))
        : '';
      // What is shown below is still of use.
      region.classList.toggle('warning', partial || failedAgain !== null || !isFailure);
      const words = serviceMessage(phase);
      region.append(
        icon('warning'),
        element(
          'div',
          { class: 'problem-text' },
          ...(failedAgain ? [element('strong', {}, heading)] : []),
          element('p', {}, joined(' ', explanation, kept)),
          ...(words === null ? [] : [element('p', { class: 'service-words' }, words)]),
          ...(remedy === '' ? [] : [element('p', {}, remedy)]),
        ),
        stepButtons(phase.advice.next, host),
      );
    },
  };
}
