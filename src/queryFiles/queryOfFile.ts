import { readQuery, type Query } from '../market/query/query';
import type { FileQuery } from './queryFile';
import type { FileProblem } from './problems';

/**
 * The query of a file at `now` (epoch milliseconds), with its days and bare times interpreted in the file's
 * time zone, or why it can't be run.
 */
export function queryOfFile(
  { dataset, parameters, problems, spans, nameSpan }: FileQuery,
  timeZone: string,
  now: number,
): { query: Query } | { problems: readonly FileProblem[] } {
  if (problems.length > 0) return { problems };
  const asked = readQuery(dataset?.id, parameters, now, timeZone);
  if ('query' in asked) return asked;
  // The file was read on an earlier day: since then, `today` may have moved past another date in the query.
  return {
    problems: asked.problems.map(({ where, message }) => ({
      ...(spans.get(`parameters.${where}`) ?? spans.get(where) ?? spans.get('parameters') ?? nameSpan),
      message,
    })),
  };
}
