import { createHash } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import type { Connection } from '../../request/connection';
import type { Outcome } from '../../request/outcome';
import type {
  Credentials,
  Grant,
  LogSink,
  MarketClient,
  MarketRequest,
  StoredToken,
  Vault,
} from '../clientTypes';
import { abortWith } from '../abortWith';
import { canceledFailure } from '../failure';
import { requestToken } from './passwordGrant';
import { unlessCanceled } from '../retry/pause';

/** A request for a new token, which several requests may wait for. */
interface Renewal {
  readonly grant: Promise<Grant>;
  /** How many requests wait for it. The renewal is abandoned when the last one stops waiting. */
  waiting: number;
  readonly abandoned: AbortController;
  /** Whether the request that began it may not send it. Others that wait for it may. */
  isForbidden: boolean;
}

/** The state of one configuration of a connection between requests. */
interface Session {
  readonly name: string;
  token?: StoredToken;
  /** The last access token that was rejected with 401. */
  rejected?: string;
  /**
   * A digest of the credentials that the sign-in service rejected, its outcome, and whether a query has
   * returned that already.
   */
  refused?: { readonly digest: string; readonly outcome: Outcome; returned: boolean };
  renewal?: Renewal;
  /** Ends the last sign-in. */
  signIn: AbortController;
  /** Settles when the last sign-in has ended. Renewals wait for it: only one token request at a time. */
  signedIn: Promise<unknown>;
}

const digestOf = (credentials: Credentials): string =>
  createHash('sha256')
    .update(JSON.stringify([credentials.username, credentials.password, credentials.clientSecret ?? null]))
    .digest('hex');

/** A request as far as its token depends on it. */
type TokenRequest = Pick<MarketRequest, 'connection' | 'settings' | 'signal' | 'beforeSend'>;

/** Provides access tokens from memory, from the vault, or by the password grant. */
export interface TokenSource extends Pick<MarketClient, 'signIn'> {
  /**
   * Resolves with a token for one request. `rejected` is the token of an earlier grant that the service just
   * rejected with 401, so that a newer one is needed. Rejects with `ServiceFailure` if canceled, or with what
   * the request's `beforeSend` throws.
   */
  tokenFor(request: TokenRequest, rejected?: StoredToken): Promise<Grant>;
  /** Ends the sessions of all configurations that the connection has had. */
  forget(connectionName: string): void;
}

/** The token, unless it's known to be invalid. If a clock is wrong, the service rejects it, and it's renewed. */
const usable = (session: Session, token: StoredToken | undefined): StoredToken | undefined =>
  token && token.accessToken !== session.rejected && Date.now() < (token.expiresAt ?? Infinity)
    ? token
    : undefined;

/** Remembers a granted token. Some services grant the same token again after a stray 401. */
function take(session: Session, token: StoredToken): Grant {
  session.token = token;
  delete session.rejected;
  return { granted: true, token };
}

/** What tokens are kept in, and where trouble with them is told. */
interface TokenPlaces {
  readonly vault: Vault;
  readonly log: LogSink;
}

/** Gets a token that another window has stored, or a new one. */
async function renew(
  { vault, log }: TokenPlaces,
  session: Session,
  { connection, settings, signal, beforeSend }: Required<TokenRequest>,
): Promise<Grant> {
  await session.signedIn;
  // Meanwhile, the person may have signed in, or another window may have stored a newer token.
  const kept = usable(session, session.token);
  if (kept) return { granted: true, token: kept };
  const stored = await vault.token(connection);
  if (stored && usable(session, stored)) {
    session.token = stored;
    return { granted: true, token: stored };
  }
  const credentials = await vault.credentials(connection);
  if (!credentials) {
    const message = l10n.t('Sign in to {0} first.', connection.name);
    return { granted: false, outcome: { kind: 'unauthorized', message } };
  }
  // Sending a rejected password again could lock the account.
  const digest = digestOf(credentials);
  if (session.refused?.digest === digest) return refusedBefore(session.refused, connection, log);

  beforeSend();
  const grant = await requestToken(connection, credentials, settings, signal, log);
  if (signal.aborted) throw canceledFailure();
  if (grant.granted) {
    const taken = take(session, grant.token);
    await vault.storeToken(connection, grant.token);
    return taken;
  }
  const { kind, status = 0 } = grant.outcome;
  // A success without a usable token won't have one the next time either.
  if (kind === 'unauthorized' || (status >= 200 && status < 300)) {
    session.refused = { digest, outcome: grant.outcome, returned: false };
    if (stored) await vault.storeToken(connection, undefined);
  }
  return grant;
}

function refusedBefore(refused: NonNullable<Session['refused']>, { name }: Connection, log: LogSink): Grant {
  if (!refused.returned) {
    log.warn(`${name}: the sign-in was refused; it is not tried again until you sign in.`);
  }
  refused.returned = true;
  return { granted: false, outcome: refused.outcome };
}

/**
 * One request's view of the renewal, which is abandoned when nobody waits for it any longer. Its result
 * isn't remembered, especially not a failure.
 */
async function waitFor(session: Session, renewal: Renewal, signal: AbortSignal): Promise<Grant> {
  renewal.waiting += 1;
  try {
    return await unlessCanceled(renewal.grant, signal);
  } finally {
    renewal.waiting -= 1;
    if (renewal.waiting === 0) {
      renewal.abandoned.abort();
      if (session.renewal === renewal) delete session.renewal;
    }
  }
}

/** Aborts the requests to the sign-in service. */
function stop(session: Session): void {
  session.renewal?.abandoned.abort();
  delete session.renewal;
  session.signIn.abort();
}

/** Creates the token source for all connections. It remembers tokens and rejected credentials. */
export function createTokenSource(vault: Vault, log: LogSink): TokenSource {
  /**
   * By configuration: a waiting query keeps the configuration that it was sent with. A sign-in with a newer
   * one doesn't end it, and vice versa.
   */
  const sessions = new Map<string, Session>();

  function sessionOf(connection: Connection): Session {
    const configured = JSON.stringify(connection);
    const known = sessions.get(configured);
    if (known) return known;
    const session: Session = {
      name: connection.name,
      signIn: new AbortController(),
      signedIn: Promise.resolve(),
    };
    sessions.set(configured, session);
    return session;
  }

  function renewalOf(session: Session, { connection, settings, beforeSend }: TokenRequest): Renewal {
    const abandoned = new AbortController();
    const permit = (): void => {
      renewal.isForbidden = true;
      beforeSend?.();
      renewal.isForbidden = false;
    };
    const request = { connection, settings, signal: abandoned.signal, beforeSend: permit };
    const grant = unlessCanceled(renew({ vault, log }, session, request), abandoned.signal);
    const renewal: Renewal = { grant, waiting: 0, abandoned, isForbidden: false };
    return renewal;
  }

  return {
    async tokenFor(request, rejected) {
      const { connection, signal } = request;
      const session = sessionOf(connection);
      // Any other token, even one with the same text, was granted after the rejected request.
      if (rejected !== undefined && (!session.token || session.token === rejected)) {
        session.rejected = rejected.accessToken;
      }
      for (;;) {
        const kept = usable(session, session.token);
        if (kept) return { granted: true, token: kept };
        const { signIn } = session;
        const isOwn = session.renewal === undefined;
        const renewal = (session.renewal ??= renewalOf(session, request));
        try {
          return await waitFor(session, renewal, signal);
        } catch (error) {
          if (renewal.isForbidden && !isOwn && !signal.aborted) {
            if (session.renewal === renewal) delete session.renewal;
            continue;
          }
          // If a person has begun to sign in, the request waits for that token instead.
          if (signal.aborted || session.signIn === signIn) throw error;
        }
      }
    },

    signIn(connection, credentials, settings, signal) {
      const session = sessionOf(connection);
      stop(session);
      const signIn = (session.signIn = new AbortController());
      const release = abortWith(signIn, signal);
      const granting = requestToken(connection, credentials, settings, signIn.signal, log).then((grant) => {
        if (signIn.signal.aborted) throw canceledFailure();
        if (!grant.granted) return grant;
        delete session.refused;
        return take(session, grant.token);
      });
      session.signedIn = granting.catch(() => undefined).finally(release);
      return unlessCanceled(granting, signIn.signal);
    },

    forget(connectionName) {
      for (const [configured, session] of sessions) {
        if (session.name !== connectionName) continue;
        stop(session);
        sessions.delete(configured);
      }
    },
  };
}
