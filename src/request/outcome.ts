import * as l10n from '@vscode/l10n';
import type { Dataset } from '../market/datasets/dataset';
import { retryAdvice } from './retryWait';

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

export interface Outcome {
  readonly kind: OutcomeKind;
  readonly status?: number;
  /** The service's own message if there is one, otherwise one of our sentences. Never a secret. */
  readonly message?: string;
  /** The message is from the service. */
  readonly isQuote?: true;
  /** No token was issued, so the query wasn't sent. */
  readonly isOfSignIn?: true;
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
export type NextStep =
  | 'runAgain'
  | 'editQuery'
  | 'signIn'
  | 'editConnection'
  | 'showLog'
  | 'openAgain'
  | 'whenPublished'
  | 'stopWaiting';

export interface Advice {
  /** A few words: "No data". */
  readonly title: string;
  /** What happened, in whole sentences. */
  readonly explanation: string;
  /** What to do, in whole sentences; empty if there is nothing to add to the steps. */
  readonly remedy: string;
  readonly next: readonly NextStep[];
}

/** Whether a service did something that isn't documented. */
const isUnexpected = (kind: OutcomeKind): boolean =>
  kind === 'unexpectedError' || kind === 'unexpectedResponse';

/** The outcome in a few words: "No data". `partial` means that some records arrived. */
export function outcomeTitle(
  { kind, status, isOfSignIn }: Pick<Outcome, 'kind' | 'status' | 'isOfSignIn'>,
  partial: boolean,
): string {
  if (isOfSignIn && isUnexpected(kind)) return l10n.t('Sign-in failed');
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

type Explained = Omit<Advice, 'title'>;

/** The steps, what happened, and what to do; empty sentences are left out. */
const explained = (
  next: readonly NextStep[],
  happened: readonly string[],
  ...toDo: readonly string[]
): Explained => ({
  explanation: happened.filter(Boolean).join(' '),
  remedy: toDo.filter(Boolean).join(' '),
  next,
});

/**
 * Describes the outcome of a request in words. `partial` means that some records arrived. `isShown` is false
 * if the view still shows the response of an earlier run.
 */
export const adviceFor = (outcome: Outcome, dataset: Dataset, partial: boolean, isShown = true): Advice => ({
  title: outcomeTitle(outcome, partial),
  ...ofRequest(outcome, dataset, partial, isShown),
});

function ofRequest(outcome: Outcome, dataset: Dataset, partial: boolean, isShown: boolean): Explained {
  const status = outcome.status === undefined ? '' : `(HTTP ${outcome.status})`;
  const kept = partial ? l10n.t('The data received so far is shown and marked as incomplete.') : '';
  if (outcome.isOfSignIn && isUnexpected(outcome.kind)) {
    const happened = [l10n.t("The query wasn't sent, because the sign-in service issued no token."), status];
    return explained(['signIn', 'runAgain', 'editConnection', 'showLog'], happened);
  }
  switch (outcome.kind) {
    case 'success':
      return explained(['runAgain'], [l10n.t('The complete response was received.')]);
    case 'noData':
      return explained(['editQuery'], [l10n.t('No data in "{0}" matches this query.', dataset.title())]);
    case 'badRequest':
      return explained(
        ['editQuery', 'showLog'],
        [l10n.t("A parameter isn't what the service expects."), status],
        l10n.t('Check the parameters and run the query again.'),
      );
    case 'unauthorized':
      return outcome.status === 403
        ? explained(
            ['editQuery', 'signIn'],
            [l10n.t("You're signed in, but your account doesn't have access to this data."), status],
          )
        : explained(
            ['signIn', 'runAgain'],
            [l10n.t("The service didn't accept the sign-in."), status],
            l10n.t('Sign in, then run the query again.'),
          );
    case 'tooManyRequests':
      return explained(
        ['runAgain'],
        [
          outcome.status === 503
            ? l10n.t('The service is temporarily unavailable.')
            : l10n.t('The service is busy.'),
        ],
        retryAdvice(outcome.retryAfterSeconds),
      );
    case 'unexpectedError':
      return outcome.status === 404
        ? explained(
            ['editQuery', 'editConnection', 'showLog'],
            [l10n.t('The service has no data at this address.'), status],
            l10n.t('Check the parameters.'),
          )
        : explained(
            ['runAgain', 'showLog'],
            [l10n.t('The service had an internal error.'), kept, status],
            l10n.t("Try again later. If the problem persists, contact the service's support team."),
          );
    case 'unexpectedResponse':
      return explained(
        ['runAgain', 'showLog'],
        [
          l10n.t('The response is incomplete or not in the format expected for "{0}".', dataset.title()),
          kept,
        ],
        isShown ? l10n.t('The JSON tab shows what was received.') : '',
      );
    case 'unreachable':
      return explained(
        ['runAgain', 'editConnection', 'showLog'],
        [l10n.t("The connection couldn't be established or was lost."), kept],
        l10n.t("Check your network, the editor's proxy settings, and the connection's address."),
      );
    case 'timeout':
      return explained(
        ['runAgain', 'editQuery'],
        [l10n.t('The service took too long to respond.'), kept],
        l10n.t('Query a shorter period, or increase the "marketData.requestTimeoutSeconds" setting.'),
      );
    case 'cancelled':
      return explained(
        ['runAgain', 'editQuery'],
        [l10n.t('The query was canceled before the response was complete.'), kept],
      );
  }
}

/** Like `adviceFor`, for a response that was read from a file, which can end in fewer ways. */
export function adviceForFile(outcome: Outcome, dataset: Dataset, partial: boolean, isShown = true): Advice {
  const { kind } = outcome;
  const isRead = kind === 'success' || kind === 'noData' || kind === 'cancelled';
  const title = outcomeTitle(isRead ? outcome : { kind: 'unexpectedResponse' }, partial);
  if (kind === 'success') return { title, ...explained([], [l10n.t('The whole file was read.')]) };
  if (kind === 'noData') {
    return { title, ...explained([], [l10n.t('The file contains a response without data.')]) };
  }
  const kept = partial ? l10n.t('The rows read so far are shown and marked as incomplete.') : '';
  if (kind === 'cancelled') {
    return { title, ...explained(['openAgain'], [l10n.t('Reading the file was canceled.'), kept]) };
  }
  const happened = [
    l10n.t('The file is incomplete or not in the format expected for "{0}".', dataset.title()),
    kept,
  ];
  const toDo = isShown ? l10n.t('The JSON tab shows what was read.') : '';
  return { title, ...explained(['openAgain'], happened, toDo) };
}
