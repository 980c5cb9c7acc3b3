import { tokenAddress } from '../../request/connection';
import type { SnippetQuery } from './snippets';
import { environment, opening, pythonLiteral as literal, tokenFields } from './environment';

/** For Python 3.9 or newer, with only its standard library. */
export function pythonSnippet(query: SnippetQuery): string {
  const { url, connection } = query;
  const { clientId, clientAuthentication, tokenScheme, secretHeaders } = connection;
  const read = (name: string) => `secret(${literal(name)})`;
  const form = [
    ...tokenFields(connection).map(([name, value]) => `        (${literal(name)}, ${literal(value)}),`),
    `        ("username", ${read(environment.username)}),`,
    `        ("password", ${read(environment.password)}),`,
    ...(clientAuthentication === 'body'
      ? [`        ("client_secret", ${read(environment.clientSecret)}),`]
      : []),
  ];
  const basic =
    clientAuthentication === 'basic'
      ? `
    # The client ID and secret are form-encoded before they go into the header (RFC 6749, 2.3.1).
    client = quote(${literal(clientId)}, safe="") + ":" + quote(${read(environment.clientSecret)}, safe="")
    request.add_header("Authorization", "Basic " + b64encode(client.encode()).decode())`
      : '';
  const headers = secretHeaders.map(
    (name) => `        request.add_header(${literal(name)}, ${read(environment.header(name))})\n`,
  );
  return `${opening('#', query)}
import gzip
import json
import os
import sys
import time
${clientAuthentication === 'basic' ? 'from base64 import b64encode\n' : ''}from email.utils import parsedate_to_datetime
from urllib.error import HTTPError
from urllib.parse import ${clientAuthentication === 'basic' ? 'quote, urlencode' : 'urlencode'}
from urllib.request import HTTPRedirectHandler, Request, build_opener

TOKEN_URL = ${literal(tokenAddress(connection))}
DATA_URL = ${literal(url)}


class NoRedirect(HTTPRedirectHandler):
    """A redirect would send the password or the token to another address."""

    def redirect_request(self, *args):
        return None


opener = build_opener(NoRedirect)


def secret(name):
    if name not in os.environ:
        sys.exit(f"Set the environment variable {name}.")
    return os.environ[name]


_token = {"text": None, "until": 0.0}


def get_token():
    if _token["text"] is not None and time.time() < _token["until"]:
        return _token["text"]
    form = [
${form.join('\n')}
    ]
    request = Request(TOKEN_URL, data=urlencode(form).encode())${basic}
    with opener.open(request, timeout=60) as response:
        granted = json.load(response)
    # Renewed a minute early. A token without a lifetime is used until the service responds with 401.
    lifetime = float(granted.get("expires_in", "inf")) - 60
    _token.update(text=granted["access_token"], until=time.time() + lifetime)
    return _token["text"]


def retry_after(value):
    """Return the seconds to wait, from a Retry-After value in seconds or as an HTTP date."""
    if value is None:
        return 2.0
    if value.isdigit():
        return float(value)
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
    except (TypeError, ValueError):
        return 2.0


def load():
    """Return the records as dictionaries, or an empty list if there is no data."""
    renewed = False
    for _ in range(5):
        request = Request(DATA_URL)
        request.add_header("Authorization", ${literal(`${tokenScheme} `)} + get_token())
        request.add_header("Accept", "application/json")
        request.add_header("Accept-Encoding", "gzip")
${headers.join('')}        try:
            with opener.open(request, timeout=60) as response:
                if response.status == 204:
                    return []
                body = response.read()
                if response.headers.get("Content-Encoding") == "gzip":
                    body = gzip.decompress(body)
        except HTTPError as error:
            if error.code == 401 and not renewed:
                renewed = True
                _token["text"] = None
                continue
            if error.code == 429:
                time.sleep(retry_after(error.headers.get("Retry-After")))
                continue
            sys.exit(f"HTTP {error.code}")
        records = json.loads(body)
        if isinstance(records, str):
            return []  # the service's "no data" message
        return records if isinstance(records, list) else [records]
    sys.exit("The service is still busy after five attempts.")


if __name__ == "__main__":
    records = load()
    print(json.dumps(records[:2], indent=2))
    print(len(records), "records")
`;
}
