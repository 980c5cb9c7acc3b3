import { once } from 'node:events';
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

/** One scripted response. Without a body it is empty; without a fault it arrives completely. */
export interface Answer {
  /** Defaults to 200. */
  status?: number;
  headers?: OutgoingHttpHeaders;
  /** Sent as JSON text, with its content type. */
  json?: unknown;
  /** Sent unchanged. An iterable is written chunk by chunk, as fast as the client reads. */
  body?: string | Uint8Array | AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  /** Compresses the body (not an iterable one). */
  gzip?: boolean;
  fault?: Fault;
  /** Writes the body in pieces of this many bytes, this many milliseconds apart. */
  trickle?: { bytes: number; everyMs: number };
}

/**
 * - `reset`: the connection breaks before the first byte.
 * - `resetWithinBody`: the connection breaks after the headers and half of the body.
 * - `cutShort`: the connection is closed normally after half of the declared length.
 * - `stall`: nothing is ever sent.
 * - `stallWithinBody`: headers and half of the body are sent, then nothing more.
 */
export type Fault = 'reset' | 'resetWithinBody' | 'cutShort' | 'stall' | 'stallWithinBody';

/** Sends a response with its fault. Rejects if the client disconnects. */
export async function send(answer: Answer, response: ServerResponse): Promise<void> {
  const { status = 200, headers = {}, fault, trickle } = answer;
  if (fault === 'stall') return;
  if (fault === 'reset') {
    response.socket?.resetAndDestroy();
    return;
  }
  const body = bodyOf(answer);
  response.writeHead(status, {
    ...(answer.json === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' }),
    ...(answer.gzip ? { 'content-encoding': 'gzip' } : {}),
    ...(body instanceof Uint8Array ? { 'content-length': body.byteLength } : {}),
    ...headers,
  });
  if (!(body instanceof Uint8Array)) {
    for await (const chunk of body) await write(response, chunk);
    response.end();
  } else if (fault) {
    await write(response, body.subarray(0, Math.floor(body.byteLength / 2)));
    if (fault === 'resetWithinBody') {
      await wait(50); // a reset discards what the client has not read yet
      response.socket?.resetAndDestroy();
    }
    if (fault === 'cutShort') response.socket?.end();
  } else if (trickle) {
    for (let start = 0; start < body.byteLength; start += trickle.bytes) {
      await write(response, body.subarray(start, start + trickle.bytes));
      await wait(trickle.everyMs);
    }
    response.end();
  } else {
    response.end(body);
  }
}

function bodyOf(answer: Answer): Uint8Array | AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
  const body = answer.json === undefined ? (answer.body ?? '') : JSON.stringify(answer.json);
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) return body;
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  return answer.gzip ? gzipSync(bytes) : bytes;
}

/** Resolves when the bytes are sent; rejects when the client no longer reads. */
async function write(response: ServerResponse, bytes: Uint8Array): Promise<void> {
  if (response.destroyed) throw new Error('The caller broke off.');
  if (response.write(bytes)) return;
  const heard = new AbortController();
  await Promise.race([
    once(response, 'drain', heard),
    once(response, 'close', heard).then(() => Promise.reject(new Error('The caller broke off.'))),
  ]).finally(() => heard.abort());
}
