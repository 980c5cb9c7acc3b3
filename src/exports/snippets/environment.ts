import type { Connection } from '../../request/connection';
import type { SnippetQuery } from './snippets';

/** Where the person's secrets stand when a snippet runs. */
export const environment = {
  username: 'MARKET_DATA_USERNAME',
  password: 'MARKET_DATA_PASSWORD',
  clientSecret: 'MARKET_DATA_CLIENT_SECRET',
  header: (name: string) => `MARKET_DATA_HEADER_${name.toUpperCase().replace(/[^A-Z0-9]/g, '_')}`,
} as const;

/** The variables a snippet for the connection reads, in the order they are named to the person. */
export function variablesOf(connection: Connection): string[] {
  return [
    environment.username,
    environment.password,
    ...(connection.clientAuthentication === 'none' ? [] : [environment.clientSecret]),
    ...connection.secretHeaders.map(environment.header),
  ];
}

/** The first lines of a snippet, each after the language's mark for a comment. */
export function opening(mark: string, { dataset, connection, sampleSignIn }: SnippetQuery): string {
  const lines = [
    `${commentText(dataset.title)}. Set ${variablesOf(connection).join(', ')} first.`,
    ...(sampleSignIn
      ? [
          'The sample service runs while VS Code does, and its sign-in is the same for everybody:',
          `${environment.username}=${sampleSignIn.username} ${environment.password}=${sampleSignIn.password}`,
        ]
      : []),
  ];
  return lines.map((line) => `${mark} ${line}`).join('\n');
}

/** Fixed form fields of the token request; user name, password and client secret come at run time. */
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

/** One line of words for a comment: no line break may end it. */
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
