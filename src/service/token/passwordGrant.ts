import * as l10n from '@vscode/l10n';
import type { HeaderLine } from '../../request/requestTrace';
import { tokenAddress, type Connection } from '../../request/connection';
import { outcomeOfStatus, quoted, type Outcome, type OutcomeKind } from '../../request/outcome';
import { checkAddress } from '../addresses';
import type { ClientSettings, Credentials, Grant, LogSink, StoredToken } from '../clientTypes';
import { ServiceFailure } from '../failure';
import { headerValue, userAgent } from '../http/headers';
import { send, type HttpResponse } from '../http/http';
import { isRecord, parsedJson } from '../../text/parsedJson';
import { formatCount } from '../../text/l10n';
import { wordsOf } from '../../text/serviceWords';
import { stopwatchLine } from '../http/logLine';
import { redirectMessage } from '../http/redirect';
import { retryAfterSeconds } from '../retry/waitLength';
import { clientPair, maskerOf, secretsOf } from '../secrets';
import { readRefusal, readSmallBody, shownWords } from '../http/smallBody';

function formOf(connection: Connection, credentials: Credentials): URLSearchParams {
  const { clientAuthentication, clientId, scope } = connection;
  const form = new URLSearchParams({
    grant_type: 'password',
    username: credentials.username,
    password: credentials.password,
  });
  if (scope !== '') form.set('scope', scope);
  if (clientAuthentication === 'basic') return form;
  if (clientId !== '') form.set('client_id', clientId);
  if (clientAuthentication === 'body' && credentials.clientSecret !== undefined) {
    form.set('client_secret', credentials.clientSecret);
  }
  return form;
}

/**
 * Doesn't contain secret headers: they are for the data address, and the token address may belong to someone
 * else.
 */
function headersOf(connection: Connection, credentials: Credentials): HeaderLine[] {
  const lines = [
    { name: 'Accept', value: 'application/json' },
    { name: 'Accept-Encoding', value: 'identity' },
    { name: 'Content-Type', value: 'application/x-www-form-urlencoded' },
    { name: 'User-Agent', value: userAgent },
  ];
  if (connection.clientAuthentication !== 'basic') return lines;
  const pair = Buffer.from(clientPair(connection, credentials)).toString('base64');
  return [...lines, { name: 'Authorization', value: `Basic ${pair}` }];
}

/** No server accepts a longer header (8 to 16 kB are usual), so a longer token is a mistake or an attack. */
const longestToken = 16 * 1024;

/** The text in the place of the token, whether it can be used or not. */
function tokenIn(response: unknown): string | undefined {
  if (!isRecord(response)) return undefined;
  const token = response['access_token'] ?? response['accessToken'];
  return typeof token === 'string' && token !== '' ? token : undefined;
}

/** Longer lifetimes than a year are ignored; the token is then used until it's rejected. */
const longestLifetimeSeconds = 366 * 24 * 3600;

/**
 * How long before its expiry a token is renewed, in milliseconds: a minute, or a tenth of a short
 * lifetime.
 */
const renewalMarginMs = (lifetimeMs: number): number => Math.min(60_000, lifetimeMs / 10);

/**
 * The time until which a token is used, in epoch milliseconds. `stated` is the lifetime in its response:
 * seconds as a number or a numeric text. `undefined` without a plausible lifetime.
 */
function expiryOf(stated: unknown, arrivedEpochMs: number): number | undefined {
  const seconds = typeof stated === 'string' ? Number(stated) : stated;
  if (typeof seconds !== 'number' || !(seconds > 0 && seconds <= longestLifetimeSeconds)) return undefined;
  const lifetimeMs = seconds * 1000;
  return Math.floor(arrivedEpochMs + lifetimeMs - renewalMarginMs(lifetimeMs));
}

/**
 * Reads a token response. Its format is not documented (docs/api.md, "Sign-in"), so both common
 * spellings are accepted, and a lifetime can be missing, a number, or a numeric text.
 */
export function readToken(response: unknown, arrivedEpochMs: number): StoredToken | undefined {
  const accessToken = tokenIn(response);
  if (!isRecord(response) || accessToken === undefined || !/^[\x21-\x7e]+$/.test(accessToken))
    return undefined;
  const expiresAt = expiryOf(response['expires_in'] ?? response['expiresIn'], arrivedEpochMs);
  return expiresAt === undefined ? { accessToken } : { accessToken, expiresAt };
}

/**
 * The outcome kind of a rejected sign-in. Identity providers use 400, 401, and 403 for invalid credentials
 * (RFC 6749, section 5.2).
 */
function refusalKind(kind: OutcomeKind): OutcomeKind {
  if (kind === 'badRequest') return 'unauthorized';
  return kind === 'noData' ? 'unexpectedResponse' : kind;
}

/**
 * The outcome of a success without a usable token. If it has none at all, it's a refusal, as with status 400:
 * some services send every response with status 200. An object's words are shown, but not a text, which may
 * be a bare token.
 */
function tokenless(text: string | undefined, body: unknown, masked: (text: string) => string): Outcome {
  if (text === undefined) {
    return {
      kind: 'unexpectedResponse',
      message: l10n.t("The response from the sign-in service couldn't be read."),
    };
  }
  const token = tokenIn(body);
  if (token === undefined) {
    const words = isRecord(body) ? shownWords(wordsOf(body) ?? '', masked) : undefined;
    const ours = l10n.t('The response from the sign-in service contains no token.');
    return { kind: 'unauthorized', ...(words === undefined ? { message: ours } : quoted(words)) };
  }
  const message =
    token.length > longestToken
      ? l10n.t(
          'The sign-in service returned a token that is longer than the limit of {0} characters.',
          formatCount(longestToken),
        )
      : l10n.t("The sign-in service returned a token that can't be sent in a header.");
  return { kind: 'unexpectedResponse', message };
}

async function readGrant(
  response: HttpResponse,
  arrivedEpochMs: number,
  url: string,
  masked: (text: string) => string,
): Promise<Grant> {
  const { status, headers } = response;
  const retryAfter = retryAfterSeconds(headers, arrivedEpochMs);
  const kind = outcomeOfStatus(status, retryAfter);
  if (kind === 'body') {
    const { text } = await readSmallBody(response);
    const body = parsedJson(text ?? '');
    const token = readToken(body, arrivedEpochMs);
    if (token && token.accessToken.length <= longestToken) return { granted: true, token };
    return { granted: false, outcome: { status, ...tokenless(text, body, masked) } };
  }
  const { words } = await readRefusal(response, masked);
  const redirect = redirectMessage(status, headerValue(headers, 'location'), url, masked);
  const outcome: Outcome = {
    kind: refusalKind(kind),
    // At the data address, 403 means that the subscription is missing; here, it means that the sign-in
    // failed.
    ...(status === 403 ? {} : { status }),
    ...(redirect === null && words !== undefined
      ? quoted(words)
      : { message: redirect ?? `HTTP ${status}.` }),
    ...(retryAfter === undefined ? {} : { retryAfterSeconds: retryAfter }),
  };
  return { granted: false, outcome };
}

const failed = (outcome: Outcome): Grant => ({ granted: false, outcome: { ...outcome, isOfSignIn: true } });

/**
 * Requests a token by the resource owner password grant (docs/api.md, "Sign-in"), once. Resolves with the
 * token or with the outcome; rejects with a `ServiceFailure` only if the request is canceled.
 */
export async function requestToken(
  connection: Connection,
  credentials: Credentials,
  settings: ClientSettings,
  signal: AbortSignal,
  log: LogSink,
): Promise<Grant> {
  const url = tokenAddress(connection);
  const problem = checkAddress(url);
  if (problem !== null) {
    const message = l10n.t("The sign-in address isn't allowed. {0}", problem);
    return { granted: false, outcome: { kind: 'unreachable', message } };
  }
  const masked = maskerOf(secretsOf(connection, credentials), credentials.username);
  const tell = stopwatchLine('POST', url);
  try {
    const response = await send({
      method: 'POST',
      url,
      headers: headersOf(connection, credentials),
      body: formOf(connection, credentials).toString(),
      silenceSeconds: settings.requestTimeoutSeconds,
      signal,
    });
    log.info(tell(`HTTP ${response.status}`));
    const grant = await readGrant(response, Date.now(), url, masked);
    return grant.granted ? grant : failed(grant.outcome);
  } catch (error) {
    if (!(error instanceof ServiceFailure) || error.kind === 'cancelled') throw error;
    log.warn(tell(error.message));
    return failed({ kind: error.kind, message: error.message });
  }
}
