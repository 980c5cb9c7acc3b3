import type { Connection } from '../../request/connection';
import type { SnippetQuery } from './snippets';

/** The environment variables from which a snippet reads the user's secrets. */
export const environment = {
  username: 'MARKET_DATA_USERNAME',
  password: 'MARKET_DATA_PASSWORD',
  clientSecret: 'MARKET_DATA_CLIENT_SECRET',
  header: (name: string) => `MARKET_DATA_HEADER_${name.toUpperCase().replace(/[^A-Z0-9]/g, '_')}`,
} as const;

/** The variables that a snippet for the connection reads, in the order in which it lists them. */
export function variablesOf(connection: Connection): string[] {
  return [
    environment.username,
    environment.password,
    ...(connection.clientAuthentication === 'none' ? [] : [environment.clientSecret]),
    ...connection.secretHeaders.map(environment.header),
  ];
}

/** The first lines of a snippet, each prefixed with the language's comment mark. */
export function opening(mark: string, { dataset, connection, sampleSignIn }: SnippetQuery): string {
  const lines = [
    `${commentText(dataset.title())}. Set ${variablesOf(connection).join(', ')} first.`,
    ...(sampleSignIn
      ? [
          'The sample service runs only while VS Code is open. Its sign-in is the same for everyone:',
          `${environment.username}=${sampleSignIn.username} ${environment.password}=${sampleSignIn.password}`,
        ]
      : []),
  ];
  return lines.map((line) => `${mark} ${line}`).join('\n');
}

/** Fixed form fields of the token request. User name, password, and client secret are read at run time. */
export function tokenFields(connection: Connection): [string, string][] {
  const { clientId, scope, clientAuthentication } = connection;
  return [
    ['grant_type', 'password'],
    ...(scope === '' ? [] : [['scope', scope] as [string, string]]),
    ...(clientAuthentication === 'basic' || clientId === ''
      ? []
      : [['client_id', clientId] as [string, string]]),
  ];
}

/** Text for a one-line comment, which a line break would end. */
export const commentText = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');

/** A TypeScript literal, ASCII only: no line separator breaks it. */
export const typescriptLiteral = (text: string): string =>
  JSON.stringify(text).replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** A Python literal, ASCII only. Python does not join surrogates, so each character is one escape. */
export const pythonLiteral = (text: string): string =>
  JSON.stringify(text).replace(
    /[\u007f-\u{10ffff}]/gu,
    (character) => `\\U${(character.codePointAt(0) ?? 0).toString(16).padStart(8, '0')}`,
  );
