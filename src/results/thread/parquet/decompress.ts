import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import { Malformed } from './compactReader';
import type { Codec } from './footer';
import type { StoredPage } from './pages';
import { snappyBytes } from './snappy';

type DecompressSync = (bytes: Uint8Array, options: zlib.ZlibOptions) => Buffer;

/** Node has this since version 22.15, but its types don't include it yet. */
const zstd: unknown = Reflect.get(zlib, 'zstdDecompressSync');
const isDecompressSync = (value: unknown): value is DecompressSync => typeof value === 'function';

/** Whether this version of Node can decompress such pages. */
export const isKnownCodec = (codec: Codec): boolean => codec !== 'ZSTD' || isDecompressSync(zstd);

const gunzipInPool = promisify<Uint8Array, zlib.ZlibOptions, Buffer>(zlib.gunzip);

/** Larger pages, in bytes, are decompressed on Node's threads; for smaller ones, that takes longer. */
const leastForPool = 1 << 16;

/**
 * The values of the pages, decompressed. The sizes that the pages declare must have been checked. Throws
 * `Malformed` if a page has any other size.
 */
export function decompressed(pages: readonly StoredPage[], codec: Codec): Promise<Buffer[]> {
  return Promise.all(pages.map((page) => bytesOf(page, codec)));
}

async function bytesOf({ bytes, size, isCompressed }: StoredPage, codec: Codec): Promise<Buffer> {
  if (!isCompressed || codec === 'UNCOMPRESSED') return sized(bytes, size);
  if (codec === 'SNAPPY') return snappyBytes(bytes, size);
  // One byte more, so that the output ends within its first piece.
  const options = { maxOutputLength: Math.max(1, size), chunkSize: Math.max(64, size + 1) };
  if (codec === 'ZSTD') {
    if (!isDecompressSync(zstd)) throw new Malformed('zstd');
    return sized(zstd(bytes, options), size);
  }
  if (size < leastForPool) return sized(zlib.gunzipSync(bytes, options), size);
  return sized(await gunzipInPool(bytes, options), size);
}

function sized(page: Buffer, size: number): Buffer {
  if (page.length !== size) throw new Malformed('page length');
  return page;
}
