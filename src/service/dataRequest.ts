import type { Connection } from '../request/connection';
import type { HeaderLine, RequestTrace } from '../request/requestTrace';
import type { Credentials, LogSink, MarketRequest } from './clientTypes';
import { ServiceFailure } from './failure';
import { contentLength, isHeaderValue, userAgent } from './http/headers';
import { stopwatchLine } from './http/logLine';
import { send, type HttpResponse } from './http/http';
import { shownOrigin } from './http/redirect';
import { mask, maskerOf, secretsOf } from './secrets';

/** A header line. `shown` is its value with secrets masked; absent if it contains no secret. */
interface SentLine extends HeaderLine {
  readonly shown?: string;
}

/** The values of the connection's secret headers that were entered at sign-in. */
export function secretHeaderLines(
  connection: Connection,
  credentials: Credentials | undefined,
): HeaderLine[] {
  const values = new Map(Object.entries(credentials?.headers ?? {}));
  return connection.secretHeaders.flatMap((name) => {
    const value = values.get(name);
    return value ? [{ name, value }] : [];
  });
}

/** The name of the first secret header that can't be sent as entered; undefined if all can. */
export function unfitHeader(lines: readonly HeaderLine[]): string | undefined {
  return lines.find(({ value }) => !isHeaderValue(value))?.name;
}

/** The requests of one query to the data address, for all of its attempts. */
export interface DataRequest {
  /**
   * Sends the request once, and once more if the connection is reset before the first byte. The credentials
   * aren't sent, only masked: a service may name the account that a token belongs to, and knows its password.
   */
  send(
    accessToken: string,
    secretHeaders: readonly HeaderLine[],
    credentials: Credentials | undefined,
  ): Promise<HttpResponse>;
  /** The displayable details of the last attempt. */
  readonly trace: RequestTrace;
  /** Masks this request's secrets in a text of the service. */
  masked: (text: string) => string;
}

/** The most requests that one query sends to the data address, over all renewals, waits, and resets. */
export const mostAttempts = 5;

/** Response headers that may contain a secret from the service. */
const secretResponseHeaders = /^(set-cookie|authentication-info|proxy-authenticate)$/;

/**
 * The GET request of one query (docs/api.md, "Requests"): its headers, its attempts, and its displayable
 * details.
 */
export function dataRequest(
  { connection, target, settings, signal, beforeSend }: MarketRequest,
  log: LogSink,
): DataRequest {
  const url = connection.baseUrl + target;
  const trace: RequestTrace = {
    method: 'GET',
    url,
    sent: [],
    received: [],
    status: null,
    attempts: 0,
  };
  let resetBefore = false;

  function shownValue(name: string, value: string): string {
    if (secretResponseHeaders.test(name)) return mask;
    const { masked } = request;
    return name === 'location' ? (shownOrigin(value, url, masked) ?? mask) : masked(value);
  }

  async function attempt(headers: readonly SentLine[]): Promise<HttpResponse> {
    beforeSend?.();
    trace.attempts += 1;
    trace.sent = headers.map(({ name, value, shown }) => ({ name, value: shown ?? value }));
    trace.received = [];
    trace.status = null;
    const tell = stopwatchLine('GET', url);
    try {
      const response = await send({
        method: 'GET',
        url,
        headers,
        silenceSeconds: settings.requestTimeoutSeconds,
        signal,
      });
      trace.status = response.status;
      trace.received = response.headers.map(({ name, value }) => ({
        name,
        value: shownValue(name, value),
      }));
      log.info(tell(`HTTP ${response.status}`, contentLength(response.headers)));
      return response;
    } catch (error) {
      if (!(error instanceof ServiceFailure)) throw error;
      log.warn(tell(error.message));
      const reset = error.code === 'ECONNRESET' || error.code === 'EPIPE';
      if (!reset || resetBefore || trace.attempts >= mostAttempts) throw error;
      resetBefore = true;
      return attempt(headers);
    }
  }

  const request: DataRequest = {
    trace,
    masked: (text) => text,
    send(accessToken, secretHeaders, credentials) {
      const entered = credentials ? secretsOf(connection, credentials) : [];
      const sent = [accessToken, ...secretHeaders.map(({ value }) => value)];
      request.masked = maskerOf([...sent, ...entered], credentials?.username);
      const scheme = connection.tokenScheme;
      return attempt([
        { name: 'Accept', value: 'application/json' },
        { name: 'Accept-Encoding', value: 'gzip' },
        { name: 'User-Agent', value: userAgent },
        {
          name: 'Authorization',
          value: `${scheme} ${accessToken}`,
          shown: `${scheme} ${mask}`,
        },
        ...secretHeaders.map((line) => ({ ...line, shown: mask })),
      ]);
    },
  };
  return request;
}
