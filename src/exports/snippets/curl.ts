import type { SnippetQuery } from './snippets';
import { tokenAddress } from '../../request/connection';
import { environment, opening, tokenFields, variablesOf } from './environment';

/** Single quotes hold everything in a POSIX shell but themselves. */
const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** Words for a here-document: the shell would still run `$()` and backticks in them. */
const plain = (text: string) => (/^[\w-]+$/.test(text) ? text : `$(escaped ${quote(text)})`);

/**
 * For sh with curl 7.76 or newer. Secrets reach curl through a configuration on standard input, so that they stand
 * in no process list.
 */
export function curlSnippet(query: SnippetQuery): string {
  const { url, connection } = query;
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
${opening('#', query)}
set -eu
: ${variablesOf(connection)
    .map((name) => `"\${${name}?Set this environment variable first.}"`)
    .join(' ')}

# curl's configuration file wants \\, " and line breaks escaped. The dot keeps line breaks at the end.
escaped() {
  text=$(printf '%s.' "$1" | sed 's/[\\\\"]/\\\\&/g' | awk 'NR > 1 { printf "\\\\n" } { printf "%s", $0 }')
  printf '%s' "\${text%.}"
}
${
  clientAuthentication === 'basic'
    ? `# Client id and secret are form-encoded before they go into the header (RFC 6749, 2.3.1).
urlencoded() { printf '%s' "$1" | od -An -v -tx1 | tr -d ' \\n' | sed 's/../%&/g'; }

`
    : ''
}# A token is letters, digits and -._~+/= (RFC 6750, 2.1), of which + / = may come escaped.
granted() {
  tr -d '\\r\\n' |
    sed -n 's/.*"access_token"[[:space:]]*:[[:space:]]*"\\([^"]*\\)".*/\\1/p' |
    sed 's/\\\\u002[Bb]/+/g; s/\\\\u002[Ff]/\\//g; s/\\\\u003[Dd]/=/g; s/\\\\\\//\\//g'
}

token=$(
  curl --silent --show-error --fail-with-body --globoff --request POST ${quote(tokenAddress(connection))} \\
${fields.join('\n')}
    --config - <<END | granted
${secrets.join('\n')}
END
)
[ -n "$token" ] || { echo 'No token was granted.' >&2; exit 1; }
case $token in *\\\\*) echo 'The token has escapes that this script does not read.' >&2; exit 1 ;; esac

answer=$(mktemp)
trap 'rm -f "$answer"' EXIT

# Asks again, as long after a 429 as its Retry-After says, up to four times. In a file, as what was
# printed of a refusal could not be taken back.
curl --silent --show-error --fail-with-body --globoff --compressed --retry 4 ${quote(url)} \\
  --header 'Accept: application/json' --output "$answer" \\
  --config - <<END || { code=$?; cat "$answer" >&2; exit "$code"; }
header = "Authorization: ${plain(tokenScheme)} $(escaped "$token")"
${headers.map((line) => `${line}\n`).join('')}END
# Nothing (204), a JSON text or an empty list all mean: no data.
cat "$answer"
`;
}
