import type { Connection } from '../../request/connection';
import { environment } from '../../request/environment';
import { addressesText, tokenFields, wordFields } from './environment';
import { pythonAssigned, pythonDictionary } from './pythonText';

/** Parts of a copied Python program, in the order in which they call each other; see `pythonSnippet`. */

/**
 * The constants of a program's connection, for its top. `dataPath` follows the base address. Contains no
 * secret: secrets come from environment variables.
 */
export function connectionLines(connection: Connection, dataPath: string): string[] {
  const { clientId, clientAuthentication, tokenScheme, secretHeaders } = connection;
  const secrets: [string, string][] = [
    ['username', environment.username],
    ['password', environment.password],
    ...(clientAuthentication === 'body'
      ? [['client_secret', environment.clientSecret] as [string, string]]
      : []),
  ];
  const headers = secretHeaders.map((name): [string, string] => [name, environment.header(name)]);
  return [
    `# ${addressesText}.`,
    pythonAssigned('BASE_URL', connection.baseUrl),
    pythonAssigned('AUTH_URL', connection.authUrl),
    pythonAssigned('TOKEN_PATH', connection.tokenPath),
    pythonAssigned('DATA_PATH', dataPath),
    pythonAssigned('TOKEN_SCHEME', tokenScheme),
    ...(clientAuthentication === 'basic' ? [pythonAssigned('CLIENT_ID', clientId)] : []),
    pythonDictionary('FORM', tokenFields(connection)),
    '# Names of environment variables, by the names of the fields and headers they are for.',
    pythonDictionary('SECRET_FIELDS', secrets),
    ...(headers.length > 0 ? [pythonDictionary('SECRET_HEADERS', headers)] : []),
  ];
}

/** Sends requests without following redirects. */
export const openerCode = `class NoRedirect(HTTPRedirectHandler):
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


`;

/** Reads an address from the environment, and rejects one that secrets must not be sent to. */
export const addressCode = `def address(name: str, usual: str) -> str:
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


`;

/** Sends a request. */
export const sendCode = `def send(request: Request) -> tuple[int, Message, bytes]:
    """Return status, headers, and body, also those of an error."""
    try:
        try:
            response = opener.open(request, timeout=TIMEOUT_SECONDS)
        except HTTPError as error:
            response = error
        with response:
            body: bytes = response.read()
            encoding = response.headers.get("Content-Encoding", "")
            if encoding.strip().lower() in ("gzip", "x-gzip"):
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


`;

/** The readable text of a response that isn't data. */
export const wordsCode = `def words(body: bytes) -> str:
    """Return the words of the service, without characters that control a terminal."""
    text = body[:2000].decode(errors="replace")
    return re.sub(r"[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f]", "", text)


def is_success(status: int) -> bool:
    """Whether all of the response was sent. Status 206 is a part of one."""
    return 200 <= status < 300 and status != 206

`;

/** Gets a time zone, for which Python needs data that not every machine has. */
export const timeZoneCode = `
def time_zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except ZoneInfoNotFoundError:
        text = f"Python has no data for the time zone {name}."
        raise RequestFailed(f"{text} Install it with: pip install tzdata")

`;

/** Gets a token with the secrets of `SECRET_FIELDS`, and keeps it until a minute before it expires. */
export function tokenCode({ clientAuthentication }: Connection): string {
  const basic =
    clientAuthentication === 'basic'
      ? `
    # The client ID and secret are form-encoded before they go into the header
    # (RFC 6749, 2.3.1).
    client_secret = secret("${environment.clientSecret}")
    client = f"{quote(CLIENT_ID, safe='')}:{quote(client_secret, safe='')}"
    request.add_header("Authorization", f"Basic {b64encode(client.encode()).decode()}")`
      : '';
  return `def said(value: Any) -> str:
    """Return the words of the service in a response without a token.

    The rest of it may be secret, or be the token.
    """
    if not isinstance(value, dict):
        return ""
    for name in (${wordFields.map((name) => `"${name}"`).join(', ')}):
        field = value.get(name)
        is_text = isinstance(field, str)
        text = words(field.encode(errors="replace")) if is_text else said(field)
        if text:
            return text
    return ""


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
    if not is_success(status):
        reject("The sign-in failed", status, body)
    try:
        granted = json.loads(body)
    except ValueError:
        granted = None
    token = granted.get("access_token") if isinstance(granted, dict) else None
    if not isinstance(token, str):
        text = "The sign-in failed: the response contains no token."
        raise RequestFailed(f"{text} {said(granted)}".rstrip())
    # Renewed a minute early. A token without a lifetime is used until the service
    # responds with 401.
    try:
        lifetime = float(granted.get("expires_in", inf))
    except (TypeError, ValueError):
        lifetime = inf
    _token = token
    _token_until = time.time() + lifetime - 60
    return _token


`;
}

/** Reads how long the service asks a client to wait. */
export const retryAfterCode = `def retry_after(headers: Message) -> int | None:
    """Return the seconds that Retry-After names, as a number or as a date."""
    value = headers.get("Retry-After", "")
    if re.fullmatch("[0-9]+", value):
        return int(value)
    try:
        until = parsedate_to_datetime(value).timestamp()
    except (IndexError, TypeError, ValueError):
        return None
    try:
        sent = parsedate_to_datetime(headers.get("Date", "")).timestamp()
    except (IndexError, TypeError, ValueError):
        sent = time.time()
    return ceil(until - sent)

`;
