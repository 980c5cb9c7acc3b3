import type { FileHandle } from 'node:fs/promises';
import { checkKey } from '../../../exports/parquet/metadata';
import { openPlainFile } from '../../../disk/plainFile';
import type { TableColumn } from '../../../table/columns/columns';
import { Malformed } from './compactReader';
import { decompressed, isKnownCodec } from './decompress';
import { fillColumn } from './fillColumn';
import { footerLength, readFooter, tailBytes, Unsupported, type Footer } from './footer';
import { mostBytesAtOnce } from './limits';
import { pagesOf, type StoredPage } from './pages';
import type { PageMemory } from './pageValues';

/** Files of at most this many bytes, such as those of most days, are read as a whole. */
const mostBytesKept = 1 << 20;
/** So many bytes at the end of a larger file contain its metadata, unless it has very many columns or groups. */
const usualFooterBytes = 1 << 16;

/** A column of a row group whose pages are decompressed. */
export interface LoadedChunk {
  readonly pages: readonly StoredPage[];
  readonly bodies: readonly Buffer[];
}

/** A Parquet file that is read straight into the columns of a table. */
export class ColumnFile {
  private constructor(
    private readonly handle: FileHandle,
    /** The last bytes of the file, or all of them. */
    private readonly tail: Buffer,
    private readonly fileBytes: number,
    readonly footer: Footer,
  ) {}

  /**
   * Opens a file, which must be closed afterwards. Rejects like `openPlainFile`, with `Unsupported` if another
   * reader may be able to read the file, and with `Malformed` if it's one of ours and damaged.
   */
  static async open(path: string): Promise<ColumnFile> {
    const handle = await openPlainFile(path);
    try {
      const { size } = await handle.stat();
      const first = size <= mostBytesKept ? size : usualFooterBytes;
      const tail = await bytesIn(handle, size - first, size);
      const length = footerLength(tail);
      if (length > size - tailBytes) throw new Malformed('footer');
      const end = size - tailBytes;
      const bytes =
        length + tailBytes <= tail.length
          ? tail.subarray(tail.length - tailBytes - length, tail.length - tailBytes)
          : await bytesIn(handle, end - length, end);
      const footer = checkedFooter(bytes, size, tail);
      const isReadable = footer.groups.every(({ chunks }) =>
        chunks.every(({ codec }) => isKnownCodec(codec)),
      );
      if (!isReadable) throw new Unsupported('compression');
      return new ColumnFile(handle, tail, size, footer);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  close(): Promise<void> {
    return this.handle.close();
  }

  /** Reads and decompresses a column of a row group. Rejects with `Malformed`, or with the system's error. */
  async load(group: number, column: number): Promise<LoadedChunk> {
    const { groups, isChecked } = this.footer;
    const { rows, chunks } = groups[group] ?? { rows: 0, chunks: [] };
    const chunk = chunks[column];
    if (!chunk || rows === 0) return { pages: [], bodies: [] };
    const { start, stored, codec } = chunk;
    const first = this.fileBytes - this.tail.length;
    const bytes =
      start >= first
        ? this.tail.subarray(start - first, start - first + stored)
        : await bytesIn(this.handle, start, start + stored);
    const pages = pagesOf(bytes, chunk, rows, isChecked);
    return { pages, bodies: await decompressed(pages, codec) };
  }

  /** Reads a column that was loaded into the rows of a table's column from `first` on. Throws `Malformed`. */
  fill(column: number, { pages, bodies }: LoadedChunk, into: TableColumn, first: number, memory: PageMemory) {
    const found = this.footer.columns[column];
    if (found) fillColumn(into, first, found, pages, bodies, memory);
  }
}

/** A damaged file of ours must not be given to a reader that doesn't check it. */
function checkedFooter(bytes: Buffer, size: number, tail: Buffer): Footer {
  try {
    return readFooter(bytes, size);
  } catch (error) {
    if (error instanceof Malformed && !tail.includes(checkKey)) throw new Unsupported(error.message);
    throw error;
  }
}

async function bytesIn(handle: FileHandle, from: number, to: number): Promise<Buffer> {
  if (!(to - from <= mostBytesAtOnce)) throw new Malformed('range');
  const bytes = Buffer.allocUnsafe(to - from);
  for (let at = 0; at < bytes.length;) {
    const { bytesRead } = await handle.read(bytes, at, bytes.length - at, from + at);
    if (bytesRead === 0) throw new Malformed('truncated');
    at += bytesRead;
  }
  return bytes;
}
