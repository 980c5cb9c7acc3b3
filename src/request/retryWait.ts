import * as l10n from '@vscode/l10n';

/** A wait before a busy service is queried again. */
export interface RetryWait {
  readonly untilEpochMs: number;
}

/** When the next request may be sent to a service that takes none at the moment, as a sentence. */
export const retryAdvice = (retryAfterSeconds: number | undefined): string =>
  retryAfterSeconds === undefined
    ? l10n.t("The service didn't say when to retry. Wait a moment before the next request.")
    : l10n.t('Wait {0} s before the next request.', retryAfterSeconds);

/** Whole seconds until a query retries. `now` is in epoch milliseconds. */
export const secondsToRetry = ({ untilEpochMs }: RetryWait, now: number): number =>
  Math.max(0, Math.ceil((untilEpochMs - now) / 1000));

/** The state of a query, a check, or a range of days while the service is busy, in words that follow others. */
export const retryWaitText = (wait: RetryWait, now: number): string =>
  l10n.t('waiting {0} s to retry', secondsToRetry(wait, now));
