import { tokenAddress } from '../../request/connection';
import { environment } from '../../request/environment';
import { commentText, snippetOpening, tokenFields, type SnippetQuery } from './environment';

const variable = (name: string) => `{{$processEnv ${name}}}`;
/** Text that can't be mistaken for the file's own variable syntax. */
const plain = (text: string) => commentText(text).replaceAll('{{', '{ {');

/** Where REST Client finds the token in the response to the request called `token`. */
const tokenPath = 'token.response.body.$.access_token';

/** Declares a variable for each of these names, from the environment variable beside it. */
const variableLines = (secrets: readonly (readonly [name: string, from: string])[]): string[] => [
  '# A percent sign before the name of a variable percent-encodes its value.',
  ...secrets.map(([name, from]) => `@${name} = ${variable(from)}`),
  '# REST Client up to version 0.25 reads these instead, and leaves &, +, and % as they are.',
  ...secrets.map(([name, from]) => `@%${name} = ${variable(from)}`),
  '# httpYac reads these instead.',
  ...secrets.map(([name, from]) => `@%${name}:= {{encodeURIComponent(process.env.${from} ?? '')}}`),
];

/**
 * For the REST Client extension and for httpYac: a named token request whose response the data request uses.
 * The secrets are percent-encoded by `{{%name}}`, which is documented for REST Client. Its releases up to
 * 0.25 treat the percent sign as part of the name, as httpYac does, so there are variables with these names,
 * too. `:=` declares a variable only in httpYac: REST Client treats the colon as part of the name.
 */
export function httpSnippet(query: SnippetQuery): string {
  const { dataset, url, connection, sampleSignIn } = query;
  const { clientId, clientAuthentication, tokenScheme, secretHeaders } = connection;
  const secrets = [
    ...(sampleSignIn
      ? []
      : ([
          ['username', environment.username],
          ['password', environment.password],
        ] as const)),
    ...(clientAuthentication === 'none' ? [] : [['client_secret', environment.clientSecret] as const]),
  ] as const;
  const signIn = sampleSignIn
    ? [sampleSignIn.username, sampleSignIn.password].map(encodeURIComponent)
    : ['{{%username}}', '{{%password}}'];
  const fields = [
    ...tokenFields(connection).map(([name, value]) => `${name}=${encodeURIComponent(value)}`),
    ...['username', 'password'].map((name, at) => `${name}=${signIn[at] ?? ''}`),
    ...(clientAuthentication === 'body' ? ['client_secret={{%client_secret}}'] : []),
  ];
  const basic =
    clientAuthentication === 'basic'
      ? [`Authorization: Basic ${plain(encodeURIComponent(clientId))}:{{%client_secret}}`]
      : [];
  const headers = secretHeaders.map((name) => `${plain(name)}: ${variable(environment.header(name))}`);
  return [
    snippetOpening('#', query),
    '# In REST Client, send the requests in this order. Or run: npx httpyac send FILE.http --all --output response',
    '',
    ...(secrets.length === 0 ? [] : [...variableLines(secrets), '']),
    '# @name token',
    '# @no-redirect',
    `POST ${plain(tokenAddress(connection))}`,
    'Content-Type: application/x-www-form-urlencoded',
    ...basic,
    '',
    fields.map((field, index) => (index === 0 ? field : `&${field}`)).join('\n'),
    '',
    '###',
    '',
    `# ${plain(dataset.summary())} 204, a JSON string, or an empty array means no data.`,
    '# @name data',
    '# @no-redirect',
    '# httpYac requests the token first, stops without one, and knows it by another name.',
    '# @ref token',
    "# @disabled require('assert').ok(token?.access_token, `HTTP ${tokenResponse.statusCode}: no token was granted`)",
    `@${tokenPath} = {{token.access_token}}`,
    `GET ${plain(url)}`,
    `Authorization: ${plain(tokenScheme)} {{${tokenPath}}}`,
    'Accept: application/json',
    'Accept-Encoding: gzip',
    ...headers,
    '',
  ].join('\n');
}
