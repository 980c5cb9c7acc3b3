import type { Connection } from '../request/connection';
import type { Outcome } from '../request/outcome';
import type { RequestTrace } from '../request/requestTrace';
import type { RetryWait } from '../request/retryWait';

/**
 * Entered at sign-in. All of it is secret: it is never logged and never part of an outcome, except that a
 * message of the service may contain a user name with fewer than four characters.
 */
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
   * The time until which the token is used, in epoch milliseconds, with the safety margin already subtracted.
   * If absent, the token is used until the service responds with 401.
   */
  expiresAt?: number;
}

/** What the token source needs from the secret storage, which binds secrets to addresses. */
export interface Vault {
  credentials(connection: Connection): Promise<Credentials | undefined>;
  token(connection: Connection): Promise<StoredToken | undefined>;
  /** `undefined` removes the token. */
  storeToken(connection: Connection, token: StoredToken | undefined): Promise<void>;
}

export interface ClientSettings {
  /** Seconds without data after which a request fails, before the first byte and between bytes. */
  requestTimeoutSeconds: number;
  /** The longest wait before a retry. If a response requests a longer one, it's returned immediately. */
  maxRetryWaitSeconds: number;
}

/** Receives method, host, path, status, sizes, and milliseconds; never a header, a body, or a query. */
export interface LogSink {
  info(line: string): void;
  warn(line: string): void;
}

export interface MarketRequest {
  connection: Connection;
  /** The path relative to `baseUrl`, with its encoded query; starts with `/`. */
  target: string;
  settings: ClientSettings;
  signal: AbortSignal;
  /**
   * Called before each request on behalf of this one goes out, also for a token. If it throws a
   * `ServiceFailure`, nothing more is sent, and the reply is that failure.
   */
  beforeSend?: () => void;
  /** Called before every wait, with the reason in one line. */
  onWait(wait: RetryWait, reason: string): void;
}

/** A successful response whose body is still arriving. */
export interface BodyReply {
  kind: 'body';
  status: number;
  trace: RequestTrace;
  encoding: 'gzip' | 'identity';
  /** The character encoding that the service stated, in lowercase; `utf-8` if it stated none. */
  charset: string;
  /** Size of the body on the wire, if the service announced it. */
  contentLength: number | null;
  /**
   * The bytes as received. They are pulled: bytes that aren't read remain on the socket. Ends only when the
   * body is complete as far as HTTP can tell (it can't if the service announces neither a length nor chunks);
   * otherwise throws a `ServiceFailure`. To release the socket, read to the end, leave the loop, or abort the
   * request.
   */
  body: AsyncIterable<Uint8Array>;
  /** A sentence from the body as one line of at most 300 characters, with this request's secrets masked. */
  shown: (sentence: string) => string | undefined;
}

/** A response of which nothing more has to be read. */
export interface EndedReply {
  kind: 'ended';
  outcome: Outcome;
  trace: RequestTrace;
  /** Sizes of the response's body as far as it was read: after decompression, and on the wire. */
  bytes: number;
  wireBytes: number;
}

export type MarketReply = BodyReply | EndedReply;

/** How a password grant ended. The status of an outcome is the token address's. */
export type Grant = { granted: true; token: StoredToken } | { granted: false; outcome: Outcome };

export interface MarketClient {
  /** Requests data. Resolves whatever the service or the network does. */
  ask(request: MarketRequest): Promise<MarketReply>;
  /**
   * Requests a token with these credentials, once and immediately, replacing any token request in flight.
   * Later `ask` calls use the token, and so do calls that are waiting for one. The caller stores the token
   * and the credentials in the vault.
   */
  signIn(
    connection: Connection,
    credentials: Credentials,
    settings: ClientSettings,
    signal: AbortSignal,
  ): Promise<Grant>;
  /** Discards what is remembered about a connection and stops its requests, even while a body arrives. */
  forget(connectionName: string): void;
}
