import { tokenAddress } from '../../request/connection';
import { environment } from '../../request/environment';
import { pythonLiteral as literal } from '../../text/pythonLiteral';
import {
  addressParts,
  isList,
  openingComment,
  tokenFields,
  variablesOf,
  type DayInWords,
  type RequestToCopy,
} from './requestToCopy';

const variable = (name: string) => `os.environ[${literal(name)}]`;

const unquoted = (text: string) => literal(text).slice(1, -1);
/** Text of an f-string, where braces begin code. */
const formatted = (text: string) => unquoted(text).replace(/[{}]/g, '$&$&');

/** An assignment as formatters lay it out: in parentheses if they make it fit into 88 characters. */
function assigned(name: string, code: string): string {
  const fits = `${name} = ${code}`.length <= 88 || `    ${code}`.length > 88;
  return fits ? `${name} = ${code}` : `${name} = (\n    ${code}\n)`;
}

/** The functions for days. A time zone's time plus a day is the same time of the clock on the next day. */
const dayCode = {
  date: `def date_of(days: int) -> str:
    """Return the date in the market's time zone, so many days after today."""
    day = datetime.now(ZoneInfo("Europe/Oslo")) + timedelta(days)
    return day.strftime("%Y-%m-%d")


`,
  start: `def start_of(days: int) -> str:
    """Return the instant at which a delivery day starts, so many days after today."""
    now = datetime.now(ZoneInfo("Europe/Oslo"))
    today = now.replace(hour=0, minute=0, second=0, microsecond=0)
    start = (today + timedelta(days)).astimezone(ZoneInfo("UTC"))
    return start.strftime("%Y-%m-%dT%H:%M:%SZ")


`,
} as const;

/** A program for Python 3.9 or newer that uses only the standard library. */
export function pythonRequest(query: RequestToCopy): string {
  const { connection } = query;
  const { clientId, clientAuthentication, tokenScheme, secretHeaders } = connection;
  const isBasic = clientAuthentication === 'basic';
  const form = tokenFields(query, literal, variable).map(([name, code]) => `${literal(name)}: ${code},`);
  // The client ID and secret are form-encoded before they go into the header (RFC 6749, 2.3.1).
  const client = `f"${formatted(encodeURIComponent(clientId))}:{quote(os.environ['${environment.clientSecret}'], safe='')}"`;
  const basic = 'headers = {"Authorization": f"Basic {b64encode(client.encode()).decode()}"}';
  const headers = [
    `"Authorization": ${literal(`${tokenScheme} `)} + token,`,
    '"Accept": "application/json",',
    ...secretHeaders.map((name) => `${literal(name)}: ${variable(environment.header(name))},`),
  ];
  const parts = addressParts(query);
  const days = parts.filter((part): part is DayInWords => typeof part !== 'string');
  const dayFunctions = [...new Set(days.map(({ meaning }) => meaning))].map((meaning) => dayCode[meaning]);
  const [mark, written] = days.length > 0 ? ['f', formatted] : ['', unquoted];
  const address = parts.map((part) =>
    typeof part === 'string' ? written(part) : `{${part.meaning}_of(${part.days})}`,
  );
  const url = `${mark}"${address.join('')}"`;
  return `${openingComment('#', query)}
import json
${variablesOf(query).length > 0 ? 'import os\n' : ''}import sys
import urllib.request
${isBasic ? 'from base64 import b64encode\n' : ''}${days.length > 0 ? 'from datetime import datetime, timedelta\n' : ''}from time import sleep
from urllib.parse import ${isBasic ? 'quote, ' : ''}urlencode
${days.length > 0 ? 'from zoneinfo import ZoneInfo\n' : ''}

def send(url: str, headers: dict[str, str], body: bytes = b"") -> tuple[int, str, str]:
    """Return status, Retry-After, and text of the response. Follow no redirect."""
    request = urllib.request.Request(url, body or None, headers)
    opener = urllib.request.OpenerDirector()
    opener.add_handler(urllib.request.ProxyHandler())
    opener.add_handler(urllib.request.HTTPHandler())
    opener.add_handler(urllib.request.HTTPSHandler())
    with opener.open(request, timeout=60) as response:
        wait = response.headers.get("Retry-After", "")
        return response.status, wait, response.read().decode("utf-8-sig")


def fail(what: str, status: int, words: str) -> None:
    sys.exit(f"{what}: HTTP {status}. {''.join(filter(str.isprintable, words[:2000]))}")


${dayFunctions.join('')}${assigned('url', literal(tokenAddress(connection)))}
${isBasic ? `${assigned('client', client)}\n${basic}\n` : ''}form = {
${form.map((line) => `    ${line}\n`).join('')}}
status, wait, text = send(url, ${isBasic ? 'headers' : '{}'}, urlencode(form).encode())
if status != 200:
    fail("The sign-in failed", status, text)
token = json.loads(text)["access_token"]

${assigned('url', url)}
headers = {
${headers.map((line) => `    ${line}\n`).join('')}}
status, wait, text = send(url, headers)
if status >= 400 and wait.isdecimal() and int(wait) <= 120:
    print(f"The service is busy. Trying again in {wait} s.", file=sys.stderr)
    sleep(int(wait))
    status, wait, text = send(url, headers)
if status not in (200, 204):
    fail("No data was received", status, text)
${
  isList(query)
    ? `records = json.loads(text) if status == 200 else []
if not isinstance(records, list):`
    : `records = [json.loads(text)] if status == 200 else []
if not all(isinstance(record, dict) for record in records):`
}
    fail("No data was received", status, text)
print(json.dumps(records[:2], indent=2))
print("Records:", len(records))
`;
}
