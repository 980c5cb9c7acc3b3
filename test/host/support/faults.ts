import { once } from 'node:events';
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

/** One scripted answer. Without a body it is empty; without a fault it arrives whole. */
export interface Answer {
  /** 200 where it is left out. */
  status?: number;
  headers?: OutgoingHttpHeaders;
  /** Sent as JSON text, with its content type. */
  json?: unknown;
  /** Sent as it is; an iterable is written chunk by chunk, as fast as the caller reads. */
  body?: string | Uint8Array | AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  /** Packs the body (not an iterable one); `damaged` spoils a byte in its middle. */
  gzip?: boolean | 'damaged';
  fault?: Fault;
  /** Writes the body in pieces of so many bytes, with so many milliseconds between them. */
  trickle?: { bytes: number; everyMs: number };
}

/**
 * - `reset`: the connection breaks before the first byte.
 * - `resetWithinBody`: it breaks after the headers and half of the body.
 * - `cutShort`: it ends orderly after half of the promised length.
 * - `stall`: nothing is ever sent.
 * - `stallWithinBody`: headers and half of the body are sent, and then nothing more.
 */
export type Fault = 'reset' | 'resetWithinBody' | 'cutShort' | 'stall' | 'stallWithinBody';

/** Sends an answer, with what is wrong about it. Rejects when the caller breaks off. */
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
      await wait(50); // a reset takes with it what the caller has not read yet
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
  if (!answer.gzip) return bytes;
  const packed = gzipSync(bytes);
  if (answer.gzip === 'damaged')
    packed.writeUInt8(packed.readUInt8(packed.length >> 1) ^ 0xff, packed.length >> 1);
  return packed;
}

/** Resolves when the bytes are on their way; rejects when nobody takes them any more. */
async function write(response: ServerResponse, bytes: Uint8Array): Promise<void> {
  if (response.destroyed) throw new Error('The caller broke off.');
  if (response.write(bytes)) return;
  const heard = new AbortController();
  await Promise.race([
    once(response, 'drain', heard),
    once(response, 'close', heard).then(() => Promise.reject(new Error('The caller broke off.'))),
  ]).finally(() => heard.abort());
}
