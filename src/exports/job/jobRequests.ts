import { environment, partialText } from '../snippets/environment';
import {
  addressCode,
  openerCode,
  retryAfterCode,
  sendCode,
  timeZoneCode,
  tokenCode,
  wordsCode,
} from '../snippets/pythonRequests';
import type { Connection } from '../../request/connection';

/** The requests of a job in Python: as fast as the service allows, with a token that all of them share. */
export const requestsCode = (connection: Connection): string => `class JobFailed(Exception):
    """Says why nothing more can be fetched."""


class RequestFailed(JobFailed):
    """Says why there are no records, also with the manifest's word for it."""

    def __init__(self, text: str, outcome: str = "unreachable") -> None:
        super().__init__(text)
        self.outcome = outcome


${openerCode}SECRETS: dict[str, str] = {}  # of the file that --secrets names


def read_secrets(path: str) -> None:
    """Read secrets from a file with lines such as NAME=value, without quotes."""
    with open(path, encoding="utf-8-sig") as file:
        for line in file:
            name, equals, value = line.rstrip("\\r\\n").partition("=")
            if equals and not name.startswith("#"):
                SECRETS[name.strip()] = value


def secret(name: str) -> str:
    """Return a secret of the file that was named, or of the environment."""
    value = SECRETS.get(name, os.environ.get(name))
    if value is None:
        text = f"Set the environment variable {name}, or name a file with --secrets."
        raise RequestFailed(text, "unauthorized")
    return value


${addressCode}${sendCode('"timeout"')}${wordsCode}
def outcome_of(status: int) -> str:
    if status in (401, 403):
        return "unauthorized"
    words = {206: "unexpectedResponse", 400: "badRequest", 429: "tooManyRequests"}
    return words.get(status, "unexpectedError")


def reject(what: str, status: int, body: bytes) -> NoReturn:
    text = f"{what}: HTTP {status}. {words(body)}"
    if status == 206:
        text = "${partialText}"
    elif 300 <= status < 400:
        redirect = "a redirect to another address, which was not followed."
        text = f"{what}: HTTP {status}. {redirect}"
    raise RequestFailed(text, outcome_of(status))


${tokenCode(connection, '"unauthorized"')}token_lock = Lock()


def current_token(stop: Event) -> str:
    """Return a token. All requests share it, and only one of them asks for it.

    A password that was rejected isn't sent again: the job stops.
    """
    with token_lock:
        if stop.is_set():
            raise RequestFailed("The job has ended.", "cancelled")
        try:
            return get_token()
        except RequestFailed as failure:
            if failure.outcome in ("badRequest", "unauthorized"):
                failure.outcome = "unauthorized"
                stop.set()
            raise


def discard_token(token: str) -> None:
    """Make the next request ask for a token, unless another one already has."""
    global _token
    with token_lock:
        if _token == token:
            _token = ""


${retryAfterCode}${timeZoneCode('JobFailed')}
class Pace:
    """When the next request may be sent: all of them wait for a busy service."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.not_before = 0.0
        self.in_a_row = 0

    def wait(self, stop: Event) -> None:
        while (rest := self.not_before - time.monotonic()) > 0:
            if stop.wait(rest):
                return

    def answered(self) -> None:
        with self.lock:
            self.in_a_row = 0

    def refused(self, seconds: int | None) -> bool:
        """Note how long to wait, and return whether that makes sense."""
        with self.lock:
            self.in_a_row += 1
            guess = min(5 * 2 ** (self.in_a_row - 1), 300)
            wait = max(1, guess if seconds is None else seconds)
            if wait > LONGEST_WAIT_SECONDS or self.in_a_row > MOST_REFUSALS:
                return False
            self.not_before = max(self.not_before, time.monotonic() + wait)
        print(f"The service is busy. Waiting for {wait} s.", file=sys.stderr)
        return True


pace = Pace()
# Also of tasks that share a process.
at_once = Semaphore(2)


def get(url: str, stop: Event) -> list[dict]:
    """Return the records; none if the service says that there is no data."""
    renewed = False
    tries = 0
    while True:
        pace.wait(stop)
        if stop.is_set():
            raise RequestFailed("The job has ended.", "cancelled")
        tries += 1
        try:
            try:
                token = current_token(stop)
            except RequestFailed as failure:
                if failure.outcome == "tooManyRequests" and pace.refused(None):
                    tries -= 1
                    continue
                raise
            request = Request(url)
            request.add_header("Authorization", f"{TOKEN_SCHEME} {token}")
            request.add_header("Accept", "application/json")
            request.add_header("Accept-Encoding", "gzip")${
              connection.secretHeaders.length > 0
                ? `
            for name, variable in SECRET_HEADERS.items():
                request.add_header(name, secret(variable))`
                : ''
            }
            with at_once:
                status, headers, body = send(request)
            if status == 401 and not renewed:
                renewed = True
                discard_token(token)
                continue
            wait = retry_after(headers)
            if status == 429 or (status == 503 and wait is not None):
                if pace.refused(wait):
                    tries -= 1
                    continue
                text = f"The service is busy: HTTP {status}. {words(body)}"
                raise RequestFailed(text, "tooManyRequests")
            if status == 204:
                pace.answered()
                return []
            if not is_success(status):
                reject("No data was received", status, body)
            pace.answered()
            try:
                return records_of(body)
            except (RecursionError, ValueError) as error:
                text = f"The response is incomplete, or not what was expected: {error}"
                raise RequestFailed(text, "unexpectedResponse")
        except RequestFailed as failure:
            passes = {"timeout", "unexpectedResponse", "unexpectedError", "unreachable"}
            if failure.outcome not in passes or tries >= len(PAUSES_SECONDS) + 1:
                raise
            print(f"{failure} Trying again.", file=sys.stderr)
            stop.wait(PAUSES_SECONDS[tries - 1])


def check_sign_in() -> None:
    """Reject a job without secrets, before anything is requested."""
    address("${environment.baseUrl}", BASE_URL)
    address("${environment.authUrl}", AUTH_URL)
    variables = [*SECRET_FIELDS.values()${connection.secretHeaders.length > 0 ? ', *SECRET_HEADERS.values()' : ''}]
${connection.clientAuthentication === 'basic' ? `    variables.append("${environment.clientSecret}")\n` : ''}    for variable in variables:
        secret(variable)


`;
