import type { Dataset } from './dataset';

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
 * The outcome a status stands for. The API description shows no status for any of its cases
 * ("Errors", gaps), so only what HTTP itself fixes is read from the number; a 2xx other than 204
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
export type NextStep = 'runAgain' | 'editQuery' | 'signIn' | 'showLog' | 'export';

export interface Advice {
  /** A few words: "No data". */
  readonly title: string;
  /** What happened and what helps, in whole sentences. */
  readonly explanation: string;
  readonly next: readonly NextStep[];
}

/** The one place where an outcome becomes words. `partial` says that some records did arrive. */
export function adviceFor(outcome: Outcome, dataset: Dataset, partial: boolean): Advice {
  const status = outcome.status === undefined ? '' : ` (HTTP ${outcome.status})`;
  const kept = partial ? ' What arrived before is kept and shown as incomplete.' : '';
  switch (outcome.kind) {
    case 'success':
      return { title: 'Complete', explanation: 'The whole answer arrived.', next: ['runAgain'] };
    case 'noData':
      return {
        title: 'No data',
        explanation: `${dataset.title} holds nothing for this query. Try another day or fewer parameters.`,
        next: ['editQuery', 'runAgain'],
      };
    case 'badRequest':
      return {
        title: 'The service refused the request',
        explanation: `A parameter is not as the service wants it${status}. Check the parameters and run again.`,
        next: ['editQuery', 'showLog'],
      };
    case 'unauthorized':
      return outcome.status === 403
        ? {
            title: 'Not part of your subscription',
            explanation: `You are signed in, but the service does not give this data to your account${status}.`,
            next: ['editQuery', 'signIn'],
          }
        : {
            title: 'Sign-in needed',
            explanation: `The service did not accept the sign-in${status}. Sign in, then run again.`,
            next: ['signIn', 'runAgain'],
          };
    case 'tooManyRequests':
      return {
        title: 'Too many requests',
        explanation:
          outcome.retryAfterSeconds === undefined
            ? 'The service is busy and did not say for how long. Wait a little, then run again.'
            : `The service is busy. It asks to wait ${outcome.retryAfterSeconds} s before the next request.`,
        next: ['runAgain'],
      };
    case 'unexpectedError':
      return {
        title: 'The service reported an error',
        explanation: `Something went wrong on the service's side${status}.${kept} Run again later; if it stays, ask its support.`,
        next: ['runAgain', 'showLog'],
      };
    case 'unexpectedAnswer':
      return {
        title: partial ? 'Incomplete answer' : 'Not the answer this dataset promises',
        explanation:
          `The answer broke off or is not what ${dataset.title.toLowerCase()} should be.${kept} ` +
          'The JSON view shows what did arrive.',
        next: ['runAgain', 'showLog'],
      };
    case 'unreachable':
      return {
        title: partial ? 'Connection lost' : 'Service not reached',
        explanation: `The connection could not be made or was lost.${kept} Check your network, the proxy settings of the editor and the connection's address.`,
        next: ['runAgain', 'showLog'],
      };
    case 'timeout':
      return {
        title: 'Timed out',
        explanation: `The service stayed silent for too long.${kept} Ask for a shorter period, or raise the setting "marketData.requestTimeoutSeconds".`,
        next: ['runAgain', 'editQuery'],
      };
    case 'cancelled':
      return {
        title: 'Cancelled',
        explanation: `You stopped this query.${kept}`,
        next: ['runAgain', 'editQuery'],
      };
  }
}
