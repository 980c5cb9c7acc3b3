import { readQuery, type Query } from '../market/query/query';
import type { FileProblem, FileQuery } from './queryFile';

/**
 * What a query of a file asks for at `now` (epoch milliseconds), with its days and bare times read in the file's time
 * zone, or why it can't be asked.
 */
export function queryOfFile(
  { dataset, parameters, problems, spans, nameSpan }: FileQuery,
  timeZone: string,
  now: number,
): { query: Query } | { problems: readonly FileProblem[] } {
  if (problems.length > 0) return { problems };
  const asked = readQuery(dataset?.id, parameters, now, timeZone);
  if ('query' in asked) return asked;
  // The file was read on another day: `today` may have passed a date since.
  return {
    problems: asked.problems.map(({ where, message }) => ({
      ...(spans.get(`parameters.${where}`) ?? spans.get(where) ?? spans.get('parameters') ?? nameSpan),
      message,
    })),
  };
}
