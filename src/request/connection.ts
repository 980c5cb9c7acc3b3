/** Where a service is and how it wants to be asked. No secret is ever part of it. */
export interface Connection {
  readonly name: string;
  /** Without a trailing slash; `https:`, or `http:` on a loopback host. */
  readonly baseUrl: string;
  readonly authUrl: string;
  /** Appended to `authUrl`; not documented. */
  readonly tokenPath: string;
  readonly clientId: string;
  readonly scope: string;
  readonly clientAuthentication: 'basic' | 'body' | 'none';
  /** The word before the token in the Authorization header. */
  readonly tokenScheme: string;
  /** Stands for `{venue}` in the path of UK flows. */
  readonly venue: string;
  /** Names of further request headers whose values are secrets. */
  readonly secretHeaders: readonly string[];
}

/** Where the token is asked (docs/api.md, "Sign-in"). */
export const tokenAddress = ({ authUrl, tokenPath }: Pick<Connection, 'authUrl' | 'tokenPath'>): string =>
  authUrl + tokenPath;

/** The built-in connection to the sample service; it needs no sign-in. */
export const sandboxName = 'sandbox';
