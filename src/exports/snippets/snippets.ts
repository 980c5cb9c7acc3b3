import type { Connection } from '../../request/connection';
import type { Query } from '../../market/query/query';
import type { SnippetTarget } from '../formats';
import { curlSnippet } from './curl';
import { httpSnippet } from './http';
import { sendable } from './environment';
import { pythonSnippet } from './python';
import { typescriptSnippet } from './typescript';

export { variablesOf } from './environment';

/** A request as it is handed on. No secret is part of it: those come from environment variables. */
export interface SnippetQuery extends Query {
  /** The full data address. */
  readonly url: string;
  readonly connection: Connection;
  /** Of the sample service alone, which lets everybody in with the same two words. */
  readonly sampleSignIn?: { readonly username: string; readonly password: string };
}

/** What a person calls the targets. */
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

/** Text that runs as it stands once the environment variables it names are set. */
export function snippet(target: SnippetTarget, query: SnippetQuery): string {
  return snippets[target]({ ...query, connection: sendable(query.connection) });
}
