import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { plainFileFlags } from '../results/plainFile';

const pieceBytes = 256 * 1024;

/** Fast: responses repeat their field names, so higher levels save little. */
const level = 3;

/** A kept response isn't the one that was received. Not fit to be shown. */
export class DamagedBody extends Error {
  override readonly name = 'DamagedBody';
}

/** A response is larger than allowed when compressed. Not fit to be shown. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge';
}

/** Hands on bytes, at most `most`, and calls `take` for each piece. */
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
 * Writes the body in `from`, which has `bytes` bytes, compressed to a new file at `to`. Resolves with the
 * SHA-256 of the body. Rejects with `TooLarge` if the compressed file would have more than `most` bytes, with
 * `DamagedBody` if the file has another length, and with whatever the disk or the signal rejects with.
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
 * A path is no regular file, such as a folder or a pipe, which could be waited for without end. Not fit to be
 * shown.
 */
export class NoFile extends Error {
  override readonly name = 'NoFile';
}

/**
 * Opens a file for reading, but not what a symbolic link names. Rejects with `NoFile` if it's no regular file, and
 * with what the system rejects with.
 */
export async function openFile(path: string): Promise<FileHandle> {
  const file = await open(path, plainFileFlags);
  try {
    if (!(await file.stat()).isFile()) throw new NoFile();
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/**
 * Writes the body that is compressed in `from` to a file at `to`. Rejects with `DamagedBody` unless it has exactly
 * these bytes; the file is of no use then.
 */
export async function extractBody(
  from: string,
  to: string,
  { bytes, sha256 }: { bytes: number; sha256: string },
): Promise<void> {
  const hash = createHash('sha256');
  const damaged = () => new DamagedBody();
  const file = await openFile(from).catch((error: unknown) => {
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
