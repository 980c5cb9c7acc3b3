import * as l10n from '@vscode/l10n';
import { formatInZone } from '../../src/market/time/zones';
import type { ResultState } from '../../src/protocol/messages';

type Waiting = Pick<ResultState, 'whenPublished' | 'timeZone'>;

/** What a person can do about data that isn't published yet: run the query then, or no longer wait for it. */
export function waitingSteps({ whenPublished }: Waiting): ('whenPublished' | 'stopWaiting')[] {
  if (whenPublished === null) return [];
  return whenPublished === 'offered' ? ['whenPublished'] : ['stopWaiting'];
}

/** When the query that waits for its data is sent next, as a sentence; empty if it doesn't wait. */
export function waitingText({ whenPublished, timeZone }: Waiting): string {
  if (whenPublished === null || whenPublished === 'offered') return '';
  // Nobody waits for a fraction of a second.
  const next = Math.ceil(whenPublished.nextRequest / 1000) * 1000;
  return l10n.t(
    'Waiting until the data is published. The next request is sent at {0}.',
    formatInZone(next, timeZone),
  );
}
