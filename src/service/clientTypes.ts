import type { Connection } from '../request/connection';
import type { Outcome } from '../request/outcome';
import type { RequestTrace } from '../request/requestTrace';

/** What a person gives at sign-in. Secret through and through: never logged, never in an outcome. */
export interface Credentials {
  username: string;
  password: string;
  clientSecret?: string;
  /** Values of the connection's `secretHeaders`, by header name. */
  headers: Record<string, string>;
}

export interface StoredToken {
  accessToken: string;
  /**
   * Until when the token is used, in epoch milliseconds; the margin before its real end is already
   * taken off. Absent: until the service answers 401.
   */
  expiresAt?: number;
}

/** What the token source needs of the place where secrets are kept, which binds them to addresses. */
export interface Vault {
  credentials(connection: Connection): Promise<Credentials | undefined>;
  token(connection: Connection): Promise<StoredToken | undefined>;
  /** `undefined` removes the token. */
  storeToken(connection: Connection, token: StoredToken | undefined): Promise<void>;
}

export interface ClientSettings {
  /** Silence on the socket after which a request fails: before the first byte and between bytes. */
  requestTimeoutSeconds: number;
  /** The longest wait for another try; a response that asks for more is given back at once. */
  maxRetryWaitSeconds: number;
}

/** Gets method, host, path, status, sizes and milliseconds; never a header, a body or a query. */
export interface LogSink {
  info(line: string): void;
  warn(line: string): void;
}

export interface MarketRequest {
  connection: Connection;
  /** The path below `baseUrl` with its encoded query; begins with `/`. */
  target: string;
  settings: ClientSettings;
  signal: AbortSignal;
  /** Called before every wait: until when, in epoch milliseconds, and why in one line. */
  onWait(untilEpochMs: number, reason: string): void;
}

/** A success with a body that is still on its way. */
export interface BodyReply {
  kind: 'body';
  status: number;
  trace: RequestTrace;
  encoding: 'gzip' | 'identity';
  /** Size of the body on the wire, where the service announced it. */
  contentLength: number | null;
  /**
   * The bytes as they are on the wire. Pulled: what is not asked for stays on the socket. Ends only
   * when the body is complete as far as HTTP can tell (not so where the service announces
   * neither a length nor chunks); otherwise throws a `ServiceFailure`. Read it, leave its loop, or
   * abort the request: each of them gives the socket back.
   */
  body: AsyncIterable<Uint8Array>;
  /** A sentence of the body as one line of at most 300 characters, without this request's secrets. */
  shown: (sentence: string) => string | undefined;
}

/** Everything that is over when it is told. */
export interface EndedReply {
  kind: 'ended';
  outcome: Outcome;
  trace: RequestTrace;
  /** Of the response's body: what was read of it, after decompression and on the wire. */
  bytes: number;
  wireBytes: number;
}

export type MarketReply = BodyReply | EndedReply;

/** How a password grant ended. An outcome's status is that of the token address. */
export type Grant = { granted: true; token: StoredToken } | { granted: false; outcome: Outcome };

export interface MarketClient {
  /** Asks for data. Resolves whatever the service or the network did; rejects for no such reason. */
  ask(request: MarketRequest): Promise<MarketReply>;
  /**
   * Asks for a token with these credentials, at once and once. Later `ask` calls use it; keeping it
   * and the credentials in the vault is the caller's part.
   */
  signIn(
    connection: Connection,
    credentials: Credentials,
    settings: ClientSettings,
    signal: AbortSignal,
  ): Promise<Grant>;
  /** Drops what is remembered of a connection and stops what waits for its token. */
  forget(connectionName: string): void;
}
