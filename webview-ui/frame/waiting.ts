import * as l10n from '@vscode/l10n';
import { formatInZone, formatTimeOfDay } from '#src/market/time/zones';
import type { ResultState } from '#src/protocol/messages';
import type { NextStep } from '#src/request/outcome';
import { element, setText } from '../controls/dom';
import { stepLabel } from './nextSteps';

type Waiting = Pick<ResultState, 'whenPublished' | 'timeZone'>;
type WaitingStep = 'whenPublished' | 'stopWaiting';

/** What a person can do about data that isn't published yet: run the query then, or no longer wait for it. */
function waitingStep({ whenPublished }: Waiting): WaitingStep | null {
  if (whenPublished === null) return null;
  return whenPublished.nextRequest === null ? 'whenPublished' : 'stopWaiting';
}

/** Whether the step is one of the two. They are one button, which doesn't move when it's pressed. */
export const isAboutWaiting = (step: NextStep): boolean => step === 'whenPublished' || step === 'stopWaiting';

/** The steps and the one about waiting: first if it's the likeliest fix. */
export function withWaitingStep(state: Waiting, others: readonly NextStep[]): readonly NextStep[] {
  const step = waitingStep(state);
  if (step === null) return others;
  return state.whenPublished?.isComing ? [step, ...others] : [...others, step];
}

/** When the query that waits for its data is sent next, in epoch milliseconds. */
const nextRequest = ({ whenPublished }: Waiting): number | null => whenPublished?.nextRequest ?? null;

/** When the query that waits for its data is sent next, as sentences; empty if it doesn't wait. */
export function waitingText(state: Waiting): string {
  const next = nextRequest(state);
  if (next === null) return '';
  // Nobody waits for a fraction of a second.
  const time = formatInZone(Math.ceil(next / 1000) * 1000, state.timeZone);
  return l10n.t('Waiting until the data is published. The next request is sent at {0}.', time);
}

/** An item of a list of findings: a button, and when the next request is sent. The button keeps its focus. */
export function createWaitingPart(onStep: (step: WaitingStep) => void) {
  let step: WaitingStep | null = null;
  const words = element('span', { class: 'part' });
  const made = element('button', { class: 'part', type: 'button' });
  made.addEventListener('click', () => step && onStep(step));
  const item = element('li', {}, words, made);
  return {
    element: item,
    show(state: Waiting) {
      step = waitingStep(state);
      const next = nextRequest(state);
      item.hidden = step === null;
      words.hidden = next === null;
      setText(
        words,
        next === null ? '' : l10n.t('next request at {0}', formatTimeOfDay(next, state.timeZone)),
      );
      setText(made, step === null ? '' : stepLabel(step));
      made.title = waitingText(state);
    },
  };
}
