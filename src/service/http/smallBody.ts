import { TextDecoder } from 'node:util';
import { constants, gunzipSync } from 'node:zlib';
import { isGzip } from '../../request/gzipBytes';
import { ServiceFailure } from '../failure';
import { contentEncoding, headerValue, statedCharset } from './headers';
import type { HttpResponse } from './http';
import { parsedJson } from '../../text/parsedJson';
import { oneLine } from '../../text/plainText';
import { wordsOf } from '../../text/serviceWords';

/** More than any error or token response needs, in bytes on the wire and after decompression. */
const limit = 64 * 1024;

/** The longest time for a small body, in seconds, even if the settings allow a longer silence. */
const longestSeconds = 20;

const shownCharacters = 300;

/**
 * The decompressed bytes, up to the limit. A truncated gzip body yields what its bytes contain; other
 * encodings yield nothing.
 */
function decoded(wire: Buffer, encoding: string): Buffer | undefined {
  if (encoding === 'identity' || (encoding === 'gzip' && !isGzip(wire))) return wire;
  try {
    return gunzipSync(wire, { maxOutputLength: limit, finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return undefined;
  }
}

/** The decoder for the character encoding that the response states, or for UTF-8 if it's unknown. */
function decoderFor(headers: HttpResponse['headers']): TextDecoder {
  try {
    return new TextDecoder(statedCharset(headers));
  } catch {
    return new TextDecoder();
  }
}

/**
 * Reads at most 64 kB of a body, for at most 20 s, and discards the rest. There is no text if the body is too large or
 * has an encoding that wasn't requested. Throws `ServiceFailure` if it is interrupted or takes longer.
 */
export async function readSmallBody(
  response: HttpResponse,
): Promise<{ text: string | undefined; bytes: number; wireBytes: number }> {
  const { headers, body } = response;
  response.limitTime(longestSeconds);
  const chunks: Uint8Array[] = [];
  let wireBytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk.subarray(0, limit - wireBytes));
    wireBytes = Math.min(limit, wireBytes + chunk.length);
    if (wireBytes === limit) break;
  }
  const bytes = decoded(Buffer.concat(chunks), contentEncoding(headers));
  const text = bytes && decoderFor(headers).decode(bytes, { stream: true });
  return { text, bytes: bytes?.length ?? 0, wireBytes };
}

/**
 * The service's message as one line of at most 300 characters. Masked before it's cut, so that no secret is
 * cut in two.
 */
export function shownWords(words: string, masked: (text: string) => string): string | undefined {
  const line = oneLine(masked(words), shownCharacters);
  return line === '' ? undefined : line;
}

/**
 * The service's own message in the body of an error: in its JSON, or plain text. HTML pages, for example from
 * a proxy, and binary data are ignored.
 */
function messageIn(text: string): string | undefined {
  const json = parsedJson(text);
  if (json !== undefined) return wordsOf(json);
  // Not meant for people: HTML, control characters other than white space, or bytes that aren't UTF-8.
  return /^\s*<|[^\P{Cc}\s]|\ufffd/u.test(text) ? undefined : text;
}

/** The message and sizes of an unsuccessful response. An interrupted or slow body has no message. */
export async function readRefusal(
  response: HttpResponse,
  masked: (text: string) => string,
): Promise<{ words: string | undefined; bytes: number; wireBytes: number }> {
  try {
    const { text, bytes, wireBytes } = await readSmallBody(response);
    const page = /\b(html|xml)\b/i.test(headerValue(response.headers, 'content-type') ?? '');
    const message = text === undefined || page ? undefined : messageIn(text);
    return { words: shownWords(message ?? '', masked), bytes, wireBytes };
  } catch (error) {
    if (!(error instanceof ServiceFailure) || error.kind === 'cancelled') throw error;
    return { words: undefined, bytes: 0, wireBytes: 0 };
  }
}
