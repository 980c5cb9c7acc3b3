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
  runAgain: () => l10n.t('Try Again'),
  editQuery: () => l10n.t('Change Query'),
  signIn: () => l10n.t('Sign In'),
  editConnection: () => l10n.t('Edit Connection'),
  showLog: () => l10n.t('Show Log'),
  openAgain: () => l10n.t('Open Again'),
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
