import type { SnippetQuery } from './snippets';
import { tokenAddress } from '../../request/connection';
import { commentText, environment, opening, tokenFields } from './environment';

const variable = (name: string) => `{{$processEnv ${name}}}`;
/** Text that can't be mistaken for the file's own variable syntax. */
const plain = (text: string) => commentText(text).replaceAll('{{', '{ {');

/**
 * For the REST Client extension: a named token request whose response the data request uses. httpYac
 * reads the same file, but refers to the token differently. Both insert variables into the form and
 * the client's credentials without encoding them.
 */
export function httpSnippet(query: SnippetQuery): string {
  const { dataset, url, connection } = query;
  const { clientId, clientAuthentication, tokenScheme, secretHeaders } = connection;
  const fields = [
    ...tokenFields(connection).map(([name, value]) => `${name}=${encodeURIComponent(value)}`),
    `username=${variable(environment.username)}`,
    `password=${variable(environment.password)}`,
    ...(clientAuthentication === 'body' ? [`client_secret=${variable(environment.clientSecret)}`] : []),
  ];
  const basic =
    clientAuthentication === 'basic'
      ? [`Authorization: Basic ${plain(encodeURIComponent(clientId))}:${variable(environment.clientSecret)}`]
      : [];
  const headers = secretHeaders.map((name) => `${plain(name)}: ${variable(environment.header(name))}`);
  return [
    opening('#', query),
    '# Percent-encode values that contain anything but letters and digits.',
    '',
    '# @name token',
    `POST ${plain(tokenAddress(connection))}`,
    'Content-Type: application/x-www-form-urlencoded',
    ...basic,
    '',
    fields.map((field, index) => (index === 0 ? field : `&${field}`)).join('\n'),
    '',
    '###',
    '',
    `# ${plain(dataset.summary())} 204, a JSON string, or an empty array means no data.`,
    `GET ${plain(url)}`,
    '# This is the syntax of REST Client. For httpYac, use token.access_token instead.',
    `Authorization: ${plain(tokenScheme)} {{token.response.body.access_token}}`,
    'Accept: application/json',
    'Accept-Encoding: gzip',
    ...headers,
    '',
  ].join('\n');
}
