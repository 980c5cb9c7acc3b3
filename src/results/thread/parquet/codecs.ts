import * as zlib from 'node:zlib';
import { Malformed } from './compactReader';
import { snappyBytes } from './snappy';

type DecompressSync = (bytes: Uint8Array, options: zlib.ZlibOptions) => Buffer;

/** Node has this since version 22.15, but its types don't include it yet. */
const zstd: unknown = Reflect.get(zlib, 'zstdDecompressSync');
const isDecompressSync = (value: unknown): value is DecompressSync => typeof value === 'function';

/** Compressions of Parquet that this version of Node can undo. */
export const knownCodecs = [
  'UNCOMPRESSED',
  'SNAPPY',
  'GZIP',
  'BROTLI',
  ...(isDecompressSync(zstd) ? (['ZSTD'] as const) : []),
] as const;

export type Codec = (typeof knownCodecs)[number];

/** Whether a compression, by its name in Parquet, is one of these. */
export const isKnownCodec = (name: string): name is Codec => knownCodecs.some((codec) => codec === name);

/** For zlib, to decompress to so many bytes. */
export const optionsFor = (size: number) => ({
  maxOutputLength: Math.max(1, size),
  // One byte more, so that the output ends within its first piece.
  chunkSize: Math.max(64, size + 1),
});

/**
 * Decompresses a page at once, to exactly `size` bytes, which must be a size that may be decompressed. Throws
 * `Malformed` if the page has another one.
 */
export function pageBytes(bytes: Buffer, size: number, codec: Codec): Buffer {
  try {
    return sized(decompress(bytes, size, codec), size);
  } catch (error) {
    throw error instanceof Malformed ? error : new Malformed('compressed', { cause: error });
  }
}

function decompress(bytes: Buffer, size: number, codec: Codec): Buffer {
  switch (codec) {
    case 'UNCOMPRESSED':
      return bytes;
    case 'SNAPPY':
      return snappyBytes(bytes, size);
    case 'GZIP':
      return zlib.gunzipSync(bytes, optionsFor(size));
    case 'BROTLI':
      return zlib.brotliDecompressSync(bytes, optionsFor(size));
    case 'ZSTD':
      if (!isDecompressSync(zstd)) throw new Malformed('zstd');
      return zstd(bytes, optionsFor(size));
  }
}

/** The page, if it has so many bytes. Throws `Malformed`. */
export function sized(page: Buffer, size: number): Buffer {
  if (page.length !== size) throw new Malformed('page length');
  return page;
}
