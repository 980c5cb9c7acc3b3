import { dataPath, neededFunctions, queryParameters } from './days';
import {
  addressCode,
  connectionLines,
  openerCode,
  retryAfterCode,
  sendCode,
  timeZoneCode,
  tokenCode,
  wordsCode,
} from './pythonRequests';
import { pythonDictionary, pythonSet } from './pythonText';
import { pythonLiteral } from '../../text/pythonLiteral';
import { environment } from '../../request/environment';
import {
  attempts,
  dataFields,
  longestWaitSeconds,
  partialText,
  timeoutSeconds,
  type SnippetQuery,
  snippetOpening,
} from './environment';

/** Parses the data. */
const parseCode = `def parse(body: bytes) -> Any:
    try:
        return json.loads(body)
    except ValueError:
        raise RequestFailed("The response is not JSON, or is incomplete.")


`;

/** The snippet's calls that turn a day into the value to send. */
const dayCalls = {
  date: (word: string) => `str(date_of(${pythonLiteral(word)}))`,
  start: (word: string) => `start_of(${pythonLiteral(word)})`,
  end: (word: string) => `end_of(${pythonLiteral(word)})`,
} as const;

/** The Python function that returns the parameters of a query by days. */
function parametersCode(query: SnippetQuery): string {
  const lines = queryParameters(query).map(({ name, value, day }) =>
    day
      ? `        ${pythonLiteral(name)}: ${dayCalls[day.meaning](day.word)},  # ${value}`
      : `        ${pythonLiteral(name)}: ${pythonLiteral(value)},`,
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
    return datetime.now(time_zone(TIME_ZONE)).date() + timedelta(days)

`,
  start: `
def start_of(day: str, later: int = 0) -> str:
    """Return the instant at which a day starts. Some days have 23 or 25 hours."""
    start = date_of(day) + timedelta(later)
    midnight = datetime.combine(start, datetime.min.time(), time_zone(TIME_ZONE))
    return midnight.astimezone(time_zone("UTC")).isoformat().replace("+00:00", "Z")

`,
  end: `
def end_of(day: str) -> str:
    """Return the instant at which a day ends."""
    return start_of(day, 1)

`,
};

/** A program for Python 3.9 or newer that uses only the standard library. */
export function pythonSnippet(query: SnippetQuery): string {
  const { dataset, connection, days, sampleSignIn } = query;
  const { clientAuthentication, secretHeaders } = connection;
  const constants = [
    ...connectionLines(connection, dataPath(query)),
    ...(days
      ? ['# The time zone whose midnight starts a day.', `TIME_ZONE = ${pythonLiteral(days.zone)}`]
      : []),
    `TIMEOUT_SECONDS = ${timeoutSeconds}  # without any data`,
    `LONGEST_WAIT_SECONDS = ${longestWaitSeconds}`,
    '# Data has at least one of these fields.',
    pythonSet('DATA_FIELDS', dataFields(dataset)),
    ...(sampleSignIn
      ? [
          '# The sign-in of the sample service is the same for everyone. That of another service',
          '# is in the environment.',
          pythonDictionary('SAMPLE_SIGN_IN', [
            [environment.username, sampleSignIn.username],
            [environment.password, sampleSignIn.password],
          ]),
        ]
      : []),
  ];
  const headers =
    secretHeaders.length > 0
      ? `
        for name, variable in SECRET_HEADERS.items():
            request.add_header(name, secret(variable))`
      : '';
  return `${snippetOpening('#', query)}
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
${days ? 'from zoneinfo import ZoneInfo, ZoneInfoNotFoundError\n' : ''}
${constants.join('\n')}


class RequestFailed(Exception):
    """Says why there are no records."""


${openerCode}def secret(name: str) -> str:
${
  sampleSignIn
    ? `    if "${environment.authUrl}" not in os.environ:
        return SAMPLE_SIGN_IN[name]
`
    : ''
}    if name not in os.environ:
        raise RequestFailed(f"Set the environment variable {name}.")
    return os.environ[name]


${addressCode}${sendCode}${wordsCode}
def reject(what: str, status: int, body: bytes) -> NoReturn:
    if status == 206:
        raise RequestFailed("${partialText}")
    if 300 <= status < 400:
        text = "a redirect to another address, which was not followed."
        raise RequestFailed(f"{what}: HTTP {status}, {text}")
    raise RequestFailed(f"{what}: HTTP {status}. {words(body)}")


${parseCode}${tokenCode(connection)}${retryAfterCode}${days ? timeZoneCode : ''}${days ? parametersCode(query) : ''}${neededFunctions(query, dayCode)}
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
        wait = retry_after(response_headers)
        if status == 401 and not renewed:
            renewed = True
            _token = ""
        elif status == 429 or (status == 503 and wait is not None):
            if attempt >= ${attempts}:
                text = f"The service is busy, even after {attempt} attempts"
                reject(text, status, body)
            wait = max(1, 2 ** (attempt - 1) if wait is None else wait)
            if wait > LONGEST_WAIT_SECONDS:
                limit = f"this script waits for {LONGEST_WAIT_SECONDS} s at most"
                text = f"The service is busy. Retry-After is {wait} s; {limit}"
                reject(text, status, body)
            text = f"The service is busy. Trying again in {wait} s."
            print(text, file=sys.stderr)
            time.sleep(wait)
        elif status == 204:
            return []
        elif not is_success(status):
            reject("No data was received", status, body)
        else:
            break
        attempt += 1
    data = parse(body)
    if isinstance(data, str):
        print(f"No data. {words(data.encode(errors='replace'))}", file=sys.stderr)
        return []
    records = data if isinstance(data, list) else [data]
    for record in records:
        if not isinstance(record, dict) or DATA_FIELDS.isdisjoint(record):
            sent = json.dumps(record, ensure_ascii=False).encode(errors="replace")
            reject("The service sent something other than data", status, sent)
    return records


if __name__ == "__main__":
    try:
        records = load()
    except RequestFailed as failure:
        sys.exit(str(failure))
    print(json.dumps(records[:2], indent=2))
    print("Records:", len(records))
`;
}
