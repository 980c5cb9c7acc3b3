import { givenParameters, meaningOfDay } from '../../market/query/enteredDays';
import type { Query } from '../../market/query/query';
import { recordShapes } from '../../market/records/recordKinds';
import { marketZone } from '../../market/time/deliveryDay';
import { daysFromToday } from '../../market/daysInWords/readTime';
import type { Connection } from '../../request/connection';
import { environment } from '../../request/environment';
import { pathWithParameters, targetOf } from '../../request/requestTarget';

/** A request for use outside the editor. Contains no secret: secrets come from environment variables. */
export interface RequestToCopy extends Query {
  readonly connection: Connection;
  /** Only for the sample service, whose credentials are the same for everyone. */
  readonly sampleSignIn?: { readonly username: string; readonly password: string };
}

/** What the variables of a copied request depend on. */
export type SignInSource = Pick<RequestToCopy, 'connection' | 'sampleSignIn'>;

/** The variables that must be set for a copied request, in the order in which it lists them. */
export function variablesOf({ connection, sampleSignIn }: SignInSource): string[] {
  return [
    ...(sampleSignIn ? [] : [environment.username, environment.password]),
    ...(connection.clientAuthentication === 'none' ? [] : [environment.clientSecret]),
    ...connection.secretHeaders.map(environment.header),
  ];
}

/**
 * The first lines of a copied request, each prefixed with the language's comment mark.
 *
 * @param note What to know about the variables.
 */
export function openingComment(mark: string, query: RequestToCopy, note = ''): string {
  const title = commentText(query.dataset.title());
  const lines = [
    query.sampleSignIn
      ? `${title} of the sample service, which runs only while VS Code is open.`
      : `${title}. Set ${variablesOf(query).join(', ')} first.${note}`,
    `market-data: ${queryComment(query)}`,
  ];
  return lines.map((line) => `${mark} ${line}`).join('\n');
}

/**
 * The query as JSON on one line of ASCII, from which the extension can read the request again; days given as
 * words are in the market's time zone. Two braces would begin a variable in an `.http` file; in this JSON,
 * they can only be part of a text.
 */
const queryComment = (query: RequestToCopy): string =>
  asciiJson({ dataset: query.dataset.id, parameters: givenParameters(query, marketZone) }).replaceAll(
    '{{',
    '{\\u007b',
  );

/** A day that a copied request works out when it runs. */
export interface DayInWords {
  /** Its distance from today in days, in the market's time zone. */
  readonly days: number;
  /** Whether its date is sent, or the instant at which it starts. */
  readonly meaning: 'date' | 'start';
}

/**
 * The address of the data, divided where a copied request inserts a day. Only days in words that mean the same in
 * the market's time zone are inserted; all other times stay as they were sent.
 */
export function addressParts(query: RequestToCopy): (string | DayInWords)[] {
  const { dataset, parameters, connection } = query;
  const given = givenParameters(query, marketZone);
  const pairs = dataset.parameters.flatMap((parameter): (string | readonly [string, DayInWords])[] => {
    const { name } = parameter;
    const value = parameters[name];
    if (value === undefined) return [];
    const word = given[name];
    const days = word === undefined || word === value ? undefined : daysFromToday(word);
    if (days === undefined) return [pathWithParameters('', { [name]: value }).slice(1)];
    const meaning = meaningOfDay(parameter);
    // A day ends when the next one starts.
    return [[`${name}=`, meaning === 'end' ? { days: days + 1, meaning: 'start' } : { days, meaning }]];
  });
  const start = connection.baseUrl + targetOf({ dataset, parameters: {} }, connection);
  return [start, ...pairs.flatMap((pair, at) => [at === 0 ? '?' : '&', pair].flat())];
}

/** Whether data is an array. Any other JSON is what the service says instead of data. */
export const isList = ({ dataset }: Query): boolean => recordShapes[dataset.record].root === 'array';

/**
 * The form fields of the token request and their values as code: a `literal` for what is known, and a `variable` of the
 * environment for user name, password, and client secret, which are read at run time.
 */
export function tokenFields(
  { connection, sampleSignIn }: SignInSource,
  literal: (text: string) => string,
  variable: (name: string) => string,
): [name: string, code: string][] {
  const { clientId, scope, clientAuthentication } = connection;
  const fields: [string, string][] = [['grant_type', literal('password')]];
  if (scope !== '') fields.push(['scope', literal(scope)]);
  if (clientAuthentication !== 'basic' && clientId !== '') fields.push(['client_id', literal(clientId)]);
  for (const name of ['username', 'password'] as const) {
    fields.push([name, sampleSignIn ? literal(sampleSignIn[name]) : variable(environment[name])]);
  }
  if (clientAuthentication === 'body') fields.push(['client_secret', variable(environment.clientSecret)]);
  return fields;
}

/** Text for a one-line comment, which line breaks would end. */
export const commentText = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');

/** JSON with escapes for everything that isn't ASCII, such as line separators. Also a TypeScript literal. */
export const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
