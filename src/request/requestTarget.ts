import type { Query } from '../market/query/query';
import type { Connection } from './connection';

/** `:` and `,` are allowed in a query (RFC 3986) and are easier to read unencoded. */
const encode = (text: string) => encodeURIComponent(text).replaceAll('%3A', ':').replaceAll('%2C', ',');

/** A path with encoded parameters. */
export function pathWithParameters(path: string, parameters: Query['parameters']): string {
  const pairs = Object.entries(parameters).map(([name, value]) => `${name}=${encode(value)}`);
  return pairs.length > 0 ? `${path}?${pairs.join('&')}` : path;
}

/** The path and encoded parameters, relative to the connection's base address. */
export const targetOf = ({ dataset, parameters }: Query, connection: Connection): string =>
  pathWithParameters(dataset.path.replace('{venue}', encodeURIComponent(connection.venue)), parameters);
