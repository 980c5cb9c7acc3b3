import * as l10n from '@vscode/l10n';
import type { LikelyReason, OtherQuery } from '#src/market/integrity/likelyReasons';
import type { NextStep } from '#src/request/outcome';
import type { Phase, ResultState, View } from '#src/protocol/messages';
import { formatInZone } from '#src/market/time/zones';
import { joined } from '#src/text/joined';
import type { IconName } from '../../controls/icons';
import type { StepLabels } from '../nextSteps';
import { serviceMessage } from '../serviceMessage';
import { emptyTitle } from '../status/statusLine';
import { expectedText, waitingText, withWaitingStep } from '../waiting';

/** What a view shows when it has no data to draw. */
export interface Placeholder {
  icon: IconName;
  title: string;
  text?: string;
  /** Queries that likely have data. */
  instead?: readonly OtherQuery[];
  /**
   * Why there may be no data, likeliest first, each with queries that would confirm it. The first query of all is the
   * primary button, unless the first step is to wait.
   */
  reasons?: readonly LikelyReason[];
  next?: readonly NextStep[];
  /** Labels for steps whose usual labels would say too little. */
  labels?: StepLabels;
  /** Whether to offer to cancel the query, in place of the header. */
  canCancel?: true;
  offerRequest?: true;
  /** Labels of a comparison's two results, each of which can be opened. */
  originals?: readonly string[];
}

/** `null` if the view has something to show. `now` is in epoch milliseconds. */
export function placeholderFor(state: ResultState, view: View, now: number): Placeholder | null {
  const { phase, source } = state;
  if (view === 'request' || (view === 'days' && source.kind === 'range' && source.days.length > 0))
    return null;
  if (phase.kind === 'gone') return goneResult(state);
  const noJson = view === 'json' ? sourceWithoutJson(source) : null;
  if (noJson) return noJson;
  if (view === 'json' ? state.bytes > 0 : state.rows > 0) return null;
  switch (phase.kind) {
    case 'asking':
    case 'receiving':
      return {
        icon: 'waiting',
        title: state.dataset.title,
        text: `${state.dataset.summary} ${l10n.t('The first rows appear here as soon as they arrive.')}`,
        canCancel: true,
      };
    case 'waiting': {
      const at = formatInZone(Math.ceil(phase.untilEpochMs / 1000) * 1000, state.timeZone);
      return {
        icon: 'waiting',
        title: l10n.t('Waiting to retry'),
        text: l10n.t('The query continues automatically at {0}.', at),
        canCancel: true,
      };
    }
    case 'ended':
      return emptyResult(state, phase, now);
  }
}

function goneResult(state: ResultState): Placeholder {
  const { source } = state;
  switch (source.kind) {
    case 'comparison':
      return {
        icon: 'empty',
        title: l10n.t("The data of this comparison isn't loaded"),
        text: l10n.t(
          'The comparison or one of its two results was discarded. Run both queries again to compare fresh results.',
        ),
        next: ['runAgain'],
        labels: { runAgain: l10n.t('Run Both Again') },
      };
    case 'file':
      return {
        icon: 'empty',
        title: l10n.t("The data of this file isn't loaded"),
        text: l10n.t('Open the file again to get the data back: {0}', source.path),
        next: ['openAgain'],
      };
    case 'range':
      return {
        icon: 'empty',
        title: l10n.t("The data of these delivery days isn't loaded"),
        text: l10n.t('Open the range again to get the data back: {0}', source.target),
        next: ['openAgain'],
      };
    case 'history':
    case 'service':
      return {
        icon: 'empty',
        title: l10n.t("The data of this result isn't loaded"),
        text: joined(
          ' ',
          l10n.t(
            'The window was reloaded, or the data was removed to free memory. Run the query again to get it back.',
          ),
          waitingText(state),
        ),
        next: withWaitingStep(state, ['runAgain', 'editQuery']),
      };
  }
}

/** `null` for a source that may have a response in JSON. */
function sourceWithoutJson(source: ResultState['source']): Placeholder | null {
  if (source.kind === 'comparison') {
    return {
      icon: 'document',
      title: l10n.t('A comparison has no JSON response'),
      text: l10n.t(
        'A comparison is calculated from two responses. Open one of the two results to see its JSON as the service sent it, or export the table.',
      ),
      originals: source.originals.map(({ label }) => label),
    };
  }
  if (source.kind === 'range') {
    return {
      icon: 'document',
      title: l10n.t('A range has no single JSON response'),
      text: l10n.t(
        'These delivery days come from several responses. The table shows all their rows, which you can export.',
      ),
    };
  }
  return null;
}

/**
 * Without data, and why. If the data isn't published yet, when it's expected replaces that reason, and the others
 * follow.
 */
function withoutData(
  state: ResultState,
  explanation: string,
  next: readonly NextStep[],
  now: number,
): Placeholder {
  const { likelyReasons, phase, timeZone } = state;
  const [first, ...others] = likelyReasons;
  const words = serviceMessage(phase);
  const waiting = waitingText(state);
  const why =
    first?.due === undefined
      ? { text: joined(' ', explanation, words, waiting), reasons: likelyReasons }
      : {
          text: joined(' ', waiting === '' && expectedText(first.due, now, timeZone), words, waiting),
          instead: first.instead,
          reasons: others,
        };
  return {
    icon: 'empty',
    title: emptyTitle(state, now),
    ...why,
    next: withWaitingStep(state, next),
    offerRequest: true,
  };
}

function emptyResult(state: ResultState, phase: Extract<Phase, { kind: 'ended' }>, now: number): Placeholder {
  const { source } = state;
  if (phase.outcome.kind === 'noData') {
    return withoutData(state, phase.advice.explanation, phase.advice.next, now);
  }
  const success = phase.outcome.kind === 'success';
  if (source.kind === 'comparison' && success) {
    return {
      icon: 'empty',
      title: l10n.t('Nothing to compare'),
      text: l10n.t('No rows of the two results could be compared. Open one of them to see what it contains.'),
      originals: source.originals.map(({ label }) => label),
    };
  }
  if (source.kind === 'file') {
    return {
      icon: 'empty',
      title: l10n.t('Nothing to show'),
      ...(success && { text: l10n.t('The file contains no rows.') }),
    };
  }
  if (success) {
    const explanation = l10n.t('The service responded, but sent no records for this query.');
    return withoutData(state, explanation, ['editQuery'], now);
  }
  // The message above says all there is to say about a failure.
  return { icon: 'empty', title: l10n.t('Nothing to show'), offerRequest: true };
}
