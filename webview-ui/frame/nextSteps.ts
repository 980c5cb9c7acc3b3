import * as l10n from '@vscode/l10n';
import type { NextStep } from '../../src/request/outcome';
import type { Sentence } from '../../src/text/l10n';
import { button } from '../controls/controls';
import { element } from '../controls/dom';

export type StepAction = (step: NextStep) => void;

/** What the buttons of steps are called. */
export type StepLabels = { readonly [Step in NextStep]?: string };

/** Worded unlike the header's buttons, so that each button of the view has a name of its own. */
const usualLabels: { readonly [Step in NextStep]: Sentence } = {
  runAgain: () => l10n.t('Try again'),
  editQuery: () => l10n.t('Change query'),
  signIn: () => l10n.t('Sign in'),
  editConnection: () => l10n.t('Edit connection'),
  showLog: () => l10n.t('Show log'),
  export: () => l10n.t('Save it'),
};

/** One button per step; the first is the one to press. */
export function stepButtons(
  steps: readonly NextStep[],
  onStep: StepAction,
  labels: StepLabels = {},
): HTMLElement {
  return element(
    'div',
    { class: 'steps' },
    ...steps.map(
      (step, index) =>
        button({
          label: labels[step] ?? usualLabels[step](),
          look: index === 0 ? 'primary' : 'secondary',
          onClick: () => onStep(step),
        }).element,
    ),
  );
}
