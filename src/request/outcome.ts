import type { Dataset } from '../market/datasets/dataset';
import { t } from '../text/l10n';

/** How a query ended. Fixed: the commands answer with it. */
export type OutcomeKind =
  | 'success'
  | 'noData'
  | 'badRequest'
  | 'unauthorized'
  | 'tooManyRequests'
  | 'unexpectedError'
  | 'unexpectedAnswer'
  | 'unreachable'
  | 'timeout'
  | 'cancelled';

export interface Outcome {
  readonly kind: OutcomeKind;
  readonly status?: number;
  /** The service's own words where it gave any, else one plain sentence of ours. Never a secret. */
  readonly message?: string;
  /** The message is the service's own. */
  readonly isQuote?: true;
  /** Whole seconds from the arrival of the answer, from either form of `Retry-After`. */
  readonly retryAfterSeconds?: number;
}

/** The service's own words as part of an outcome, as far as there are any. */
export const quoted = (words: string | undefined): Pick<Outcome, 'message' | 'isQuote'> =>
  words === undefined ? {} : { message: words, isQuote: true };

/**
 * The outcome a status stands for. No status is documented for any case
 * (docs/api.md, "Response cases"), so only what HTTP itself fixes is read from the number; a 2xx other than 204
 * is decided by its body.
 */
export function outcomeOfStatus(status: number): OutcomeKind | 'body' {
  if (status === 204) return 'noData';
  if (status >= 200 && status < 300) return 'body';
  if (status === 400) return 'badRequest';
  // 403 is a valid token whose subscription does not cover the request.
  if (status === 401 || status === 403) return 'unauthorized';
  if (status === 429) return 'tooManyRequests';
  return 'unexpectedError';
}

/** What a person can do about an outcome; the editor and the result view draw these as buttons. */
export type NextStep = 'runAgain' | 'editQuery' | 'signIn' | 'editConnection' | 'showLog' | 'export';

export interface Advice {
  /** A few words: "No data". */
  readonly title: string;
  /** What happened and what helps, in whole sentences. */
  readonly explanation: string;
  readonly next: readonly NextStep[];
}

const joined = (...sentences: readonly string[]) => sentences.filter(Boolean).join(' ');

/** The one place where an outcome becomes words. `partial` says that some records did arrive. */
export function adviceFor(outcome: Outcome, dataset: Dataset, partial: boolean): Advice {
  const status = outcome.status === undefined ? '' : `(HTTP ${outcome.status})`;
  const kept = partial ? t('What arrived before is kept and shown as incomplete.') : '';
  switch (outcome.kind) {
    case 'success':
      return {
        title: t('Complete'),
        explanation: t('The whole answer arrived.'),
        next: ['runAgain'],
      };
    case 'noData':
      return {
        title: t('No data'),
        explanation: t(
          '{0} holds nothing for this query. Try another day or fewer parameters.',
          dataset.title,
        ),
        next: ['editQuery', 'runAgain'],
      };
    case 'badRequest':
      return {
        title: t('The service refused the request'),
        explanation: joined(
          t('A parameter is not as the service wants it. Check the parameters and run again.'),
          status,
        ),
        next: ['editQuery', 'showLog'],
      };
    case 'unauthorized':
      return outcome.status === 403
        ? {
            title: t('Not part of your subscription'),
            explanation: joined(
              t('You are signed in, but the service does not give this data to your account.'),
              status,
            ),
            next: ['editQuery', 'signIn'],
          }
        : {
            title: t('Sign-in needed'),
            explanation: joined(
              t('The service did not accept the sign-in. Sign in, then run again.'),
              status,
            ),
            next: ['signIn', 'runAgain'],
          };
    case 'tooManyRequests':
      return {
        title: t('Too many requests'),
        explanation:
          outcome.retryAfterSeconds === undefined
            ? t('The service is busy and did not say for how long. Wait a little, then run again.')
            : t(
                'The service is busy. It asks to wait {0} s before the next request.',
                outcome.retryAfterSeconds,
              ),
        next: ['runAgain'],
      };
    case 'unexpectedError':
      return {
        title: t('The service reported an error'),
        explanation: joined(
          t("Something went wrong on the service's side."),
          kept,
          t('Run again later; if it stays, ask its support.'),
          status,
        ),
        next: ['runAgain', 'showLog'],
      };
    case 'unexpectedAnswer':
      return {
        title: partial ? t('Incomplete answer') : t('Not the answer this dataset promises'),
        explanation: joined(
          t('The answer broke off or is not what "{0}" should be.', dataset.title),
          kept,
          t('The JSON view shows what did arrive.'),
        ),
        next: ['runAgain', 'showLog'],
      };
    case 'unreachable':
      return {
        title: partial ? t('Connection lost') : t('Service not reached'),
        explanation: joined(
          t('The connection could not be made or was lost.'),
          kept,
          t("Check your network, the proxy settings of the editor and the connection's address."),
        ),
        next: ['runAgain', 'editConnection', 'showLog'],
      };
    case 'timeout':
      return {
        title: t('Timed out'),
        explanation: joined(
          t('The service stayed silent for too long.'),
          kept,
          t('Ask for a shorter period, or raise the setting "marketData.requestTimeoutSeconds".'),
        ),
        next: ['runAgain', 'editQuery'],
      };
    case 'cancelled':
      return {
        title: t('Cancelled'),
        explanation: joined(t('You stopped this query.'), kept),
        next: ['runAgain', 'editQuery'],
      };
  }
}
