import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import { optionsFor, pageBytes, sized, type Codec } from './codecs';
import { Malformed } from './compactReader';
import type { StoredPage } from './readPages';

const gunzipInPool = promisify<Uint8Array, zlib.ZlibOptions, Buffer>(zlib.gunzip);

/** Larger pages, in bytes, are decompressed on Node's threads; for smaller ones, that takes longer. */
const leastForPool = 1 << 16;

/** A page and how its values are compressed. */
export interface CompressedPage {
  readonly page: StoredPage;
  readonly codec: Codec;
}

/**
 * The values of the pages, decompressed, in their order. The sizes that the pages declare must have been checked.
 * Throws `Malformed` if a page has any other size.
 */
export function decompressed(pages: readonly CompressedPage[]): Promise<Buffer[]> {
  const small = pages.flatMap((each) => (isSmallGzip(each) ? [each.page] : []));
  const together = small.length > 1 ? gunzipTogether(small) : [];
  const found = new Map(small.map((page, at) => [page, together[at]]));
  return Promise.all(pages.map(async ({ page, codec }) => found.get(page) ?? bytesOf(page, codec)));
}

const isSmallGzip = ({ page, codec }: CompressedPage) =>
  codec === 'GZIP' && page.isCompressed && page.size < leastForPool;

/**
 * Preparing to decompress takes longer than decompressing a small page. But pages that are compressed with gzip
 * can be decompressed as if they were one. Each says at its end how many bytes it has.
 */
function gunzipTogether(pages: readonly StoredPage[]): Buffer[] {
  if (pages.some(({ bytes, size }) => bytes.length < 18 || bytes.readUInt32LE(bytes.length - 4) !== size)) {
    throw new Malformed('page length');
  }
  const size = pages.reduce((sum, page) => sum + page.size, 0);
  const all = pageBytes(Buffer.concat(pages.map(({ bytes }) => bytes)), size, 'GZIP');
  let at = 0;
  return pages.map((page) => all.subarray(at, (at += page.size)));
}

async function bytesOf({ bytes, size, isCompressed }: StoredPage, codec: Codec): Promise<Buffer> {
  if (!isCompressed) return sized(bytes, size);
  if (codec !== 'GZIP' || size < leastForPool) return pageBytes(bytes, size, codec);
  const page = await gunzipInPool(bytes, optionsFor(size)).catch((error: unknown) => {
    throw new Malformed('compressed', { cause: error });
  });
  return sized(page, size);
}
