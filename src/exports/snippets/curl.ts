import type { SnippetQuery } from './snippets';
import { tokenAddress } from '../../request/connection';
import {
  attempts,
  environment,
  longestWaitSeconds,
  opening,
  timeoutSeconds,
  tokenFields,
  variablesOf,
} from './environment';

/**
 * In a POSIX shell, single quotes can contain everything except a single quote. Text that a shell would
 * expand gets double quotes and escapes instead, which show a reader that it isn't meant to be expanded.
 */
const quote = (text: string) =>
  /[$`]/.test(text) ? `"${text.replace(/[\\"$`]/g, '\\$&')}"` : `'${text.replaceAll("'", `'\\''`)}'`;

/** Text for a here-document, where the shell still expands `$()` and backticks. */
const plain = (text: string) => (/^[\w-]+$/.test(text) ? text : `$(escaped ${quote(text)})`);

/**
 * A script for sh with curl. Secrets reach curl through a configuration on standard input, so that no process
 * list shows them.
 */
export function curlSnippet(query: SnippetQuery): string {
  const { url, connection } = query;
  const { clientId, clientAuthentication, tokenScheme, secretHeaders } = connection;
  const fields = tokenFields(connection).map(
    ([name, value]) => `  --data-urlencode ${quote(`${name}=${value}`)}`,
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
# Prints the response. Everything else goes to standard error. Ends with status 0 if there is data or the
# service says that there is none, otherwise with 1 or more.
set -eu
: ${variablesOf(connection)
    .map((name) => `"\${${name}?Set this environment variable first.}"`)
    .join(' ')}

timeout=${timeoutSeconds} # seconds without any data
longest_wait=${longestWaitSeconds} # seconds

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
trap 'exit 1' HUP INT TERM

fail() {
  printf '%s\\n' "$*" >&2
  exit 1
}

# curl's configuration file needs \\, ", and line breaks escaped. The dot preserves trailing line breaks.
escaped() {
  text=$(printf '%s.' "$1" | sed 's/[\\\\"]/\\\\&/g' | awk 'NR > 1 { printf "\\\\n" } { printf "%s", $0 }')
  printf '%s' "\${text%.}"
}
${
  clientAuthentication === 'basic'
    ? `
# The client ID and secret are form-encoded before they go into the header (RFC 6749, 2.3.1).
urlencoded() { printf '%s' "$1" | od -An -v -tx1 | tr -d ' \\n' | sed 's/../%&/g'; }
`
    : ''
}
# Sends a request whose secrets are on standard input, and sets status. Does not follow redirects, which
# would send the secrets to another address.
request() {
  : >"$folder/headers"
  : >"$folder/body"
  status=$(
    curl --silent --show-error --globoff --compressed --connect-timeout "$timeout" \\
      --speed-limit 1 --speed-time "$timeout" --dump-header "$folder/headers" \\
      --output "$folder/body" --write-out '%{http_code}' --config - "$@"
  ) || case $? in
    18 | 56 | 92) fail 'The response was interrupted.' ;;
    28) fail "The service sent nothing for $timeout s." ;;
    *) fail 'The service could not be reached, or its response could not be read.' ;;
  esac
}

# The words of the service, without characters that control a terminal.
words() { head -c 2000 "$folder/body" | LC_ALL=C tr -d '\\000-\\010\\013-\\037\\177'; }

# Says what a response without data means.
rejected() {
  case $status in
    3*) fail "$1: HTTP $status, a redirect to another address, which was not followed." ;;
    *) fail "$1: HTTP $status. $(words)" ;;
  esac
}

# A token has letters, digits, and -._~+/= (RFC 6750, 2.1). JSON may escape +, /, and =.
granted() {
  tr -d '\\r\\n' <"$folder/body" |
    sed -n 's/.*"access_token"[[:space:]]*:[[:space:]]*"\\([^"]*\\)".*/\\1/p' |
    sed 's/\\\\u002[Bb]/+/g; s/\\\\u002[Ff]/\\//g; s/\\\\u003[Dd]/=/g; s/\\\\\\//\\//g'
}

# The seconds that Retry-After names, as a number or as a date; nothing if there is no usable one.
retry_after() {
  tr -d '\\r' <"$folder/headers" | awk -v now="$(date +%s)" '
    function epoch(day, month, year, time, clock) { # days from March on, so that leap days come last
      month = (index("JanFebMarAprMayJunJulAugSepOctNovDec", month) + 2) / 3
      if (month < 3) { month += 12; year-- }
      split(time, clock, ":")
      return (365 * year + int(year / 4) - int(year / 100) + int(year / 400) \\
        + int((153 * (month - 3) + 2) / 5) + day - 719469) * 86400 \\
        + clock[1] * 3600 + clock[2] * 60 + clock[3]
    }
    tolower($1) == "date:" && $7 == "GMT" { now = epoch($3, $4, $5, $6) }
    tolower($1) == "retry-after:" { seconds = $2; date = $7 == "GMT" ? epoch($3, $4, $5, $6) : "" }
    END {
      if (date != "") printf "%d", (date > now ? date - now : 0)
      else if (seconds ~ /^[0-9]+$/) printf "%s", length(seconds) < 10 ? seconds : 999999999
    }'
}

request --request POST ${quote(tokenAddress(connection))} \\
${fields.join(' \\\n')} <<END
${secrets.join('\n')}
END
case $status in
  2*) ;;
  *) rejected 'The sign-in failed' ;;
esac
token=$(granted)
[ -n "$token" ] || fail 'The sign-in failed: the response contains no token.'
case $token in *\\\\*) fail 'The token has escape sequences that this script cannot read.' ;; esac

attempt=1
while :; do
  request ${quote(url)} --header 'Accept: application/json' <<END
header = "Authorization: ${plain(tokenScheme)} $(escaped "$token")"
${headers.map((line) => `${line}\n`).join('')}END
  [ "$status" = 429 ] || break
  [ "$attempt" -lt ${attempts} ] || rejected "Too many requests, even after $attempt attempts"
  wait=$(retry_after)
  [ -n "$wait" ] || wait=$((1 << (attempt - 1)))
  [ "$wait" -gt 0 ] || wait=1
  [ "$wait" -le "$longest_wait" ] ||
    rejected "Too many requests. Retry-After is $wait s; this script waits for $longest_wait s at most"
  echo "Too many requests. Trying again in $wait s." >&2
  sleep "$wait"
  attempt=$((attempt + 1))
done

case $status in
  204)
    echo 'No data.' >&2
    exit
    ;;
  2*) ;;
  *) rejected 'No data was received' ;;
esac
# What the response begins and ends with. A JSON string and an empty array mean no data.
first=$(LC_ALL=C tr -d '[:space:]' <"$folder/body" | head -c 2)
last=$(tail -c 64 "$folder/body" | LC_ALL=C tr -d '[:space:]' | tail -c 1)
case $first$last in
  '[]]' | '"'*'"') echo "No data. $(words)" >&2 ;;
  '['*']' | '{'*'}') ;;
  *) fail 'The response is not JSON, or is incomplete.' ;;
esac
cat "$folder/body"
`;
}
