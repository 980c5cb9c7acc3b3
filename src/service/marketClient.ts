import * as l10n from '@vscode/l10n';
import type { RequestTrace } from '../request/requestTrace';
import { outcomeOfStatus, quoted, type Outcome, type OutcomeKind } from '../request/outcome';
import { tokenAddress, type Connection } from '../request/connection';
import { abortWith } from './abortWith';
import { checkAddress } from './addresses';
import type {
  Grant,
  LogSink,
  MarketClient,
  MarketReply,
  MarketRequest,
  StoredToken,
  Vault,
} from './clientTypes';
import { dataRequest, mostAttempts, secretHeaderLines, unfitHeader, type DataRequest } from './dataRequest';
import { ServiceFailure } from './failure';
import { contentEncoding, contentLength, headerValue, statedCharset } from './http/headers';
import type { HttpResponse } from './http/http';
import { createBusyServices, type BusyServices } from './retry/busyServices';
import { pause } from './retry/pause';
import { asSentence } from '../text/asSentence';
import { oneLine } from '../text/plainText';
import { redirectMessage } from './http/redirect';
import { backOffMs, backOffSteps, leastWaitMs, retryAfterSeconds } from './retry/waitLength';
import { readRefusal, shownWords } from './http/smallBody';
import { createTokenSource, type TokenSource } from './token/tokenSource';

/** What the client needs from its environment. */
export interface ClientParts {
  readonly vault: Vault;
  readonly log: LogSink;
}

const failed = ({ kind, message }: ServiceFailure): Outcome => ({ kind, message });

/** Creates the client for all connections. It remembers tokens, so the editor creates only one. */
export function createMarketClient(parts: ClientParts): MarketClient {
  const { log } = parts;
  const vault = guardedVault(parts.vault, log);
  const tokens = createTokenSource(vault, log);
  const waits = createBusyServices();
  /** What ends each request at sign-out, with the name of its connection. */
  const underWay = new Map<AbortController, string>();
  return {
    async ask(request) {
      const stop = new AbortController();
      const letGo = abortWith(stop, request.signal);
      const end = () => {
        letGo();
        underWay.delete(stop);
      };
      underWay.set(stop, request.connection.name);
      let reply: MarketReply | undefined;
      try {
        reply = await ask({ ...request, signal: stop.signal }, { vault, log, tokens, waits });
      } finally {
        if (reply?.kind !== 'body') end();
      }
      return reply.kind === 'body' ? { ...reply, body: readThen(reply.body, end) } : reply;
    },
    async signIn(connection, credentials, settings, signal): Promise<Grant> {
      const unfit = unfitHeader(secretHeaderLines(connection, credentials));
      if (unfit !== undefined) return { granted: false, outcome: unfitOutcome(unfit) };
      try {
        return await tokens.signIn(connection, credentials, settings, signal);
      } catch (error) {
        if (error instanceof ServiceFailure) return { granted: false, outcome: failed(error) };
        throw error;
      }
    },
    forget(connectionName) {
      for (const [stop, name] of underWay) if (name === connectionName) stop.abort();
      tokens.forget(connectionName);
    },
  };
}

/** The body, after which something is done however the reading ends. */
async function* readThen(body: AsyncIterable<Uint8Array>, done: () => void): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } finally {
    done();
  }
}

/**
 * The vault with harmless failures: a failure to read ends the request with an outcome, and a token that
 * can't be stored is still used for the current request. Causes are omitted because they may quote secrets.
 */
function guardedVault(vault: Vault, log: LogSink): Vault {
  const unreadable = (): never => {
    throw new ServiceFailure('unreachable', l10n.t("Couldn't read the saved sign-in."));
  };
  return {
    credentials: async (connection) => vault.credentials(connection).catch(unreadable),
    token: async (connection) => vault.token(connection).catch(unreadable),
    storeToken: async (connection, token) =>
      vault
        .storeToken(connection, token)
        .catch(() => log.warn(`${connection.name}: the access token could not be stored.`)),
  };
}

const busy = () => l10n.t('Too many requests.');

const unfitOutcome = (header: string): Outcome => ({
  kind: 'unauthorized',
  message: l10n.t(
    "The value of {0} contains characters that aren't allowed in a header. Sign in with a different value.",
    header,
  ),
});

/** What the steps of one query share. */
interface Conversation extends ClientParts {
  readonly tokens: TokenSource;
  readonly waits: BusyServices;
  readonly data: DataRequest;
}

async function ask(request: MarketRequest, parts: Omit<Conversation, 'data'>): Promise<MarketReply> {
  const { connection, target } = request;
  if (!target.startsWith('/')) throw new TypeError('A target begins with "/".');
  const data = dataRequest(request, parts.log);
  try {
    const problem = checkAddress(connection.baseUrl) ?? checkAddress(tokenAddress(connection));
    if (problem !== null) {
      const message = l10n.t(
        'Connection "{0}" has an address that isn\'t allowed. {1}',
        connection.name,
        problem,
      );
      return ended({ kind: 'unreachable', message }, data.trace);
    }
    return await converse(request, { ...parts, data });
  } catch (error) {
    if (!(error instanceof ServiceFailure)) throw error;
    return ended(failed(error), data.trace);
  }
}

function ended(outcome: Outcome, trace: RequestTrace, sizes = { bytes: 0, wireBytes: 0 }): MarketReply {
  return { kind: 'ended', outcome, trace, ...sizes };
}

/** The outcome of a query that has no token. If that couldn't be got, the message names the sign-in and its host. */
function ofQuery(outcome: Outcome, connection: Connection): Outcome {
  const { kind, status, message = '', retryAfterSeconds, isOfSignIn } = outcome;
  if (!isOfSignIn) return outcome;
  const { host } = new URL(tokenAddress(connection));
  return {
    kind,
    isOfSignIn,
    message: l10n.t('Sign-in failed at {0}: {1}', host, asSentence(message)),
    ...(status === undefined ? {} : { status }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  };
}

/**
 * Sends the request until there is a response to return. Renews the token once, and waits if the service
 * requires it.
 */
async function converse(
  request: MarketRequest,
  { vault, tokens, waits, data }: Conversation,
): Promise<MarketReply> {
  const { connection, settings, signal } = request;
  let rejected: StoredToken | undefined;
  /** How many responses were "too many requests". */
  let refusals = 0;
  for (;;) {
    await waits.waitOut(request);
    const grant = await tokens.tokenFor(request, rejected);
    if (!grant.granted) {
      const outcome = ofQuery(grant.outcome, connection);
      if (outcome.kind === 'tooManyRequests') {
        const { message: reason = busy(), retryAfterSeconds: requested = 0 } = outcome;
        const waitMs = Math.max(requested * 1000, leastWaitMs(0));
        waits.begin(connection, { waitMs, reason });
      }
      return ended(outcome, data.trace);
    }
    const credentials = await vault.credentials(connection);
    const secretHeaders = secretHeaderLines(connection, credentials);
    const unfit = unfitHeader(secretHeaders);
    if (unfit !== undefined) return ended(unfitOutcome(unfit), data.trace);

    const response = await data.send(grant.token.accessToken, secretHeaders, credentials);
    const arrivedEpochMs = Date.now();
    const arrived = performance.now();
    const { status, headers } = response;
    const retryAfter = retryAfterSeconds(headers, arrivedEpochMs);
    const kind = outcomeOfStatus(status, retryAfter);
    if (kind === 'body') return successOf(response, data);

    const { words, ...sizes } = await readRefusal(response, data.masked);
    const mayRetry = data.trace.attempts < mostAttempts;
    if (status === 401 && rejected === undefined && mayRetry) {
      rejected = grant.token;
      continue;
    }
    if (kind === 'tooManyRequests') {
      const reason = words ?? busy();
      const longestMs = settings.maxRetryWaitSeconds * 1000;
      const sinceMs = performance.now() - arrived;
      const step = refusals++;
      if (retryAfter !== undefined && retryAfter * 1000 <= longestMs) {
        // A service that goes on to say "now" would get all attempts at once.
        const leastMs = mayRetry ? Math.min(leastWaitMs(step), longestMs) : 0;
        // Other queries of the connection must wait, too, even if this one gives up.
        const waitMs = Math.max(retryAfter * 1000, leastMs);
        waits.begin(connection, { waitMs: waitMs - sinceMs, reason });
        if (mayRetry) continue;
      } else if (retryAfter === undefined && mayRetry && step < backOffSteps) {
        if (leastWaitMs(step) <= longestMs) {
          const waitMs = Math.min(backOffMs(step), longestMs);
          request.onWait({ untilEpochMs: arrivedEpochMs + waitMs }, reason);
          await pause(waitMs - sinceMs, signal);
          continue;
        }
      }
    }
    const outcome = refusalOutcome(kind, response, data, words, retryAfter);
    return ended(outcome, data.trace, sizes);
  }
}

/** The reply for a 2xx status other than 204. Its body decides about the outcome. */
function successOf(response: HttpResponse, { trace, masked }: DataRequest): MarketReply {
  const { status, headers, body } = response;
  const encoding = contentEncoding(headers);
  if (encoding === 'gzip' || encoding === 'identity') {
    const length = contentLength(headers);
    const shown = (sentence: string) => shownWords(sentence, masked);
    const charset = oneLine(masked(statedCharset(headers)), 40);
    return { kind: 'body', status, trace, encoding, charset, contentLength: length, body, shown };
  }
  response.discard();
  const message = l10n.t(
    'The response uses the encoding "{0}", which wasn\'t requested.',
    oneLine(masked(encoding), 40),
  );
  const outcome: Outcome = { kind: 'unexpectedResponse', status, message };
  return ended(outcome, trace);
}

/**
 * The outcome of a response without data (docs/api.md, "Response cases"), with the service's own message, if
 * it has one.
 */
function refusalOutcome(
  kind: OutcomeKind,
  { status, headers }: HttpResponse,
  { trace, masked }: Pick<DataRequest, 'trace' | 'masked'>,
  words: string | undefined,
  retryAfter: number | undefined,
): Outcome {
  const ours =
    redirectMessage(status, headerValue(headers, 'location'), trace.url, masked) ??
    (status === 407 ? l10n.t('The proxy requires a sign-in (HTTP 407).') : undefined);
  return {
    kind,
    status,
    ...(ours !== undefined ? { message: ours } : quoted(words)),
    ...(retryAfter === undefined ? {} : { retryAfterSeconds: retryAfter }),
  };
}
