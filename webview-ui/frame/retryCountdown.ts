import * as l10n from '@vscode/l10n';
import { formatInZone } from '#src/market/time/zones';
import type { Phase } from '#src/protocol/messages';
import { secondsToRetry } from '#src/request/retryWait';

/** The service is busy; the query waits, and then continues automatically. */
type Waiting = Extract<Phase, { kind: 'waiting' }>;

/** The status line while a query waits. `now` is in epoch milliseconds. */
export function retryCountdown(waiting: Waiting, now: number): string {
  return l10n.t('Waiting {0} s: {1}', secondsToRetry(waiting, now), waiting.reason);
}

/** What a view without rows shows while the query waits. */
export function retryNotice({ untilEpochMs }: Waiting, timeZone: string): { title: string; text: string } {
  const at = formatInZone(Math.ceil(untilEpochMs / 1000) * 1000, timeZone);
  return {
    title: l10n.t('Waiting to retry'),
    text: l10n.t('The query continues automatically at {0}.', at),
  };
}
