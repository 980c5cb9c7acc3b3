import * as l10n from '@vscode/l10n';
import type { ResultState } from '../../src/messages';
import { element } from '../controls/dom';
import { icon } from '../controls/icons';
import type { StepAction } from './nextSteps';
import { stepButtons } from './nextSteps';
import { serviceWords } from './serviceWords';
import { isPartial } from './statusLine';

/** The alert region: empty while all is well; otherwise what happened, the service's message, and what to do. */
export function createProblem(onStep: StepAction): {
  readonly element: HTMLElement;
  show(state: ResultState): void;
} {
  const region = element('div', { class: 'problem', role: 'alert' });
  region.hidden = true;
  let shown = '';
  return {
    element: region,
    show(state) {
      const { phase } = state;
      const isProblem =
        phase.kind === 'ended' && phase.outcome.kind !== 'success' && phase.outcome.kind !== 'noData';
      // An unchanged region is left alone: writing it again would announce it again.
      const key = isProblem ? `${state.id} ${JSON.stringify(phase)} ${isPartial(state)}` : '';
      if (key === shown) return;
      shown = key;
      region.hidden = !isProblem;
      region.replaceChildren();
      if (!isProblem) return;
      const partial = isPartial(state);
      region.classList.toggle('partial', partial);
      const words = serviceWords(phase);
      region.append(
        icon('warning'),
        element(
          'div',
          { class: 'problem-text' },
          element('strong', {}, partial ? l10n.t('Incomplete: {0}', phase.advice.title) : phase.advice.title),
          element('p', {}, phase.advice.explanation),
          ...(words === null ? [] : [element('p', { class: 'service-words' }, words)]),
        ),
        stepButtons(phase.advice.next, onStep),
      );
    },
  };
}
