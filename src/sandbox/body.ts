import type { ServerResponse } from 'node:http';
import { Duplex, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { constants, createGzip, gzipSync } from 'node:zlib';

/** How many characters of records are collected for one write. */
const pieceLength = 65_536;

/** The records of a response with their separators, in pieces; nothing if there are no records. */
export function* bodyPieces(records: Iterable<string>, root: 'array' | 'object'): Iterable<string> {
  const [open, close] = root === 'array' ? ['[', ']'] : ['', ''];
  let piece = open;
  let some = false;
  for (const record of records) {
    piece += some ? `,${record}` : record;
    some = true;
    if (piece.length >= pieceLength) {
      yield piece;
      piece = '';
    }
  }
  if (some) yield piece + close;
}

/** About 40 kB per second. */
async function* trickle(chunks: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += 2048) {
      yield chunk.subarray(at, at + 2048);
      await wait(50, undefined, { ref: false });
    }
  }
}

/** The pieces as bytes, generated while they are read. */
export const encoded = (pieces: Iterable<string>): Readable =>
  Readable.from(
    (function* () {
      for (const piece of pieces) yield Buffer.from(piece);
    })(),
    // Buffering one piece is enough; the rest waits in the generator.
    { highWaterMark: 1 },
  );

/** Sends the body as fast as the client reads it. Rejects when the client disconnects. */
export async function sendBody(
  response: ServerResponse,
  body: Readable,
  { gzip, slow }: { readonly gzip: boolean; readonly slow: boolean },
): Promise<void> {
  await pipeline([
    body,
    ...(gzip ? [createGzip({ level: constants.Z_BEST_SPEED })] : []),
    ...(slow ? [Duplex.from(trickle)] : []),
    response,
  ]);
}

/** Sends the first half of the body's first chunk and then cuts the connection. */
export async function breakOff(
  response: ServerResponse,
  body: AsyncIterable<Buffer>,
  gzip: boolean,
): Promise<void> {
  for await (const chunk of body) {
    const bytes = gzip ? gzipSync(chunk) : chunk;
    response.write(bytes.subarray(0, bytes.length >> 1), () => response.destroy());
    return;
  }
  response.destroy();
}
