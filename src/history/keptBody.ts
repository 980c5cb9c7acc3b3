import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { NoFile, openPlainFile } from '../disk/plainFile';

const pieceBytes = 256 * 1024;

/**
 * A low compression level, which is fast: responses repeat their field names, so higher levels save little.
 */
const level = 3;

/** A kept response isn't the one that was received. The message isn't ready to display. */
export class DamagedBody extends Error {
  override readonly name = 'DamagedBody';
}

/** A response is larger than allowed, even compressed. The message isn't ready to display. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge';
}

/** Passes on at most `most` bytes, and calls `take` for each piece. Fails with `excess` if there are more. */
function measured(most: number, excess: () => Error, take: (piece: Buffer) => void): Transform {
  let length = 0;
  return new Transform({
    readableHighWaterMark: pieceBytes,
    writableHighWaterMark: pieceBytes,
    transform(piece: Buffer, _, done) {
      length += piece.length;
      if (length > most) {
        done(excess());
        return;
      }
      take(piece);
      done(null, piece);
    },
  });
}

/**
 * Compresses the body in the file `from`, which has `bytes` bytes, to a new file at `to`. Resolves with the
 * SHA-256 of the body. Rejects with `TooLarge` if the compressed file would have more than `most` bytes, with
 * `DamagedBody` if the body has another length, and with the error of the disk or the signal's reason.
 */
export async function compressBody(
  from: string,
  to: string,
  { bytes, most, signal }: { bytes: number; most: number; signal: AbortSignal },
): Promise<string> {
  const hash = createHash('sha256');
  let length = 0;
  const different = () => new DamagedBody();
  await pipeline(
    createReadStream(from, { highWaterMark: pieceBytes }),
    measured(bytes, different, (piece) => {
      length += piece.length;
      hash.update(piece);
    }),
    createGzip({ level, chunkSize: pieceBytes }),
    measured(
      most,
      () => new TooLarge(),
      () => undefined,
    ),
    createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true }),
    { signal },
  );
  if (length !== bytes) throw different();
  return hash.digest('hex');
}

/**
 * Decompresses the body in the file `from` to a file at `to`. Rejects with `DamagedBody` unless the body has
 * exactly these bytes; the file must not be used then.
 */
export async function extractBody(
  from: string,
  to: string,
  { bytes, sha256 }: { bytes: number; sha256: string },
): Promise<void> {
  const hash = createHash('sha256');
  const damaged = () => new DamagedBody();
  const file = await openPlainFile(from).catch((error: unknown) => {
    throw error instanceof NoFile ? damaged() : error;
  });
  try {
    await pipeline(
      file.createReadStream({ highWaterMark: pieceBytes }),
      createGunzip({ chunkSize: pieceBytes }),
      measured(bytes, damaged, (piece) => hash.update(piece)),
      createWriteStream(to, { mode: 0o600 }),
    );
  } catch (error) {
    throw isOfGzip(error) ? damaged() : error;
  }
  if (hash.digest('hex') !== sha256) throw damaged();
}

const isOfGzip = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^Z_|^ERR_(BUFFER|_ZLIB)/.test(String(error.code));
