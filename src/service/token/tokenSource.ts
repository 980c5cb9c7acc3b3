import { createHash } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import type { Connection } from '../../request/connection';
import type { Outcome } from '../../request/outcome';
import type { ClientSettings, Credentials, Grant, LogSink, Vault } from '../clientTypes';
import { cancelled } from '../failure';
import { askForToken } from './passwordGrant';
import { isFresh, timed, type TimedToken } from './tokenLifetime';
import { unlessCancelled } from '../retry/pause';

/** The state of one connection between requests. */
interface Session {
  /** The connection's configuration. A different configuration starts a new session. */
  readonly connection: string;
  readonly ended: AbortController;
  token?: TimedToken;
  /** The last access token known to be invalid: expired, or rejected with 401. */
  rejected?: string;
  /** A digest of the credentials that the identity provider rejected, and its response. */
  refused?: { readonly digest: string; readonly outcome: Outcome; told: boolean };
  /** The renewal that all requests wait for. */
  renewal?: Promise<Grant>;
  /** The end of the last request to the identity provider. Requests run one at a time. */
  turn: Promise<unknown>;
}

const digestOf = (credentials: Credentials): string =>
  createHash('sha256')
    .update(JSON.stringify([credentials.username, credentials.password, credentials.clientSecret ?? null]))
    .digest('hex');

/** Provides access tokens from memory, from the vault, or by the password grant. */
export interface TokenSource {
  /**
   * A token for one request. `rejected` is a token that the service just rejected with 401; a
   * different one is returned. Throws `ServiceFailure` when cancelled.
   */
  tokenFor(
    connection: Connection,
    settings: ClientSettings,
    signal: AbortSignal,
    rejected?: string,
  ): Promise<Grant>;
  /** See `MarketClient`. */
  signIn(
    connection: Connection,
    credentials: Credentials,
    settings: ClientSettings,
    signal: AbortSignal,
  ): Promise<Grant>;
  forget(connectionName: string): void;
}

export function createTokenSource(vault: Vault, log: LogSink): TokenSource {
  const sessions = new Map<string, Session>();

  function sessionOf(connection: Connection): Session {
    const configured = JSON.stringify(connection);
    const known = sessions.get(connection.name);
    if (known?.connection === configured) return known;
    known?.ended.abort();
    const session: Session = {
      connection: configured,
      ended: new AbortController(),
      turn: Promise.resolve(),
    };
    sessions.set(connection.name, session);
    return session;
  }

  /** Sends a request to the identity provider once earlier ones have ended. */
  function inTurn(session: Session, request: () => Promise<Grant>): Promise<Grant> {
    const grant = session.turn.then(request);
    session.turn = grant.catch(() => undefined);
    return grant;
  }

  const usable = (session: Session, token: TimedToken | undefined): TimedToken | undefined =>
    token && token.accessToken !== session.rejected && isFresh(token) ? token : undefined;

  async function renew(session: Session, connection: Connection, settings: ClientSettings): Promise<Grant> {
    // Meanwhile, the person may have signed in, or another window may have stored a newer token.
    const kept = usable(session, session.token);
    if (kept) return { granted: true, token: kept };
    // It may still be valid by the vault's wall clock.
    if (session.token && !isFresh(session.token)) session.rejected = session.token.accessToken;
    const stored = await vault.token(connection);
    if (stored && usable(session, stored)) {
      session.token = timed(stored);
      return { granted: true, token: stored };
    }
    const credentials = await vault.credentials(connection);
    if (!credentials) {
      const message = l10n.t('Sign in to {0} first.', connection.name);
      return { granted: false, outcome: { kind: 'unauthorized', message } };
    }
    // Repeating a rejected password could lock the account.
    const digest = digestOf(credentials);
    if (session.refused?.digest === digest) return refusedBefore(session.refused, connection);

    const { signal } = session.ended;
    const grant = await askForToken(connection, credentials, settings, signal, log);
    if (signal.aborted) throw cancelled();
    if (grant.granted) {
      session.token = timed(grant.token);
      await vault.storeToken(connection, grant.token);
    } else if (grant.outcome.kind === 'unauthorized') {
      session.refused = { digest, outcome: grant.outcome, told: false };
      if (stored) await vault.storeToken(connection, undefined);
    }
    return grant;
  }

  function refusedBefore(refused: NonNullable<Session['refused']>, { name }: Connection): Grant {
    if (!refused.told) {
      log.warn(`${name}: the sign-in was refused; it is not tried again until you sign in.`);
    }
    refused.told = true;
    return { granted: false, outcome: refused.outcome };
  }

  return {
    tokenFor(connection, settings, signal, rejected) {
      const session = sessionOf(connection);
      if (rejected !== undefined) session.rejected = rejected;
      const kept = usable(session, session.token);
      if (kept) return Promise.resolve({ granted: true, token: kept });
      // One request for all callers. Its result is not kept, especially not a failure.
      session.renewal ??= inTurn(session, () => renew(session, connection, settings)).finally(
        () => delete session.renewal,
      );
      return unlessCancelled(session.renewal, AbortSignal.any([signal, session.ended.signal]));
    },

    async signIn(connection, credentials, settings, signal) {
      const session = sessionOf(connection);
      const stop = AbortSignal.any([signal, session.ended.signal]);
      const asked = inTurn(session, () => askForToken(connection, credentials, settings, stop, log));
      const grant = await unlessCancelled(asked, stop);
      if (grant.granted) {
        session.token = timed(grant.token);
        delete session.refused;
      }
      return grant;
    },

    forget(connectionName) {
      sessions.get(connectionName)?.ended.abort();
      sessions.delete(connectionName);
    },
  };
}
