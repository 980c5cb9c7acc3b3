/**
 * The environment variables of a connection and its secrets: copied requests and programs read them, the command line
 * does, and people keep them in `.env` files.
 */
export const environment = {
  baseUrl: 'MARKET_DATA_BASE_URL',
  authUrl: 'MARKET_DATA_AUTH_URL',
  username: 'MARKET_DATA_USERNAME',
  password: 'MARKET_DATA_PASSWORD',
  clientId: 'MARKET_DATA_CLIENT_ID',
  clientSecret: 'MARKET_DATA_CLIENT_SECRET',
  scope: 'MARKET_DATA_SCOPE',
  tokenPath: 'MARKET_DATA_TOKEN_PATH',
  clientAuthentication: 'MARKET_DATA_CLIENT_AUTHENTICATION',
  tokenScheme: 'MARKET_DATA_TOKEN_SCHEME',
  venue: 'MARKET_DATA_VENUE',
  maxResultMegabytes: 'MARKET_DATA_MAX_RESULT_MEGABYTES',
  header: (name: string) => `MARKET_DATA_HEADER_${name.toUpperCase().replace(/[^A-Z0-9]/g, '_')}`,
} as const;

/** Variables that are set and not empty, by name. */
export type Variables = ReadonlyMap<string, string>;

/** The variables of a connection's members. */
const members = {
  baseUrl: environment.baseUrl,
  authUrl: environment.authUrl,
  clientId: environment.clientId,
  scope: environment.scope,
  tokenPath: environment.tokenPath,
  clientAuthentication: environment.clientAuthentication,
  tokenScheme: environment.tokenScheme,
  venue: environment.venue,
} as const;

/** The variable of a connection's member, if there is one. */
export const variableOf = (member: string): string | undefined =>
  Object.entries(members).find(([name]) => name === member)?.[1];

/** How the name of a variable with a secret header begins. */
const headerPrefix = environment.header('');

/** A connection as in the settings, not yet checked, and its secrets as far as they are known. */
export interface DescribedConnection {
  readonly entry: Readonly<Record<string, string | readonly string[]>>;
  readonly secrets: {
    readonly username?: string;
    readonly password?: string;
    readonly clientSecret?: string;
    /** By name: `MARKET_DATA_HEADER_X_API_KEY` is the header `X-API-KEY`. */
    readonly headers: Readonly<Record<string, string>>;
  };
}

/** The connection that variables describe, under this name. */
export function connectionIn(variables: Variables, name: string): DescribedConnection {
  const given = (named: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(named).flatMap(([member, variable]) => {
        const value = variables.get(variable);
        return value === undefined ? [] : [[member, value]];
      }),
    );
  const headers = Object.fromEntries(
    [...variables].flatMap(([variable, value]) =>
      variable.startsWith(headerPrefix) && variable.length > headerPrefix.length
        ? [[variable.slice(headerPrefix.length).replaceAll('_', '-'), value]]
        : [],
    ),
  );
  const { username, password, clientSecret } = environment;
  const secretHeaders = Object.keys(headers);
  return {
    entry: { name, ...given(members), ...(secretHeaders.length > 0 ? { secretHeaders } : {}) },
    secrets: { ...given({ username, password, clientSecret }), headers },
  };
}

/** The variables with secrets or a user name, which everybody enters for themselves. */
export const secretsIn = (variables: Variables): readonly string[] => {
  const own: readonly string[] = [environment.username, environment.password, environment.clientSecret];
  return [...variables.keys()].filter((name) => own.includes(name) || name.startsWith(headerPrefix));
};

/** Where a variable begins: also in the middle of a line, because a text field drops line breaks or replaces them. */
const beginning = /(?:(?:^|\s)(?:export\s+)?([A-Za-z_]\w*)|(MARKET_DATA_[A-Z_]+))=/g;

/**
 * The variables in `NAME=value` lines, as in an `.env` file, with or without quotes and `export`; `undefined` if the
 * lines don't name the addresses of a connection.
 */
export function variablesIn(text: string): Variables | undefined {
  const variables = new Map<string, string>();
  for (const line of text.split(/\r?\n/).filter((each) => !each.trimStart().startsWith('#'))) {
    const found = [...line.matchAll(beginning)];
    for (const [at, match] of found.entries()) {
      const value = line.slice(match.index + match[0].length, found[at + 1]?.index).trim();
      const unquoted = /^(["'])(.*)\1$/.exec(value)?.[2] ?? value;
      if (unquoted !== '') variables.set(match[1] ?? match[2] ?? '', unquoted);
    }
  }
  return variables.has(environment.baseUrl) && variables.has(environment.authUrl) ? variables : undefined;
}
