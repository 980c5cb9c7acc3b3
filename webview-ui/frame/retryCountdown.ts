import * as l10n from '@vscode/l10n';
import { formatInZone } from '../../src/market/time/zones';
import type { Phase } from '../../src/messages';
import { secondsToRetry } from '../../src/request/retryWaitText';

/** The service responded with HTTP 429; the query waits as requested, and then continues automatically. */
type Waiting = Extract<Phase, { kind: 'waiting' }>;

/** The status line while a query waits. `now` is in epoch milliseconds. */
export function retryCountdown({ untilEpochMs, reason }: Waiting, now: number): string {
  return l10n.t('Waiting {0} s: {1}', secondsToRetry(untilEpochMs, now), reason);
}

/** What a view without rows shows while the query waits. */
export function retryNotice({ untilEpochMs }: Waiting, timeZone: string): { title: string; text: string } {
  const at = formatInZone(Math.ceil(untilEpochMs / 1000) * 1000, timeZone);
  return {
    title: l10n.t('Waiting to retry, as the service requested'),
    text: l10n.t('The query continues automatically at {0}.', at),
  };
}
