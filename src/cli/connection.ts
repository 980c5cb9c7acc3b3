import { environment } from '../exports/snippets/environment';
import { sandboxName, type Connection } from '../request/connection';
import type { Credentials } from '../service/clientTypes';
import { readConnections } from '../service/connectionSettings';
import { oneLine } from '../text/plainText';

/** Looks up a variable; `undefined` if it isn't set, or is empty. */
export type Variables = (name: string) => string | undefined;

/** A connection, and the secrets that its requests need. */
export interface ReadyConnection {
  readonly connection: Connection;
  readonly credentials: Credentials;
}

/** The variables of a connection's optional members. */
const optional = {
  clientId: environment.clientId,
  scope: environment.scope,
  tokenPath: environment.tokenPath,
  clientAuthentication: environment.clientAuthentication,
  tokenScheme: environment.tokenScheme,
  venue: environment.venue,
} as const;

/** The name of the connection of queries that name none. */
export const unnamed = 'environment';

/** How the name of a variable with a secret header begins. */
const headerPrefix = environment.header('');

/** The headers that variables name, with their values: `MARKET_DATA_HEADER_X_API_KEY` is the header `X-API-KEY`. */
const headersIn = (names: readonly string[], variables: Variables): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = variables(name);
      return name.startsWith(headerPrefix) && name.length > headerPrefix.length && value !== undefined
        ? [[name.slice(headerPrefix.length).replaceAll('_', '-'), value]]
        : [];
    }),
  );

/**
 * The connection of this name from variables. Throws an `Error` ready to print if one is missing or invalid. Neither the message
 * nor anything else contains a secret.
 */
export function connectionFrom(
  name: string,
  variables: Variables,
  names: readonly string[],
): ReadyConnection {
  const required = [environment.baseUrl, environment.authUrl, environment.username, environment.password];
  const missing = required.filter((variable) => variables(variable) === undefined);
  const shown = name === unnamed ? 'The connection' : `Connection "${oneLine(name, 60)}"`;
  if (missing.length > 0) {
    throw new Error(
      `${shown} needs ${missing.join(', ')}: set ${missing.length === 1 ? 'it' : 'them'} in the environment or in a file (--secrets FILE), or use the sample service (--connection ${sandboxName}).`,
    );
  }
  const headers = headersIn(names, variables);
  const members = Object.entries(optional).flatMap(([member, variable]) => {
    const value = variables(variable);
    return value === undefined ? [] : [[member, value]];
  });
  const { connections, problems } = readConnections([
    {
      name,
      baseUrl: variables(environment.baseUrl),
      authUrl: variables(environment.authUrl),
      ...Object.fromEntries(members),
      secretHeaders: Object.keys(headers),
    },
  ]);
  const [connection] = connections;
  const [problem] = problems;
  if (!connection) {
    const variable = variableOf(problem?.field ?? '');
    throw new Error(`${variable ?? shown}: ${problem?.message ?? ''}`);
  }
  const secret = variables(environment.clientSecret);
  if (connection.clientAuthentication !== 'none' && secret === undefined) {
    throw new Error(
      `${environment.clientId} needs ${environment.clientSecret}, or ${environment.clientAuthentication}=none.`,
    );
  }
  return {
    connection,
    credentials: {
      username: variables(environment.username) ?? '',
      password: variables(environment.password) ?? '',
      ...(secret === undefined ? {} : { clientSecret: secret }),
      headers,
    },
  };
}

const variableOf = (field: string): string | undefined =>
  Object.entries({ ...optional, baseUrl: environment.baseUrl, authUrl: environment.authUrl }).find(
    ([member]) => member === field,
  )?.[1];
