import * as l10n from '@vscode/l10n';
import type { LikelyReason } from '../../src/market/integrity/likelyReasons';
import type { NextStep } from '../../src/request/outcome';
import { formatInZone } from '../../src/market/time/zones';
import type { ResultState, View } from '../../src/messages';
import type { IconName } from '../controls/icons';
import type { StepLabels } from './nextSteps';
import { serviceWords } from './statusLine';

/** What stands in a data view while it has nothing to draw. */
export interface Placeholder {
  icon: IconName;
  title: string;
  text: string;
  /** Why there may be nothing, each with a query that tells. */
  reasons?: readonly LikelyReason[];
  next: readonly NextStep[];
  /** What steps are called here, where that says more than their usual name. */
  labels?: StepLabels;
  /** Offers the view that shows what was asked and answered. */
  offerRequest: boolean;
  /** Offers the results of which a comparison was made, by what they are called. */
  originals?: readonly string[];
}

/** `null` where the view has something to show. */
export function placeholderFor(state: ResultState, view: View): Placeholder | null {
  const { phase, dataset } = state;
  if (view === 'request') return null;
  if (phase.kind === 'gone' && state.comparison) {
    return {
      icon: 'empty',
      title: l10n.t('This comparison is no longer in memory'),
      text: l10n.t(
        'It was dropped, or one of the two results it was made of was. Both queries are still here: run them again to compare fresh answers.',
      ),
      next: ['runAgain'],
      offerRequest: false,
      labels: { runAgain: l10n.t('Run both again') },
    };
  }
  if (phase.kind === 'gone') {
    return {
      icon: 'empty',
      title: l10n.t('This result is no longer in memory'),
      text: l10n.t('The query is still here: run it again to get the data back.'),
      next: ['runAgain', 'editQuery'],
      offerRequest: false,
    };
  }
  if (view === 'json' && state.comparison) {
    return {
      icon: 'document',
      title: l10n.t('A comparison has no JSON'),
      text: l10n.t(
        'It is worked out here from two answers. Open either of them to see its JSON as the service sent it; the table leaves as CSV, NDJSON or Parquet.',
      ),
      next: [],
      offerRequest: false,
      originals: state.comparison.originals.map(({ label }) => label),
    };
  }
  if (view === 'json' ? state.bytes > 0 : state.rows > 0) return null;
  switch (phase.kind) {
    case 'asking':
    case 'receiving':
      return {
        icon: 'waiting',
        title: dataset.title,
        text: `${dataset.summary} ${l10n.t('The first rows appear here as soon as they arrive.')}`,
        next: [],
        offerRequest: false,
      };
    case 'waiting':
      return {
        icon: 'waiting',
        title: l10n.t('Waiting as the service asked'),
        text: l10n.t(
          'The query goes on by itself at {0}.',
          formatInZone(Math.ceil(phase.untilEpochMs / 1000) * 1000, state.timeZone),
        ),
        next: [],
        offerRequest: false,
      };
    case 'ended': {
      if (phase.outcome.kind === 'noData') {
        const words = serviceWords(phase);
        return {
          icon: 'empty',
          title: phase.advice.title,
          text: phase.advice.explanation + (words === null ? '' : ` ${words}`),
          reasons: state.likelyReasons,
          next: phase.advice.next,
          offerRequest: true,
        };
      }
      const success = phase.outcome.kind === 'success';
      return {
        icon: 'empty',
        title: success ? l10n.t('An empty answer') : l10n.t('Nothing to show'),
        text: success
          ? l10n.t('The service answered, but sent no record for this query.')
          : l10n.t('The message above says why. The Request view shows what was asked and answered.'),
        reasons: state.likelyReasons,
        next: success ? ['editQuery'] : [],
        offerRequest: true,
      };
    }
  }
}
