import * as l10n from '@vscode/l10n';
import type { Dataset } from '../market/datasets/dataset';

/** How a query can end. Part of the public API: commands resolve with one, and query files expect one. */
export const outcomeKinds = [
  'success',
  'noData',
  'badRequest',
  'unauthorized',
  'tooManyRequests',
  'unexpectedError',
  'unexpectedResponse',
  'unreachable',
  'timeout',
  'cancelled',
] as const;

export type OutcomeKind = (typeof outcomeKinds)[number];

/** How files that were written before the first release call `unexpectedResponse`. */
export const formerOutcomeKind = 'unexpectedAnswer';

/** The kind that a file names, by its name of today; any other text as it is. */
export const currentOutcomeKind = (saved: string): string =>
  saved === formerOutcomeKind ? 'unexpectedResponse' : saved;

export interface Outcome {
  readonly kind: OutcomeKind;
  readonly status?: number;
  /** The service's own message if there is one, otherwise one of our sentences. Never a secret. */
  readonly message?: string;
  /** The message is from the service. */
  readonly isQuote?: true;
  /** Whole seconds from the arrival of the response, from either form of `Retry-After`. */
  readonly retryAfterSeconds?: number;
}

/** The service's own message as part of an outcome, if there is one. */
export const quoted = (words: string | undefined): Pick<Outcome, 'message' | 'isQuote'> =>
  words === undefined ? {} : { message: words, isQuote: true };

/**
 * The outcome for a status code and the wait in `Retry-After`, if there is one. The API documents no status
 * codes (docs/api.md, "Response cases"), so only what HTTP itself defines is read from them. A 2xx other than
 * 204 is decided by its body.
 */
export function outcomeOfStatus(status: number, retryAfterSeconds?: number): OutcomeKind | 'body' {
  if (status === 204) return 'noData';
  if (status >= 200 && status < 300) return 'body';
  if (status === 400) return 'badRequest';
  // 403 means a valid token whose subscription does not cover the request.
  if (status === 401 || status === 403) return 'unauthorized';
  if (status === 429) return 'tooManyRequests';
  // RFC 9110, section 15.6.4: overloaded or in maintenance, and back after that time.
  if (status === 503 && retryAfterSeconds !== undefined) return 'tooManyRequests';
  return 'unexpectedError';
}

/** What a person can do about an outcome. The editor and the result view show these as buttons. */
export type NextStep = 'runAgain' | 'editQuery' | 'signIn' | 'editConnection' | 'showLog' | 'openAgain';

export interface Advice {
  /** A few words: "No data". */
  readonly title: string;
  /** What happened and what to do, in whole sentences. */
  readonly explanation: string;
  readonly next: readonly NextStep[];
}

const joined = (...sentences: readonly string[]) => sentences.filter(Boolean).join(' ');

/** The outcome in a few words: "No data". `partial` means that some records arrived. */
export function outcomeTitle({ kind, status }: Pick<Outcome, 'kind' | 'status'>, partial: boolean): string {
  switch (kind) {
    case 'success':
      return l10n.t('Complete');
    case 'noData':
      return l10n.t('No data');
    case 'badRequest':
      return l10n.t('The service rejected the request');
    case 'unauthorized':
      return status === 403 ? l10n.t('Not part of your subscription') : l10n.t('Sign-in required');
    case 'tooManyRequests':
      return status === 503 ? l10n.t('Temporarily unavailable') : l10n.t('Too many requests');
    case 'unexpectedError':
      return status === 404 ? l10n.t('Not found') : l10n.t('The service reported an error');
    case 'unexpectedResponse':
      return partial ? l10n.t('Incomplete response') : l10n.t('Unexpected response');
    case 'unreachable':
      return partial ? l10n.t('Connection lost') : l10n.t('Service unreachable');
    case 'timeout':
      return l10n.t('Timed out');
    case 'cancelled':
      return l10n.t('Canceled');
  }
}

const unreadable = (partial: boolean, ...sentences: readonly string[]): Omit<Advice, 'next'> => ({
  title: outcomeTitle({ kind: 'unexpectedResponse' }, partial),
  explanation: joined(...sentences),
});

/** What to do about a service that takes no requests at the moment. */
function busyText({ status, retryAfterSeconds }: Outcome): string {
  if (retryAfterSeconds === undefined) {
    return l10n.t(
      "The service is busy and didn't say when to retry. Wait a moment, then run the query again.",
    );
  }
  return status === 503
    ? l10n.t('The service is temporarily unavailable. Wait {0} s before the next request.', retryAfterSeconds)
    : l10n.t('The service is busy. Wait {0} s before the next request.', retryAfterSeconds);
}

/**
 * Describes the outcome of a request in words. `partial` means that some records arrived. `isShown` is false
 * if the view still shows the response of an earlier run.
 */
export function adviceFor(outcome: Outcome, dataset: Dataset, partial: boolean, isShown = true): Advice {
  const title = outcomeTitle(outcome, partial);
  const status = outcome.status === undefined ? '' : `(HTTP ${outcome.status})`;
  const kept = partial ? l10n.t('The data received so far is shown and marked as incomplete.') : '';
  switch (outcome.kind) {
    case 'success':
      return {
        title,
        explanation: l10n.t('The complete response was received.'),
        next: ['runAgain'],
      };
    case 'noData':
      return {
        title,
        explanation: l10n.t(
          'No data in "{0}" matches this query. Try a different day or fewer parameters.',
          dataset.title(),
        ),
        next: ['editQuery', 'runAgain'],
      };
    case 'badRequest':
      return {
        title,
        explanation: joined(
          l10n.t("A parameter isn't what the service expects. Check the parameters and run the query again."),
          status,
        ),
        next: ['editQuery', 'showLog'],
      };
    case 'unauthorized':
      return outcome.status === 403
        ? {
            title,
            explanation: joined(
              l10n.t("You're signed in, but your account doesn't have access to this data."),
              status,
            ),
            next: ['editQuery', 'signIn'],
          }
        : {
            title,
            explanation: joined(
              l10n.t("The service didn't accept the sign-in. Sign in, then run the query again."),
              status,
            ),
            next: ['signIn', 'runAgain'],
          };
    case 'tooManyRequests':
      return { title, explanation: busyText(outcome), next: ['runAgain'] };
    case 'unexpectedError':
      if (outcome.status === 404) {
        return {
          title,
          explanation: joined(
            l10n.t("The service doesn't have this address or this data. Check the parameters."),
            status,
          ),
          next: ['editQuery', 'editConnection', 'showLog'],
        };
      }
      return {
        title,
        explanation: joined(
          l10n.t("Something went wrong on the service's side."),
          kept,
          l10n.t("Try again later. If the problem persists, contact the service's support team."),
          status,
        ),
        next: ['runAgain', 'showLog'],
      };
    case 'unexpectedResponse':
      return {
        ...unreadable(
          partial,
          l10n.t('The response is incomplete or not in the format expected for "{0}".', dataset.title()),
          kept,
          isShown ? l10n.t('The JSON tab shows what was received.') : '',
        ),
        next: ['runAgain', 'showLog'],
      };
    case 'unreachable':
      return {
        title,
        explanation: joined(
          l10n.t("The connection couldn't be established or was lost."),
          kept,
          l10n.t("Check your network, the editor's proxy settings, and the connection's address."),
        ),
        next: ['runAgain', 'editConnection', 'showLog'],
      };
    case 'timeout':
      return {
        title,
        explanation: joined(
          l10n.t('The service took too long to respond.'),
          kept,
          l10n.t('Query a shorter period, or increase the "marketData.requestTimeoutSeconds" setting.'),
        ),
        next: ['runAgain', 'editQuery'],
      };
    case 'cancelled':
      return {
        title,
        explanation: joined(l10n.t('The query was canceled before the response was complete.'), kept),
        next: ['runAgain', 'editQuery'],
      };
  }
}

/** Like `adviceFor`, for a response that was read from a file. */
export function adviceForFile(outcome: Outcome, dataset: Dataset, partial: boolean, isShown = true): Advice {
  const title = outcomeTitle(outcome, partial);
  const kept = partial ? l10n.t('The rows read so far are shown and marked as incomplete.') : '';
  switch (outcome.kind) {
    case 'success':
      return {
        title,
        explanation: l10n.t('The whole file was read.'),
        next: [],
      };
    case 'noData':
      return {
        title,
        explanation: l10n.t('The file contains a response without data.'),
        next: [],
      };
    case 'cancelled':
      return {
        title,
        explanation: joined(l10n.t('Reading the file was canceled.'), kept),
        next: ['openAgain'],
      };
    case 'badRequest':
    case 'unauthorized':
    case 'tooManyRequests':
    case 'unexpectedError':
    case 'unexpectedResponse':
    case 'unreachable':
    case 'timeout':
      return {
        ...unreadable(
          partial,
          l10n.t('The file is incomplete or not in the format expected for "{0}".', dataset.title()),
          kept,
          isShown ? l10n.t('The JSON tab shows what was read.') : '',
        ),
        next: ['openAgain'],
      };
  }
}
