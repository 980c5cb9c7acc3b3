import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
import { blockBytes, writePieces } from '../block';
import type { ByteSink } from '../exportSource';
import { codecs, pageHeader, type ColumnChunk, type Page } from './metadata';

const gzipInPool = promisify(gzip);
/**
 * How many half-megabyte pages are compressed while the next ones are being filled: one less than Node has
 * threads for this, because writing the file needs one, too.
 */
const mostWaiting = 3;

/** Smaller pages, in bytes, are compressed at once: passing them to another thread takes longer. */
const leastForPool = 1 << 15;

/** Columns whose pages stay larger than this share of their bytes aren't compressed: reading them takes less time. */
const mostWorthwhile = 0.9;

/** Shorter pages, in bytes, gain at most little, and preparing to compress them takes longer than writing them. */
const leastToTry = 128;

function compressed(bytes: Buffer): Promise<Buffer> | Buffer {
  return bytes.length < leastForPool
    ? gzipSync(bytes, { level: 1, chunkSize: 1 << 12 })
    : gzipInPool(bytes, { level: 1, memLevel: 9, chunkSize: 1 << 18 });
}

/** A page in the queue. */
interface Waiting {
  readonly chunk: ColumnChunk;
  readonly page: Page;
  /** Compressed; `undefined` as long as that wasn't worth trying. */
  readonly body: Promise<Buffer> | Buffer | undefined;
}

/** Compresses pages, large ones on Node's thread pool, and writes them in order and in few large parts. */
export class PageWriter {
  private readonly waiting: Waiting[] = [];
  /** Bytes of the file so far. */
  private offset = 0;
  /** What is to be written next, and its length. */
  private collected: Uint8Array[] = [];
  private collectedBytes = 0;

  constructor(private readonly out: ByteSink) {}

  /** Takes bytes that are not part of a page. */
  async write(bytes: Uint8Array): Promise<void> {
    this.collected.push(bytes);
    this.collectedBytes += bytes.length;
    this.offset += bytes.length;
    if (this.collectedBytes >= blockBytes) await this.flush();
  }

  /**
   * Takes a page, whose bytes must not change afterwards. Its sizes and offsets are added to the chunk's
   * metadata.
   */
  async add(chunk: ColumnChunk, page: Page): Promise<void> {
    const isTried = page.bytes.length >= leastToTry && chunk.codec !== codecs.plain;
    this.waiting.push({ chunk, page, body: isTried ? compressed(page.bytes) : undefined });
    if (this.waiting.length > mostWaiting) await this.takeNext();
  }

  /** Takes the pages in the queue, so that the metadata is complete. */
  async finish(): Promise<void> {
    while (this.waiting.length > 0) await this.takeNext();
  }

  /** Writes everything that was taken. */
  async flush(): Promise<void> {
    const bytes = Buffer.concat(this.collected);
    this.collected = [];
    this.collectedBytes = 0;
    await writePieces(this.out, bytes);
  }

  private async takeNext(): Promise<void> {
    const [next] = this.waiting;
    if (!next) return;
    const { chunk, page } = next;
    chunk.codec ??= await this.codecFor(chunk);
    this.waiting.shift();
    const body = chunk.codec === codecs.plain ? page.bytes : await (next.body ?? compressed(page.bytes));
    const header = pageHeader(page, body.length);
    if (page.isDictionary) chunk.dictionaryOffset = this.offset;
    else chunk.dataOffset ??= this.offset;
    chunk.uncompressed += header.length + page.bytes.length;
    chunk.compressed += header.length + body.length;
    await this.write(header);
    await this.write(body);
  }

  /** All pages of a column in a row group are compressed alike, so its first ones decide. */
  private async codecFor(chunk: ColumnChunk): Promise<number> {
    const first = this.waiting.filter((waiting) => waiting.chunk === chunk);
    const bodies = await Promise.all(first.map(async ({ body, page }) => body ?? page.bytes));
    const stored = bodies.reduce((sum, body) => sum + body.length, 0);
    const whole = first.reduce((sum, { page }) => sum + page.bytes.length, 0);
    return stored > whole * mostWorthwhile ? codecs.plain : codecs.gzip;
  }
}
