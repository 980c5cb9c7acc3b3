import { tokenAddress } from '../../request/connection';
import { environment } from '../../request/environment';
import {
  addressParts,
  isList,
  openingComment,
  tokenFields,
  variablesOf,
  type RequestToCopy,
} from './requestToCopy';

/** Text between double quotation marks of a POSIX shell. */
const quoted = (text: string) => text.replace(/[\\"$`]/g, '\\$&');

/** A value of a form that a shell, and curl in a configuration, leave as it is. */
const formValue = (text: string) => encodeURIComponent(text).replaceAll("'", '%27');

/**
 * The days of a script. The rule of the clocks is written out, because not every machine that has a shell
 * knows time zones by name. GNU and BusyBox read a time after `-d`, macOS after `-r`.
 */
const dayCode = String.raw`export TZ=CET-1CEST,M3.5.0,M10.5.0/3 # the market's clocks, by which days from today are counted
noon=$(($(date +%s) + (112 - 1$(date +%H)) * 3600))
at() { date -d "@$1" "+$2" 2>/dev/null || date -r "$1" "+$2"; }
`;
const meaningCode = {
  date: 'date_of() { at $((noon + $1 * 86400)) %F; }\n',
  start: `start_of() { at $((noon + ($1 - 1) * 86400)) %FT%z | sed 's/+0100/23:00:00Z/; s/+0200/22:00:00Z/'; }\n`,
} as const;

/**
 * A script for sh with curl, in a here-document. So however it ends, the shell that it's pasted into goes on.
 * That shell only passes the script on: an interactive zsh, for example, would run its comments as commands.
 * Secrets reach curl through a configuration on standard input, so that no list of processes shows them.
 */
export function curlCommand(query: RequestToCopy): string {
  const { connection } = query;
  const { clientId, clientAuthentication, tokenScheme, secretHeaders } = connection;
  const variables = variablesOf(query).map((name) => `"\${${name}?}"`);
  const encoded = (name: string) => `$(encoded "$${name}")`;
  const form = tokenFields(query, formValue, encoded).map(([name, code]) => `${name}=${code}`);
  const signIn = [
    // The client ID and secret are form-encoded before they go into the header (RFC 6749, 2.3.1).
    ...(clientAuthentication === 'basic'
      ? [String.raw`user = \"${formValue(clientId)}:${encoded(environment.clientSecret)}\"`]
      : []),
    `data = ${form.join('&')}`,
  ];
  const headers = [
    String.raw`header = \"Authorization: ${quoted(tokenScheme)} $token\"`,
    ...secretHeaders.map(
      (name) => String.raw`header = \"${quoted(name)}: $(escaped "$${environment.header(name)}")\"`,
    ),
  ];
  const parts = addressParts(query);
  const address = parts.map((part) =>
    typeof part === 'string' ? quoted(part) : `$(${part.meaning}_of ${part.days})`,
  );
  const meanings = new Set(parts.flatMap((part) => (typeof part === 'string' ? [] : [part.meaning])));
  const days = [...meanings].map((meaning) => meaningCode[meaning]);
  return String.raw`sh <<'END_OF_SCRIPT'
${openingComment('#', query)}
set -eu
${variables.length > 0 ? `: ${variables.join(' ')}\n` : ''}folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
request() { # takes secrets on standard input, where no other program sees them, and follows no redirect
  status=$(printf '%s\n' "$2" | curl --disable --silent --show-error --globoff --compressed \
    --connect-timeout 60 --speed-time 60 --dump-header headers --output body --write-out '%{http_code}' --config - "$1")
}
encoded() { printf '%s' "$1" | od -An -v -tx1 | tr -d ' \n' | sed 's/../%&/g'; }
${secretHeaders.length > 0 ? String.raw`escaped() { printf '%s' "$1" | sed 's/[\\"]/\\&/g'; }${'\n'}` : ''}fail() { printf '%s\n' "$1: HTTP $status. $(head -c 2000 body | LC_ALL=C tr -d '\000-\037\177')" >&2; exit 1; }

request "${quoted(tokenAddress(connection))}" "${signIn.join('\n')}"
[ "$status" = 200 ] || fail 'The sign-in failed'
token=$(tr -d '\r\n' <body | sed -n 's/\\u002[Bb]/+/g; s/\\u002[Ff]/\//g; s/\\u003[Dd]/=/g; s/\\\//\//g
  s/.*"access_token" *: *"\([^"\\]*\)".*/\1/p')
: >body # It may contain secrets.
[ -n "$token" ] || fail 'The response to the sign-in has no token'
${days.length > 0 ? dayCode + days.join('') : ''}get() {
  request "${address.join('')}" "${headers.join('\n')}"
}
get
wait=$(tr -d '\r' <headers | sed -n 's/^[Rr]etry-[Aa]fter: *\([0-9]\{1,3\}\)$/\1/p')
if [ "$status" -ge 400 ] && [ -n "$wait" ] && [ "$wait" -le 120 ]; then
  echo "The service is busy. Trying again in $wait s." >&2
  sleep "$wait"
  get
fi
[ "$status" = 204 ] && echo 'No data.' >&2 && exit
[ "$status$(LC_ALL=C tr -d '[:space:]\357\273\277' <body | LC_ALL=C sed 's/^\(.\).*\(.\)$/\1\2/')" = '200${
    isList(query) ? '[]' : '{}'
  }' ] || fail 'No data was received'
cat body
END_OF_SCRIPT
`;
}
