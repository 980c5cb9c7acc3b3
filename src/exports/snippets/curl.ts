import type { SnippetQuery } from '../snippets';
import { commentText, environment, tokenFields, tokenUrl, variablesOf } from './environment';

/** Single quotes hold everything in a POSIX shell but themselves. */
const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** Words for a here-document: the shell would still run `$()` and backticks in them. */
const plain = (text: string) => (/^[\w-]+$/.test(text) ? text : `$(escaped ${quote(text)})`);

/**
 * For sh with curl. Secrets reach curl through a configuration on standard input, so that they stand
 * in no process list.
 */
export function curlSnippet({ dataset, url, connection }: SnippetQuery): string {
  const { clientId, clientAuthentication, tokenScheme, secretHeaders } = connection;
  const fields = tokenFields(connection).map(
    ([name, value]) => `    --data-urlencode ${quote(`${name}=${value}`)} \\`,
  );
  const secrets = [
    `data-urlencode = "username=$(escaped "$${environment.username}")"`,
    `data-urlencode = "password=$(escaped "$${environment.password}")"`,
    ...(clientAuthentication === 'basic'
      ? [
          `user = "$(escaped ${quote(encodeURIComponent(clientId))}):$(urlencoded "$${environment.clientSecret}")"`,
        ]
      : []),
    ...(clientAuthentication === 'body'
      ? [`data-urlencode = "client_secret=$(escaped "$${environment.clientSecret}")"`]
      : []),
  ];
  const headers = secretHeaders.map(
    (name) => `header = "${plain(name)}: $(escaped "$${environment.header(name)}")"`,
  );
  return `#!/bin/sh
# ${commentText(dataset.title)}. Set ${variablesOf(connection).join(', ')} first.
set -eu

# curl's configuration file wants \\ and " escaped.
escaped() { printf '%s' "$1" | sed 's/[\\\\"]/\\\\&/g'; }
${
  clientAuthentication === 'basic'
    ? `# Client id and secret are form-encoded before they go into the header (RFC 6749, 2.3.1).
urlencoded() { printf '%s' "$1" | od -An -v -tx1 | tr -d ' \\n' | sed 's/../%&/g'; }
`
    : ''
}
token=$(
  curl --silent --show-error --fail-with-body --request POST ${quote(tokenUrl(connection))} \\
${fields.join('\n')}
    --config - <<END | sed -n 's/.*"access_token" *: *"\\([^"]*\\)".*/\\1/p'
${secrets.join('\n')}
END
)
[ -n "$token" ] || { echo 'No token was granted.' >&2; exit 1; }

# 204, a JSON text or an empty list all mean: no data.
curl --silent --show-error --fail-with-body --compressed ${quote(url)} \\
  --header 'Accept: application/json' \\
  --config - <<END
header = "Authorization: ${plain(tokenScheme)} $(escaped "$token")"
${headers.map((line) => `${line}\n`).join('')}END
`;
}
