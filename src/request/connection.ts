/** The addresses of a service and the format of its requests. Never contains a secret. */
export interface Connection {
  readonly name: string;
  /** Without a trailing slash; `https:`, or `http:` on a loopback host. */
  readonly baseUrl: string;
  readonly authUrl: string;
  /** Appended to `authUrl`; the path is not documented. */
  readonly tokenPath: string;
  readonly clientId: string;
  readonly scope: string;
  readonly clientAuthentication: 'basic' | 'body' | 'none';
  /** The scheme that precedes the token in the Authorization header. */
  readonly tokenScheme: string;
  /** Replaces `{venue}` in the path of UK flows. */
  readonly venue: string;
  /** Names of additional request headers whose values are secrets. */
  readonly secretHeaders: readonly string[];
}

/** The address that issues tokens (docs/api.md, "Sign-in"). */
export const tokenAddress = ({ authUrl, tokenPath }: Pick<Connection, 'authUrl' | 'tokenPath'>): string =>
  authUrl + tokenPath;

/** The venue of connections that don't specify one. */
export const usualVenue = 'venue';

/** The built-in connection to the sample service, which needs no sign-in. */
export const sandboxName = 'sandbox';

/** Replaces a connection's name in results that were read from a file. No connection can have this name. */
export const fileConnection = 'file';

/** How to reach a sample service that is running. */
export interface SampleAccess {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly username: string;
  readonly password: string;
}
