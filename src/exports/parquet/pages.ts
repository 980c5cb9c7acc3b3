import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { writePieces } from '../block';
import type { ByteSink } from '../exportSource';
import { pageHeader, type ColumnChunk } from './metadata';

const compress = promisify(gzip);
/** So many pages of half a megabyte are compressed beside the work on the next ones. */
const mostWaiting = 4;

/** A page before it is compressed. */
export interface Page {
  readonly bytes: Buffer;
  readonly rows: number;
  readonly encoding: number;
  readonly isDictionary: boolean;
}

/** Compresses pages on the threads that Node keeps for it, and writes them in their order. */
export class PageWriter {
  private readonly waiting: { chunk: ColumnChunk; page: Page; body: Promise<Buffer> }[] = [];
  /** Bytes of the file so far. */
  private offset = 0;

  constructor(private readonly out: ByteSink) {}

  /** Bytes that are no page. */
  async write(bytes: Uint8Array): Promise<void> {
    await writePieces(this.out, bytes);
    this.offset += bytes.length;
  }

  /** Takes a page, whose bytes must not change; sizes and places are added to the chunk's facts. */
  async add(chunk: ColumnChunk, page: Page): Promise<void> {
    const body = compress(page.bytes, { level: 1, chunkSize: 1 << 18 });
    this.waiting.push({ chunk, page, body });
    if (this.waiting.length > mostWaiting) await this.writeNext();
  }

  /** Writes the pages that still wait. */
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
