import type { Dataset } from '../../market/datasets/dataset';
import { givenParameters } from '../../market/query/askedDays';
import type { Query } from '../../market/query/query';
import { recordShapes } from '../../market/records/recordKinds';
import { marketZone } from '../../market/time/deliveryDay';
import type { Connection } from '../../request/connection';
import { environment } from '../../request/environment';

/** Seconds without any data after which a snippet gives up. */
export const timeoutSeconds = 60;

/** The longest `Retry-After`, in seconds, that a snippet waits for. */
export const longestWaitSeconds = 120;

/** How often a snippet sends its data request while the service is busy. */
export const attempts = 5;

/** A request for use outside the editor. Contains no secret: secrets come from environment variables. */
export interface SnippetQuery extends Query {
  /** The full data address. */
  readonly url: string;
  readonly connection: Connection;
  /** Only for the sample service, whose credentials are the same for everyone. */
  readonly sampleSignIn?: { readonly username: string; readonly password: string };
}

/** What the variables of a snippet depend on. */
export type SignInSource = Pick<SnippetQuery, 'connection' | 'sampleSignIn'>;

/** The variables that must be set for a snippet, in the order in which it lists them. */
export function variablesOf({ connection, sampleSignIn }: SignInSource): string[] {
  return [
    ...(sampleSignIn ? [] : [environment.username, environment.password]),
    ...(connection.clientAuthentication === 'none' ? [] : [environment.clientSecret]),
    ...connection.secretHeaders.map(environment.header),
  ];
}

/** The start of the comment in which programs say that their addresses can be replaced. */
export const addressesText = `${environment.baseUrl} and ${environment.authUrl} replace these addresses`;

/** The first lines of a snippet, each prefixed with the language's comment mark. */
export function snippetOpening(mark: string, query: SnippetQuery): string {
  const title = commentText(query.dataset.title());
  const lines = [
    query.sampleSignIn
      ? `${title} of the sample service, which runs only while VS Code is open.`
      : `${title}. Set ${variablesOf(query).join(', ')} first.`,
    `market-data: ${queryComment(query)}`,
  ];
  return lines.map((line) => `${mark} ${line}`).join('\n');
}

/**
 * The query as JSON on one line of ASCII, from which the extension can read the snippet again; days given as
 * words are in the market's time zone. Two braces would begin a variable in an `.http` file; in this JSON,
 * they can only be part of a text.
 */
const queryComment = (query: SnippetQuery): string =>
  asciiJson({ dataset: query.dataset.id, parameters: givenParameters(query, marketZone) }).replaceAll(
    '{{',
    '{\\u007b',
  );

/** An object without any of these fields is an error, even if the status is that of a success. */
export const dataFields = ({ record }: Pick<Dataset, 'record'>): readonly string[] =>
  recordShapes[record].own;

/** What a program says about a response with status 206. */
export const partialText = 'The service sent only part of the response (HTTP 206).';

/** Where a service puts its words in a response to the sign-in that has no token, the most helpful first. */
export const wordFields = ['error_description', 'error', 'message', 'title'] as const;

/** Fixed form fields of the token request. User name, password, and client secret are read at run time. */
export function tokenFields(connection: Connection): [string, string][] {
  const { clientId, scope, clientAuthentication } = connection;
  const fields: [string, string][] = [['grant_type', 'password']];
  if (scope !== '') fields.push(['scope', scope]);
  if (clientAuthentication !== 'basic' && clientId !== '') fields.push(['client_id', clientId]);
  return fields;
}

/**
 * The connection without lone surrogates in its settings, because no encoding can send them: they become
 * U+FFFD.
 */
export const sendable = (connection: Connection): Connection => ({
  ...connection,
  clientId: wellFormed(connection.clientId),
  scope: wellFormed(connection.scope),
});

const wellFormed = (text: string) => text.replace(/\p{Cs}/gu, '\ufffd');

/** Text for a one-line comment, which line breaks would end. */
export const commentText = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');

/** JSON with escapes for everything that isn't ASCII, such as line separators. */
const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** A TypeScript literal, ASCII only. */
export const typescriptLiteral = (text: string): string => asciiJson(text);
