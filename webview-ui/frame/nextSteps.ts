import * as l10n from '@vscode/l10n';
import type { NextStep } from '#src/request/outcome';
import type { Sentence } from '#src/text/l10n';
import { button } from '../controls/controls';
import { element } from '../controls/dom';
import type { Host } from '../host/pane';

/** Labels of the buttons. */
export type StepLabels = { readonly [Step in NextStep]?: string };

/** Worded differently from the header's buttons, so that no two buttons of the view have the same name. */
const usualLabels: { readonly [Step in NextStep]: Sentence } = {
  runAgain: () => l10n.t('Try Again'),
  editQuery: () => l10n.t('Change Query'),
  signIn: () => l10n.t('Sign In'),
  editConnection: () => l10n.t('Edit Connection'),
  showLog: () => l10n.t('Show Log'),
  whenPublished: () => l10n.t('Run When Published'),
  stopWaiting: () => l10n.t('Stop Waiting'),
  openAgain: () => l10n.t('Open Again'),
};

/** The usual label of a step's button. */
export const stepLabel = (step: NextStep): string => usualLabels[step]();

/**
 * One button for each step. The first one that doesn't end what a person has begun is the primary button, unless
 * another one comes before them.
 */
export function stepButtons(
  steps: readonly NextStep[],
  host: Host,
  labels: StepLabels = {},
  before?: HTMLElement,
): HTMLElement {
  const primary = before ? undefined : steps.find((step) => step !== 'stopWaiting');
  return element(
    'div',
    { class: 'steps lines' },
    ...(before ? [before] : []),
    ...steps.map(
      (step) =>
        button({
          label: labels[step] ?? stepLabel(step),
          look: step === primary ? 'primary' : 'secondary',
          onClick: () => host.act({ kind: step }),
        }).element,
    ),
  );
}
