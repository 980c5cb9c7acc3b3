import type { FileQuery } from '../../../queryFiles/queryFile';

/**
 * Prompts for the sign-ins that checking the queries needs, because a person is there. Resolves with `false`
 * if the person cancelled. Queries that aren't sent need none, and a connection that doesn't exist is for its
 * queries to report.
 */
export async function signedInFor(
  queries: readonly FileQuery[],
  ensureSignedIn: (connection?: string) => Promise<boolean>,
): Promise<boolean> {
  const sent = queries.filter(({ expect, problems }) => expect && problems.length === 0);
  for (const connection of new Set(sent.map((query) => query.connection))) {
    if (!(await ensureSignedIn(connection).catch(() => true))) return false;
  }
  return true;
}
