import { timeZoneName } from '../../market/time/zones';
import type { SnippetTarget } from '../../protocol/codeTargets';
import { curlSnippet } from './curl';
import { httpSnippet } from './http';
import { sendable, type SnippetQuery } from './environment';
import { pythonSnippet } from './python';
import { typescriptSnippet } from './typescript';

export { variablesOf, type SignInSource } from './environment';

/** What people call the targets. */
export const snippetTitles: { readonly [Target in SnippetTarget]: string } = {
  curl: 'curl',
  http: 'HTTP',
  typescript: 'TypeScript',
  python: 'Python',
};

/** A new target does not compile until it has a snippet. */
const snippets: { readonly [Target in SnippetTarget]: (query: SnippetQuery) => string } = {
  curl: curlSnippet,
  http: httpSnippet,
  typescript: typescriptSnippet,
  python: pythonSnippet,
};

/** Text that runs without changes once the environment variables that it names are set, if it names any. */
export function snippet(target: SnippetTarget, query: SnippetQuery): string {
  const { connection, days } = query;
  return snippets[target]({
    ...query,
    connection: sendable(connection),
    // Stored queries may have the name of their time zone in any case.
    ...(days ? { days: { ...days, zone: timeZoneName(days.zone) ?? days.zone } } : {}),
  });
}
