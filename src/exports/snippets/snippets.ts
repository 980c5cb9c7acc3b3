import type { SnippetTarget } from '../../protocol/codeTargets';
import type { Connection } from '../../request/connection';
import { curlSnippet } from './curl';
import { httpSnippet } from './http';
import { pythonSnippet } from './python';
import type { SnippetQuery } from './snippetQuery';
import { typescriptSnippet } from './typescript';

export { variablesOf, type SignInSource } from './snippetQuery';

/** A new target does not compile until it has a snippet. */
const snippets: { readonly [Target in SnippetTarget]: (query: SnippetQuery) => string } = {
  curl: curlSnippet,
  http: httpSnippet,
  typescript: typescriptSnippet,
  python: pythonSnippet,
};

/** Text that runs without changes once the environment variables that it names are set, if it names any. */
export const snippet = (target: SnippetTarget, query: SnippetQuery): string =>
  snippets[target]({ ...query, connection: sendable(query.connection) });

/**
 * The connection without lone surrogates in its settings, because no encoding can send them: they become
 * U+FFFD.
 */
const sendable = (connection: Connection): Connection => ({
  ...connection,
  clientId: wellFormed(connection.clientId),
  scope: wellFormed(connection.scope),
});

const wellFormed = (text: string) => text.replace(/\p{Cs}/gu, '\ufffd');
