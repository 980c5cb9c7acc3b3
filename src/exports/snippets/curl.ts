import type { SnippetQuery } from './snippets';
import { tokenAddress } from '../../request/connection';
import { environment, opening, tokenFields, variablesOf } from './environment';

/** In a POSIX shell, single quotes can contain everything except a single quote. */
const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** Text for a here-document, where the shell still expands `$()` and backticks. */
const plain = (text: string) => (/^[\w-]+$/.test(text) ? text : `$(escaped ${quote(text)})`);

/**
 * For sh with curl 7.76 or newer. Secrets reach curl through a configuration on standard input, so
 * that no process list shows them.
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

# curl's configuration file needs \\, ", and line breaks escaped. The dot preserves trailing line breaks.
escaped() {
  text=$(printf '%s.' "$1" | sed 's/[\\\\"]/\\\\&/g' | awk 'NR > 1 { printf "\\\\n" } { printf "%s", $0 }')
  printf '%s' "\${text%.}"
}
${
  clientAuthentication === 'basic'
    ? `# The client ID and secret are form-encoded before they go into the header (RFC 6749, 2.3.1).
urlencoded() { printf '%s' "$1" | od -An -v -tx1 | tr -d ' \\n' | sed 's/../%&/g'; }

`
    : ''
}# A token has letters, digits, and -._~+/= (RFC 6750, 2.1). JSON may escape +, /, and =.
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
case $token in *\\\\*) echo 'The token has escape sequences that this script cannot read.' >&2; exit 1 ;; esac

response=$(mktemp)
trap 'rm -f "$response"' EXIT

# Retries up to four times; after a 429, it waits as long as Retry-After says. The output goes to a
# file so that rejected attempts do not print anything.
curl --silent --show-error --fail-with-body --globoff --compressed --retry 4 ${quote(url)} \\
  --header 'Accept: application/json' --output "$response" \\
  --config - <<END || { code=$?; cat "$response" >&2; exit "$code"; }
header = "Authorization: ${plain(tokenScheme)} $(escaped "$token")"
${headers.map((line) => `${line}\n`).join('')}END
# An empty body (204), a JSON string, or an empty array means no data.
cat "$response"
`;
}
