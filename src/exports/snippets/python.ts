import { askedParameters, dataPath, neededFunctions } from './days';
import type { SnippetQuery } from './snippets';
import {
  addressesText,
  attempts,
  environment,
  longestWaitSeconds,
  opening,
  timeoutSeconds,
  tokenFields,
} from './environment';

/** The longest line of Python code, by the usual formatters. Texts may be longer, as nothing divides them. */
const longestLine = 88;

/**
 * A Python literal, ASCII only. Python does not join surrogates, so each character is one escape. So is a
 * quotation mark: formatters would use the other kind of quotation marks around it.
 */
const literal = (text: string): string =>
  `"${JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('\\"', '\\u0022')
    .replace(
      /[\u007f-\u{10ffff}]/gu,
      (character) => `\\U${(character.codePointAt(0) ?? 0).toString(16).padStart(8, '0')}`,
    )}"`;

/** An assignment as formatters lay it out: in parentheses if they make it fit. */
function assigned(name: string, text: string): string {
  const line = `${name} = ${literal(text)}`;
  const indented = `    ${literal(text)}`;
  return line.length > longestLine && indented.length <= longestLine ? `${name} = (\n${indented}\n)` : line;
}

/** A dictionary with a line for each entry, which the comma after the last one keeps. */
const dictionary = (name: string, entries: readonly (readonly [string, string])[]): string =>
  [`${name} = {`, ...entries.map(([key, text]) => `    ${literal(key)}: ${literal(text)},`), '}'].join('\n');

/** What the snippet calls for what a day means. */
const dayCalls = {
  date: (word: string) => `str(date_of(${literal(word)}))`,
  start: (word: string) => `start_of(${literal(word)})`,
  end: (word: string) => `end_of(${literal(word)})`,
} as const;

/** The function that gives the parameters of a query by days. */
function parametersCode(query: SnippetQuery): string {
  const lines = askedParameters(query).map(({ name, value, day }) =>
    day
      ? `        ${literal(name)}: ${dayCalls[day.meaning](day.word)},  # ${value}`
      : `        ${literal(name)}: ${literal(value)},`,
  );
  return `
def parameters() -> dict[str, str]:
    """Return the parameters. The comments say what the copied query sent."""
    return {
${lines.join('\n')}
    }

`;
}

/** `zoneinfo` knows when clocks change. */
const dayCode = {
  date: `
def date_of(day: str) -> date:
    """Return the date of "today", "tomorrow", "yesterday", "today-7d", "2026-03-29"."""
    match = re.fullmatch(r"(today|tomorrow|yesterday)(?:([+-]\\d+)d)?", day)
    if match is None:
        return date.fromisoformat(day)
    word, shift = match.groups(default="0")
    days = {"yesterday": -1, "today": 0, "tomorrow": 1}[word] + int(shift)
    return datetime.now(TIME_ZONE).date() + timedelta(days)

`,
  start: `
def start_of(day: str, later: int = 0) -> str:
    """Return the instant at which a day starts. Some days have 23 or 25 hours."""
    start = date_of(day) + timedelta(later)
    midnight = datetime.combine(start, datetime.min.time(), TIME_ZONE)
    return midnight.astimezone(ZoneInfo("UTC")).isoformat().replace("+00:00", "Z")

`,
  end: `
def end_of(day: str) -> str:
    """Return the instant at which a day ends."""
    return start_of(day, 1)

`,
};

/** For Python 3.9 or newer, with only its standard library. */
export function pythonSnippet(query: SnippetQuery): string {
  const { connection, days } = query;
  const { clientId, clientAuthentication, tokenScheme, secretHeaders } = connection;
  const secrets: [string, string][] = [
    ['username', environment.username],
    ['password', environment.password],
    ...(clientAuthentication === 'body'
      ? [['client_secret', environment.clientSecret] as [string, string]]
      : []),
  ];
  const constants = [
    `# ${addressesText}.`,
    assigned('BASE_URL', connection.baseUrl),
    assigned('AUTH_URL', connection.authUrl),
    assigned('TOKEN_PATH', connection.tokenPath),
    assigned('DATA_PATH', dataPath(query)),
    assigned('TOKEN_SCHEME', tokenScheme),
    ...(clientAuthentication === 'basic' ? [assigned('CLIENT_ID', clientId)] : []),
    dictionary('FORM', tokenFields(connection)),
    '# Names of environment variables, by the names of the fields and headers they are for.',
    dictionary('SECRET_FIELDS', secrets),
    ...(secretHeaders.length > 0
      ? [
          dictionary(
            'SECRET_HEADERS',
            secretHeaders.map((name) => [name, environment.header(name)]),
          ),
        ]
      : []),
    ...(days
      ? [
          '# The time zone whose midnight starts a day. On Windows, it needs: pip install tzdata',
          `TIME_ZONE = ZoneInfo(${literal(days.zone)})`,
        ]
      : []),
    `TIMEOUT_SECONDS = ${timeoutSeconds}  # without any data`,
    `LONGEST_WAIT_SECONDS = ${longestWaitSeconds}`,
  ];
  const basic =
    clientAuthentication === 'basic'
      ? `
    # The client ID and secret are form-encoded before they go into the header
    # (RFC 6749, 2.3.1).
    client_secret = secret("${environment.clientSecret}")
    client = f"{quote(CLIENT_ID, safe='')}:{quote(client_secret, safe='')}"
    request.add_header("Authorization", f"Basic {b64encode(client.encode()).decode()}")`
      : '';
  const headers =
    secretHeaders.length > 0
      ? `
        for name, variable in SECRET_HEADERS.items():
            request.add_header(name, secret(variable))`
      : '';
  return `${opening('#', query)}
# Ends with status 0 if there is data or the service says that there is none, otherwise
# with 1. Or import load from this file.
from __future__ import annotations

import gzip
import json
import os
import re
import sys
import time
import zlib
${clientAuthentication === 'basic' ? 'from base64 import b64encode\n' : ''}${days ? 'from datetime import date, datetime, timedelta\n' : ''}from email.message import Message
from email.utils import parsedate_to_datetime
from http.client import HTTPException
from math import ceil, inf
from typing import IO, Any, NoReturn
from urllib.error import HTTPError, URLError
from urllib.parse import ${days || clientAuthentication === 'basic' ? 'quote, urlencode' : 'urlencode'}
from urllib.request import (
    HTTPRedirectHandler,
    ProxyHandler,
    Request,
    build_opener,
    getproxies,
)
${days ? 'from zoneinfo import ZoneInfo\n' : ''}
${constants.join('\n')}


class RequestFailed(Exception):
    """Says why there are no records."""


class NoRedirect(HTTPRedirectHandler):
    """A redirect would send the password or the token to another address."""

    def redirect_request(
        self,
        req: Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: Any,
        newurl: str,
    ) -> None:
        return None


# HTTP without encryption is for this machine only: a proxy would read the password.
proxies = {name: proxy for name, proxy in getproxies().items() if name == "https"}
opener = build_opener(NoRedirect, ProxyHandler(proxies))


def secret(name: str) -> str:
    if name not in os.environ:
        raise RequestFailed(f"Set the environment variable {name}.")
    return os.environ[name]


def address(name: str, usual: str) -> str:
    """Return the address in the environment, or the usual one."""
    text = os.environ.get(name)
    if text is None:
        return usual
    # Secrets go only over HTTPS, or to this machine.
    https = r"https://([\\w.-]+|\\[[\\da-f:.]+\\])"
    here = r"http://(localhost|127(\\.\\d{1,3}){3}|\\[::1\\])"
    allowed = rf"({https}|{here})(:\\d{{1,5}})?(/[!-~]*)?"
    is_allowed = re.fullmatch(allowed, text, re.ASCII | re.IGNORECASE)
    if not is_allowed or re.search(r"[?#@\\\\]", text):
        words = "must be an address with HTTPS, or with HTTP on this machine."
        raise RequestFailed(f"{name} {words}")
    return text.rstrip("/")


def send(request: Request) -> tuple[int, Message, bytes]:
    """Return status, headers, and body, also those of an error."""
    try:
        try:
            response = opener.open(request, timeout=TIMEOUT_SECONDS)
        except HTTPError as error:
            response = error
        with response:
            body: bytes = response.read()
            if response.headers.get("Content-Encoding") == "gzip":
                body = gzip.decompress(body)
            return response.status, response.headers, body
    except (EOFError, HTTPException, zlib.error):
        raise RequestFailed("The response was interrupted.")
    except OSError as error:
        reason = error.reason if isinstance(error, URLError) else error
        if isinstance(reason, TimeoutError) or "timed out" in str(reason):
            raise RequestFailed(f"The service sent nothing for {TIMEOUT_SECONDS} s.")
        text = f"The service could not be reached, or was interrupted: {reason}"
        raise RequestFailed(text)


def words(body: bytes) -> str:
    """Return the words of the service, without characters that control a terminal."""
    text = body[:2000].decode(errors="replace")
    return re.sub(r"[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f]", "", text)


def reject(what: str, status: int, body: bytes) -> NoReturn:
    if 300 <= status < 400:
        text = "a redirect to another address, which was not followed."
        raise RequestFailed(f"{what}: HTTP {status}, {text}")
    raise RequestFailed(f"{what}: HTTP {status}. {words(body)}")


def parse(body: bytes) -> Any:
    try:
        return json.loads(body)
    except ValueError:
        raise RequestFailed("The response is not JSON, or is incomplete.")


_token = ""
_token_until = 0.0


def get_token() -> str:
    global _token, _token_until
    if _token and time.time() < _token_until:
        return _token
    fields = {name: secret(variable) for name, variable in SECRET_FIELDS.items()}
    token_url = address("${environment.authUrl}", AUTH_URL) + TOKEN_PATH
    request = Request(token_url, data=urlencode({**FORM, **fields}).encode())${basic}
    status, _, body = send(request)
    if not 200 <= status < 300:
        reject("The sign-in failed", status, body)
    granted = parse(body)
    text = granted.get("access_token") if isinstance(granted, dict) else None
    if not isinstance(text, str):
        raise RequestFailed("The sign-in failed: the response contains no token.")
    # Renewed a minute early. A token without a lifetime is used until the service
    # responds with 401.
    try:
        lifetime = float(granted.get("expires_in", inf))
    except (TypeError, ValueError):
        lifetime = inf
    _token = text
    _token_until = time.time() + lifetime - 60
    return _token


def retry_after(headers: Message) -> int | None:
    """Return the seconds that Retry-After names, as a number or as a date."""
    value = headers.get("Retry-After", "")
    if re.fullmatch("[0-9]+", value):
        return int(value)
    try:
        until = parsedate_to_datetime(value).timestamp()
        sent = parsedate_to_datetime(headers.get("Date", "")).timestamp()
    except (IndexError, TypeError, ValueError):
        return None
    return ceil(until - sent)

${days ? parametersCode(query) : ''}${neededFunctions(query, dayCode)}
def load() -> list[dict[str, Any]]:
    """Return the records; none if the service says that there is no data."""
    global _token
    url = address("${environment.baseUrl}", BASE_URL) + DATA_PATH
${
  days
    ? `    # Colons and commas are sent as they are.
    url += "?" + urlencode(parameters(), safe=":,", quote_via=quote)
`
    : ''
}    renewed = False
    attempt = 1
    while True:
        request = Request(url)
        request.add_header("Authorization", f"{TOKEN_SCHEME} {get_token()}")
        request.add_header("Accept", "application/json")
        request.add_header("Accept-Encoding", "gzip")${headers}
        status, response_headers, body = send(request)
        if status == 401 and not renewed:
            renewed = True
            _token = ""
        elif status == 429:
            if attempt >= ${attempts}:
                text = f"Too many requests, even after {attempt} attempts"
                reject(text, status, body)
            wait = retry_after(response_headers)
            wait = max(1, 2 ** (attempt - 1) if wait is None else wait)
            if wait > LONGEST_WAIT_SECONDS:
                limit = f"this script waits for {LONGEST_WAIT_SECONDS} s at most"
                text = f"Too many requests. Retry-After is {wait} s; {limit}"
                reject(text, status, body)
            text = f"Too many requests. Trying again in {wait} s."
            print(text, file=sys.stderr)
            time.sleep(wait)
        elif status == 204:
            return []
        elif not 200 <= status < 300:
            reject("No data was received", status, body)
        else:
            break
        attempt += 1
    records = parse(body)
    if isinstance(records, str):
        print(f"No data. {words(records.encode())}", file=sys.stderr)
        return []
    return records if isinstance(records, list) else [records]


if __name__ == "__main__":
    try:
        records = load()
    except RequestFailed as failure:
        sys.exit(str(failure))
    print(json.dumps(records[:2], indent=2))
    print("Records:", len(records))
`;
}
