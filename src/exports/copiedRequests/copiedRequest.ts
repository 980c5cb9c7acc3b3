import type { CopyLanguage } from '../../protocol/codeTargets';
import type { Connection } from '../../request/connection';
import { curlCommand } from './curlCommand';
import { httpFile } from './httpFile';
import { pythonRequest } from './pythonRequest';
import type { RequestToCopy } from './requestToCopy';
import { typescriptRequest } from './typescriptRequest';

export { variablesOf, type SignInSource } from './requestToCopy';

/** A new language doesn't compile until it has a writer. */
const writers: { readonly [Target in CopyLanguage]: (query: RequestToCopy) => string } = {
  curl: curlCommand,
  http: httpFile,
  typescript: typescriptRequest,
  python: pythonRequest,
};

/** Text that runs without changes once the environment variables that it names are set, if it names any. */
export const copiedRequest = (target: CopyLanguage, query: RequestToCopy): string =>
  writers[target]({ ...query, connection: sendable(query.connection) });

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
