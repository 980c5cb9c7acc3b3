import { sandboxName, type Connection } from '../request/connection';
import { connectionIn, environment, variableOf, type Variables } from '../request/environment';
import type { Credentials } from '../service/clientTypes';
import { readConnections } from '../service/connectionSettings';
import { oneLine } from '../text/plainText';

/** A connection, and the secrets that its requests need. */
export interface ReadyConnection {
  readonly connection: Connection;
  readonly credentials: Credentials;
}

/** The name of the connection of queries that name none. */
export const unnamed = 'environment';

const ownIn = (variables: Variables) => [...variables].filter(([name]) => name.startsWith('MARKET_DATA_'));

/** After a refused sign-in: which values have quotation marks that a shell would have removed. */
export const quotationHints = (variables: Variables): string[] =>
  ownIn(variables).flatMap(([name, value]) =>
    /^["'].*["']$/.test(value)
      ? [`${name} was sent with its quotation marks. If they aren't part of the value, remove them.`]
      : [],
  );

/**
 * The connection of this name from variables. Throws an `Error` ready to print if one is missing or invalid. Neither
 * the message nor anything else contains a secret.
 */
export function connectionFrom(name: string, variables: Variables): ReadyConnection {
  const required = [environment.baseUrl, environment.authUrl, environment.username, environment.password];
  const missing = required.filter((variable) => !variables.has(variable));
  const shown = name === unnamed ? 'The connection' : `Connection "${oneLine(name, 60)}"`;
  if (missing.length > 0) {
    throw new Error(
      `${shown} needs ${missing.join(', ')}: set ${missing.length === 1 ? 'it' : 'them'} in the environment or in a file (--secrets FILE), or use the sample service (--connection ${sandboxName}).`,
    );
  }
  const broken = ownIn(variables).find(([, value]) => /[\r\n]$/.test(value));
  if (broken) throw new Error(`${broken[0]} ends in a line break: set it without one.`);
  const { entry, secrets } = connectionIn(variables, name);
  const { connections, problems } = readConnections([entry]);
  const [connection] = connections;
  const [problem] = problems;
  if (!connection) throw new Error(`${variableOf(problem?.field ?? '') ?? shown}: ${problem?.message ?? ''}`);
  if (connection.clientAuthentication !== 'none' && secrets.clientSecret === undefined) {
    throw new Error(
      `${environment.clientId} needs ${environment.clientSecret}, or ${environment.clientAuthentication}=none.`,
    );
  }
  return { connection, credentials: { username: '', password: '', ...secrets } };
}
