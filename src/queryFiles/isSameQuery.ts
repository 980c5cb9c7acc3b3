import type { FileQuery, QueryFile } from './queryFile';

/**
 * Whether the file as it is now has a query of this name that requests the same over the same connection. The
 * file may have been changed while the query ran, or while a person was prompted for its parameters.
 */
export function isSameQuery(query: FileQuery, before: QueryFile, now: QueryFile): boolean {
  const current = now.queries.find(({ name }) => name === query.name);
  return current !== undefined && requestedBy(current, now) === requestedBy(query, before);
}

const requestedBy = ({ dataset, parameters, connection }: FileQuery, { timeZone }: QueryFile): string =>
  JSON.stringify([dataset?.id, Object.entries(parameters).sort(), connection, timeZone]);
