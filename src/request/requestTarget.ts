import type { Query } from '../market/query/query';
import type { Connection } from './connection';

/** `:` and `,` may stand in a query as they are (RFC 3986), and read better so. */
const encode = (text: string) => encodeURIComponent(text).replaceAll('%3A', ':').replaceAll('%2C', ',');

/** What is asked below the connection's base address: path and encoded parameters. */
export function targetOf({ dataset, parameters }: Query, connection: Connection): string {
  const path = dataset.path.replace('{venue}', encodeURIComponent(connection.venue));
  const pairs = Object.entries(parameters).map(([name, value]) => `${name}=${encode(value)}`);
  return pairs.length > 0 ? `${path}?${pairs.join('&')}` : path;
}
