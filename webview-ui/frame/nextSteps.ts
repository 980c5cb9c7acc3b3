import type { NextStep } from '../../src/request/outcome';
import { t } from '../../src/text/l10n';
import { button } from '../controls/controls';
import { element } from '../controls/dom';

export type StepAction = (step: NextStep) => void;

/** What the buttons of steps are called. */
export type StepLabels = { readonly [Step in NextStep]?: string };

/** Worded unlike the header's buttons, so that each button of the view has a name of its own. */
const usualLabels: Required<StepLabels> = {
  runAgain: t('Try again'),
  editQuery: t('Change query'),
  signIn: t('Sign in'),
  editConnection: t('Edit connection'),
  showLog: t('Show log'),
  export: t('Save it'),
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
          label: labels[step] ?? usualLabels[step],
          look: index === 0 ? 'primary' : 'secondary',
          onClick: () => onStep(step),
        }).element,
    ),
  );
}
