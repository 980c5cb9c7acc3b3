import * as l10n from '@vscode/l10n';
import { formatInZone } from '../../src/market/time/zones';
import type { Phase } from '../../src/messages';
import { secondsToRetry } from '../../src/request/retryWait';

/** The query waits, as the service requested with HTTP 429, and then retries automatically. */
type Waiting = Extract<Phase, { kind: 'waiting' }>;

/** The status while a query waits; `now` is in epoch milliseconds. */
export function retryCountdown({ untilEpochMs, reason }: Waiting, now: number): string {
  return l10n.t('Waiting {0} s: {1}', secondsToRetry(untilEpochMs, now), reason);
}

/** Shown in a view that has nothing else to show until then. */
export function retryNotice({ untilEpochMs }: Waiting, timeZone: string): { title: string; text: string } {
  const at = formatInZone(Math.ceil(untilEpochMs / 1000) * 1000, timeZone);
  return {
    title: l10n.t('Waiting to retry, as the service requested'),
    text: l10n.t('The query continues automatically at {0}.', at),
  };
}
