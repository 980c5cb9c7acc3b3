import type { FileQuery } from '#src/queryFiles/queryFile';

/** What decides whether a query needs a sign-in. */
export type SignedInQuery = Pick<FileQuery, 'problems'> & {
  readonly [Name in 'connection' | 'expect']?: FileQuery[Name] | undefined;
};

/**
 * Prompts for the sign-ins that are needed to check the queries. Resolves with `false` if the person
 * canceled. Queries that won't be sent need no sign-in, and a connection that doesn't exist is reported by
 * its queries.
 */
export async function signedInFor(
  queries: readonly SignedInQuery[],
  ensureSignedIn: (connection?: string) => Promise<boolean>,
): Promise<boolean> {
  const sent = queries.filter(({ expect, problems }) => expect && problems.length === 0);
  for (const connection of new Set(sent.map((query) => query.connection))) {
    if (!(await ensureSignedIn(connection).catch(() => true))) return false;
  }
  return true;
}
