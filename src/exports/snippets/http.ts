import type { SnippetQuery } from './snippets';
import { tokenAddress } from '../../request/connection';
import { commentText, environment, opening, tokenFields } from './environment';

const variable = (name: string) => `{{$processEnv ${name}}}`;
/** Text that the file's own syntax cannot read as something else. */
const plain = (text: string) => commentText(text).replaceAll('{{', '{ {');

/**
 * For the REST Client extension: a named token request whose answer the data request uses. httpYac
 * takes the same file but for the token, which it names otherwise. Both put variables into the form
 * and into the client's credentials as they are.
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
    '# Percent-encode their values where they hold more than letters and digits.',
    '',
    '# @name token',
    `POST ${plain(tokenAddress(connection))}`,
    'Content-Type: application/x-www-form-urlencoded',
    ...basic,
    '',
    fields.map((field, place) => (place === 0 ? field : `&${field}`)).join('\n'),
    '',
    '###',
    '',
    `# ${plain(dataset.summary())} 204, a JSON text or an empty list all mean: no data.`,
    `GET ${plain(url)}`,
    '# The token is written as REST Client wants it; httpYac wants token.access_token instead.',
    `Authorization: ${plain(tokenScheme)} {{token.response.body.access_token}}`,
    'Accept: application/json',
    'Accept-Encoding: gzip',
    ...headers,
    '',
  ].join('\n');
}
