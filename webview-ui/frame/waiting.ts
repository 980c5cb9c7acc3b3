import * as l10n from '@vscode/l10n';
import { dayText } from '#src/market/time/dayText';
import { marketZone } from '#src/market/time/deliveryDay';
import { formatInZone, formatTimeOfDay, minuteMs } from '#src/market/time/zones';
import type { ResultState } from '#src/protocol/messages';
import type { NextStep } from '#src/request/outcome';
import { plainButton } from '../controls/controls';
import { element, setText } from '../controls/dom';
import type { Host } from '../host/pane';
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

/** When the query that waits for its data is sent next, as sentences; empty if it doesn't wait. */
export function waitingText(state: Waiting): string {
  const next = state.whenPublished?.nextRequest ?? null;
  if (next === null) return '';
  // Nobody waits for a fraction of a second.
  const time = formatInZone(Math.ceil(next / 1000) * 1000, state.timeZone);
  return l10n.t('Waiting until the data is published. The next request is sent at {0}.', time);
}

/**
 * When data is due, by the clock of `zone` and, if that differs, the market's, and how far away that is: "Expected at
 * 12:55 (in 6 h)". `due` and `now` are in epoch milliseconds.
 */
export function expectedText(due: number, now: number, zone: string): string {
  const clock = formatTimeOfDay(due, zone);
  const marketClock = formatTimeOfDay(due, marketZone);
  const at = clock === marketClock ? clock : l10n.t('{0}, which is {1} CET/CEST', clock, marketClock);
  const day = dayText(due, zone);
  if (day !== dayText(now, zone)) return l10n.t('Expected on {0} at {1}.', day, at);
  const minutes = Math.max(1, Math.round(Math.abs(due - now) / minuteMs));
  const away = minutes < 90 ? l10n.t('{0} min', minutes) : l10n.t('{0} h', Math.round(minutes / 60));
  return l10n.t('Expected at {0} ({1}).', at, now < due ? l10n.t('in {0}', away) : l10n.t('{0} ago', away));
}

/** An item of a list of findings: a button, and when the next request is sent. The button keeps its focus. */
export function createWaitingPart(host: Host) {
  let step: WaitingStep | null = null;
  const words = element('span', { class: 'part' });
  const made = plainButton({ class: 'part' }, () => step && host.act({ kind: step }));
  const item = element('li', {}, words, made);
  return {
    element: item,
    show(state: Waiting) {
      step = waitingStep(state);
      const next = state.whenPublished?.nextRequest ?? null;
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
