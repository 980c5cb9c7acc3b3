import type { Connection } from '../market/connection';
import type { Dataset } from '../market/dataset';
import type { SnippetTarget } from '../market/formats';
import { curlSnippet } from './snippets/curl';
import { httpSnippet } from './snippets/http';
import { pythonSnippet } from './snippets/python';
import { typescriptSnippet } from './snippets/typescript';

/** A request as it is handed on. No secret is part of it: those come from environment variables. */
export interface SnippetQuery {
  readonly dataset: Dataset;
  /** The full data address. */
  readonly url: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly connection: Connection;
}

/** A new target does not compile until it has a snippet. */
const snippets: { readonly [Target in SnippetTarget]: (query: SnippetQuery) => string } = {
  curl: curlSnippet,
  http: httpSnippet,
  typescript: typescriptSnippet,
  python: pythonSnippet,
};

/** Text that runs as it stands once the environment variables it names are set. */
export function snippet(target: SnippetTarget, query: SnippetQuery): string {
  return snippets[target](query);
}
