import type { Query } from '../market/query/query';
import type { Connection } from './connection';

/** `:` and `,` are allowed in a query (RFC 3986) and are easier to read unencoded. */
const encode = (text: string) => encodeURIComponent(text).replaceAll('%3A', ':').replaceAll('%2C', ',');

/** The path and encoded parameters, relative to the connection's base address. */
export function targetOf({ dataset, parameters }: Query, connection: Connection): string {
  const path = dataset.path.replace('{venue}', encodeURIComponent(connection.venue));
  const pairs = Object.entries(parameters).map(([name, value]) => `${name}=${encode(value)}`);
  return pairs.length > 0 ? `${path}?${pairs.join('&')}` : path;
}
