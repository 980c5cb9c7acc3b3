import { tokenAddress } from '../../request/connection';
import { environment } from '../../request/environment';
import {
  snippetOpening,
  attempts,
  dataFields,
  longestWaitSeconds,
  partialText,
  timeoutSeconds,
  tokenFields,
  variablesOf,
  wordFields,
  type SnippetQuery,
} from './environment';

/**
 * In a POSIX shell, single quotes can contain everything except a single quote. Text that a shell would
 * expand gets double quotes and escapes instead, which show a reader that it isn't meant to be expanded.
 */
const quote = (text: string) =>
  /[$`]/.test(text) ? `"${text.replace(/[\\"$`]/g, '\\$&')}"` : `'${text.replaceAll("'", `'\\''`)}'`;

/** Text for a here-document, where the shell still expands `$()` and backticks. */
const plain = (text: string) => (/^[\w-]+$/.test(text) ? text : `$(escaped ${quote(text)})`);

/** Ends the here-document with the script. No line of a script is that word. */
const endMark = 'END_OF_SCRIPT';

/**
 * A script for sh with curl, in a here-document. So however it ends, the shell that it's pasted into goes on.
 * That shell only passes the script on: an interactive zsh, for example, would run its comments as commands.
 */
export const curlSnippet = (query: SnippetQuery): string =>
  `sh <<'${endMark}'\n${curlScript(query)}${endMark}\n`;

/** Secrets reach curl through a configuration on standard input, so that no process list shows them. */
function curlScript(query: SnippetQuery): string {
  const { dataset, url, connection, sampleSignIn } = query;
  const { clientId, clientAuthentication, tokenScheme, secretHeaders } = connection;
  const fields = tokenFields(connection).map(
    ([name, value]) => `  --data-urlencode ${quote(`${name}=${value}`)}`,
  );
  const signIn = sampleSignIn
    ? [plain(sampleSignIn.username), plain(sampleSignIn.password)]
    : [environment.username, environment.password].map((name) => `$(escaped "$${name}")`);
  const secrets = [
    ...['username', 'password'].map((name, at) => `data-urlencode = "${name}=${signIn[at] ?? ''}"`),
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
  const variables = variablesOf(query).map((name) => `"\${${name}?Set this environment variable first.}"`);
  return `${snippetOpening('#', query)}
# Paste it into a terminal, or run the file with sh. Prints the response. Everything else goes to standard
# error. Ends with status 0 if there is data or the service says that there is none, otherwise with 1 or more.
set -eu
${variables.length === 0 ? '' : `: ${variables.join(' ')}\n`}
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
  # A byte order mark is not part of the JSON after it.
  if [ "$(head -c 3 "$folder/body")" = "$(printf '\\357\\273\\277')" ]; then
    tail -c +4 "$folder/body" >"$folder/json"
    mv "$folder/json" "$folder/body"
  fi
}

# Removes characters that control a terminal.
printable() { head -c 2000 | LC_ALL=C tr -d '\\000-\\010\\013-\\037\\177'; }

# The words of the service.
words() { printable <"$folder/body"; }

# Says what a response other than a success means.
require_success() {
  case $status in
    206) fail '${partialText}' ;;
    2*) ;;
    3*) fail "$1: HTTP $status, a redirect to another address, which was not followed." ;;
    *) fail "$1: HTTP $status. $(words)" ;;
  esac
}

# A text in the response to the sign-in, with the escape sequences of JSON.
text_of() {
  tr -d '\\r\\n' <"$folder/body" |
    LC_ALL=C sed -nE 's/.*"'"$1"'"[[:space:]]*:[[:space:]]*"(([^"\\\\]|\\\\.)*)".*/\\1/p'
}

# A token has letters, digits, and -._~+/= (RFC 6750, 2.1). JSON may escape +, /, and =.
granted() {
  text_of access_token |
    sed 's/\\\\u002[Bb]/+/g; s/\\\\u002[Ff]/\\//g; s/\\\\u003[Dd]/=/g; s/\\\\\\//\\//g'
}

# The words of the service in a response without a token. The rest of it may be secret.
said() {
  for name in ${wordFields.join(' ')}; do
    text=$(text_of "$name" | sed 's|\\\\\\(["\\/]\\)|\\1|g' | printable)
    if [ -n "$text" ]; then
      printf ' %s' "$text"
      return
    fi
  done
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
require_success 'The sign-in failed'
token=$(granted)
[ -n "$token" ] || fail "The sign-in failed: the response contains no token.$(said)"
case $token in *\\\\*) fail 'The token has escape sequences that this script cannot read.' ;; esac

attempt=1
while :; do
  request ${quote(url)} --header 'Accept: application/json' <<END
header = "Authorization: ${plain(tokenScheme)} $(escaped "$token")"
${headers.map((line) => `${line}\n`).join('')}END
  wait=$(retry_after)
  case $status in
    429) ;;
    503) [ -n "$wait" ] || break ;;
    *) break ;;
  esac
  [ "$attempt" -lt ${attempts} ] || require_success "The service is busy, even after $attempt attempts"
  [ -n "$wait" ] || wait=$((1 << (attempt - 1)))
  [ "$wait" -gt 0 ] || wait=1
  [ "$wait" -le "$longest_wait" ] ||
    require_success "The service is busy. Retry-After is $wait s; this script waits for $longest_wait s at most"
  echo "The service is busy. Trying again in $wait s." >&2
  sleep "$wait"
  attempt=$((attempt + 1))
done

if [ "$status" = 204 ]; then
  echo 'No data.' >&2
  exit
fi
require_success 'No data was received'
# What the response begins and ends with. A JSON string and an empty array mean no data.
first=$(LC_ALL=C tr -d '[:space:]' <"$folder/body" | head -c 2)
last=$(tail -c 64 "$folder/body" | LC_ALL=C tr -d '[:space:]' | tail -c 1)
case $first$last in
  '[]]' | '"'*'"') echo "No data. $(words)" >&2 ;;
  '['*']' | '{'*'}')
    # Data has at least one of these fields, soon after its start.
    head -c 65536 "$folder/body" | grep -qE '"(${dataFields(dataset).join('|')})"' ||
      fail "The service sent something other than data: HTTP $status. $(words)"
    ;;
  *) fail 'The response is not JSON, or is incomplete.' ;;
esac
cat "$folder/body"
`;
}
