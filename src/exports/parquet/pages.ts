import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { writePieces } from '../block';
import type { ByteSink } from '../exportSource';
import { pageHeader, type ColumnChunk, type Page } from './metadata';

const compress = promisify(gzip);
/**
 * How many half-megabyte pages are compressed while the next ones are being filled: one less than Node has
 * threads for this, because writing the file needs one, too.
 */
const mostWaiting = 3;

/** Compresses pages on Node's thread pool and writes them in order. */
export class PageWriter {
  private readonly waiting: { chunk: ColumnChunk; page: Page; body: Promise<Buffer> }[] = [];
  /** Bytes of the file so far. */
  private offset = 0;

  constructor(private readonly out: ByteSink) {}

  /** Writes bytes that are not part of a page. */
  async write(bytes: Uint8Array): Promise<void> {
    await writePieces(this.out, bytes);
    this.offset += bytes.length;
  }

  /**
   * Takes a page, whose bytes must not change afterwards. Its sizes and offsets are added to the chunk's
   * metadata.
   */
  async add(chunk: ColumnChunk, page: Page): Promise<void> {
    const body = compress(page.bytes, { level: 1, memLevel: 9, chunkSize: 1 << 18 });
    this.waiting.push({ chunk, page, body });
    if (this.waiting.length > mostWaiting) await this.writeNext();
  }

  /** Writes the pages in the queue. */
  async finish(): Promise<void> {
    while (this.waiting.length > 0) await this.writeNext();
  }

  private async writeNext(): Promise<void> {
    const next = this.waiting.shift();
    if (!next) return;
    const { chunk, page } = next;
    const body = await next.body;
    const header = pageHeader(page, body.length);
    if (page.isDictionary) chunk.dictionaryOffset = this.offset;
    else chunk.dataOffset ??= this.offset;
    chunk.uncompressed += header.length + page.bytes.length;
    chunk.compressed += header.length + body.length;
    await this.write(header);
    await this.write(body);
  }
}
