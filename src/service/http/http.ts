/**
 * The only place that sends HTTP requests. It follows no redirects (307 and 308 would post the password
 * again, to another address), uses no proxy of its own in the editor, whose networking decides, and leaves
 * decompression and status codes to the caller. Throws only `ServiceFailure`.
 */
import { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { TLSSocket } from 'node:tls';
import axios from 'axios';
import type { HeaderLine } from '../../request/requestTrace';
import {
  canceledFailure,
  networkFailure,
  proxyFailure,
  silenceFailure,
  ServiceFailure,
  tooSlowFailure,
} from '../failure';
import { proxyFor } from './proxy';
import { transport } from './transport';

interface HttpRequest {
  readonly method: 'GET' | 'POST';
  /** The full URL, already checked by `checkAddress`. */
  readonly url: string;
  readonly headers: readonly HeaderLine[];
  readonly body?: string;
  /**
   * The longest time without data, in seconds: before the head of the response, and between parts of its
   * body.
   */
  readonly silenceSeconds: number;
  readonly signal: AbortSignal;
}

export interface HttpResponse {
  readonly status: number;
  /** In order of arrival, with lowercase names. */
  readonly headers: readonly HeaderLine[];
  /** The bytes on the wire. Ends only when complete; otherwise throws `ServiceFailure`. */
  readonly body: AsyncIterable<Uint8Array>;
  /**
   * From now on, limits the whole body to the time that the service may be silent, and to at most `seconds`.
   * For bodies that are always small: a service that sends a byte now and then is never silent.
   */
  limitTime(seconds: number): void;
  /** Releases the socket without reading the body. */
  discard(): void;
}

/** The longest time, in seconds, from sending a request to the end of its response, however steadily it arrives. */
export const longestResponseSeconds = 3600;

/** Stops an exchange if the caller cancels, or if the other side sends nothing for too long or takes too long in all. */
function watchOver({ silenceSeconds, signal }: HttpRequest) {
  const abort = new AbortController();
  let stopped: ServiceFailure | undefined;
  const stop = (failure: ServiceFailure): void => {
    stopped ??= failure;
    clearTimeout(deadline); // nobody may read what is left
    abort.abort();
  };
  const limit = (seconds: number): NodeJS.Timeout =>
    setTimeout(() => stop(tooSlowFailure(seconds)), seconds * 1000);
  let deadline = limit(longestResponseSeconds);
  const cancel = (): void => stop(canceledFailure());
  let timer: NodeJS.Timeout | undefined;
  if (signal.aborted) cancel();
  else signal.addEventListener('abort', cancel);
  return {
    signal: abort.signal,
    expect(): void {
      timer = setTimeout(() => stop(silenceFailure(silenceSeconds)), silenceSeconds * 1000);
    },
    arrived: (): void => clearTimeout(timer),
    limitTime(seconds: number): void {
      clearTimeout(deadline);
      deadline = limit(Math.min(seconds, silenceSeconds));
    },
    end(): void {
      clearTimeout(timer);
      clearTimeout(deadline);
      signal.removeEventListener('abort', cancel);
    },
    /** The reason for an error: why this exchange was stopped or, if it wasn't, a network failure. */
    failure: (error: unknown): ServiceFailure =>
      stopped ?? (error instanceof ServiceFailure ? error : networkFailure(error)),
  };
}

/**
 * Yields chunk by chunk. Silence counts only while waiting for a chunk, because a slow reader is no sign of a
 * slow server.
 */
async function* chunksOf(
  stream: Readable,
  watch: ReturnType<typeof watchOver>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const chunks: AsyncIterator<unknown> = stream[Symbol.asyncIterator]();
  try {
    for (;;) {
      watch.expect();
      const next = await chunks.next();
      watch.arrived();
      if (next.done) return;
      if (next.value instanceof Uint8Array) yield next.value;
    }
  } catch (error) {
    throw watch.failure(error);
  } finally {
    watch.end();
    stream.destroy();
  }
}

const isEncrypted = (stream: Readable): boolean =>
  stream instanceof IncomingMessage && stream.socket instanceof TLSSocket;

/** Sends a request and resolves with the head of its response. */
export async function send(request: HttpRequest): Promise<HttpResponse> {
  const watch = watchOver(request);
  try {
    watch.expect();
    const response = await axios.request<unknown>({
      adapter: 'http',
      method: request.method,
      url: request.url,
      headers: Object.fromEntries(request.headers.map(({ name, value }) => [name, value])),
      data: request.body,
      responseType: 'stream',
      decompress: false,
      proxy: proxyFor(request.url),
      transport: transport(request.silenceSeconds),
      maxRedirects: 0,
      validateStatus: () => true,
      signal: watch.signal,
    });
    watch.arrived();
    const stream = response.data;
    if (!(stream instanceof Readable)) throw new TypeError('The body is no stream.');
    // Without a tunnel, this is the proxy's own response.
    if (request.url.startsWith('https:') && !isEncrypted(stream)) {
      stream.destroy();
      throw proxyFailure(response.status);
    }
    // An error between two reads would be unhandled without a listener; the next read reports it.
    stream.on('error', () => undefined);
    return {
      status: response.status,
      headers: Object.entries(response.headers).flatMap(([name, value]: [string, unknown]) =>
        [value].flat().map((line) => ({ name, value: String(line) })),
      ),
      body: chunksOf(stream, watch),
      limitTime: (seconds) => watch.limitTime(seconds),
      discard: () => {
        watch.end();
        stream.destroy();
      },
    };
  } catch (error) {
    watch.end();
    throw watch.failure(error);
  }
}
