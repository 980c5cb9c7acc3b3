import * as l10n from '@vscode/l10n';

/** Whole seconds until a query retries. Both instants are epoch milliseconds. */
export const secondsToRetry = (untilEpochMs: number, now: number): number =>
  Math.max(0, Math.ceil((untilEpochMs - now) / 1000));

/** The state of a query, a check, or a range of days after HTTP 429, in words that follow others. */
export const retryWaitText = (untilEpochMs: number, now: number): string =>
  l10n.t('waiting {0} s to retry, as the service requested', secondsToRetry(untilEpochMs, now));
