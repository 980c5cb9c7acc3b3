import { closeSync, read, readSync } from 'node:fs';
import { promisify } from 'node:util';
import { openPlainFileSync, type OpenFile } from '#src/disk/plainFile';
import type { TableColumn } from '#src/table/columns/columns';
import { Malformed } from './compactReader';
import type { Codec } from './codecs';
import { decompressed } from './decompress';
import { fillColumn } from './fillColumn';
import { footerLength, readFooter, tailBytes, type Footer } from './footer';
import { mostBytesAtOnce } from './parquetLimits';
import { pagesOf, type StoredPage } from './readPages';
import type { PageMemory } from './pageValues';

/** Files of at most this many bytes, such as those of most days, are read as a whole. */
const mostBytesKept = 1 << 20;
/** So many bytes at the end of a larger file contain its metadata, unless it has very many columns or groups. */
const usualFooterBytes = 1 << 16;

/** A column of a row group, by their indexes. */
export interface ChunkPlace {
  readonly group: number;
  readonly column: number;
}

/** A column of a row group whose pages are decompressed. */
export interface LoadedChunk {
  readonly place: ChunkPlace;
  readonly pages: readonly StoredPage[];
  readonly bodies: readonly Buffer[];
}

/** A Parquet file that is read straight into the columns of a table. */
export class ColumnFile {
  private constructor(
    readonly path: string,
    private readonly file: OpenFile,
    /** The last bytes of the file, or all of them. */
    private readonly tail: Buffer,
    readonly footer: Footer,
  ) {}

  /**
   * Opens a file, which must be closed afterwards. Throws like `openPlainFile`, and like `readFooter`.
   */
  static open(path: string): ColumnFile {
    const file = openPlainFileSync(path);
    const { descriptor, bytes: size } = file;
    try {
      const tail = lastBytes(descriptor, size, size <= mostBytesKept ? size : usualFooterBytes);
      const length = footerLength(tail) + tailBytes;
      if (length > size) throw new Malformed('footer');
      const whole = length <= tail.length ? tail : lastBytes(descriptor, size, length);
      const bytes = whole.subarray(whole.length - length, whole.length - tailBytes);
      return new ColumnFile(path, file, tail, readFooter(bytes, size));
    } catch (error) {
      closeSync(descriptor);
      throw error;
    }
  }

  close(): void {
    closeSync(this.file.descriptor);
  }

  /** Another one once the file was changed or replaced. */
  get version(): string {
    return this.file.version;
  }

  /** Reads and decompresses columns. Rejects with `Malformed`, or with the system's error. */
  async load(places: readonly ChunkPlace[]): Promise<LoadedChunk[]> {
    const found = await Promise.all(places.map((place) => this.pagesAt(place)));
    const bodies = await decompressed(
      found.flatMap(({ pages, codec }) => pages.map((page) => ({ page, codec }))),
    );
    let at = 0;
    return found.map(({ pages }, index) => ({
      place: places[index] as ChunkPlace,
      pages,
      bodies: bodies.slice(at, (at += pages.length)),
    }));
  }

  private async pagesAt({ group, column }: ChunkPlace): Promise<{ pages: StoredPage[]; codec: Codec }> {
    const { groups, isChecked } = this.footer;
    const { rows, chunks } = groups[group] ?? { rows: 0, chunks: [] };
    const chunk = chunks[column];
    if (!chunk || rows === 0) return { pages: [], codec: 'UNCOMPRESSED' };
    const { start, stored, codec } = chunk;
    const first = this.file.bytes - this.tail.length;
    const bytes =
      start >= first
        ? this.tail.subarray(start - first, start - first + stored)
        : await bytesIn(this.file.descriptor, start, stored);
    return { pages: pagesOf(bytes, chunk, rows, isChecked), codec };
  }

  /** Reads a column that was loaded into the rows of a table's column from `first` on. Throws like `fillColumn`. */
  fill({ place, pages, bodies }: LoadedChunk, into: TableColumn, first: number, memory: PageMemory): void {
    const column = this.footer.columns[place.column];
    if (column) fillColumn(into, first, column, pages, bodies, memory);
  }
}

const readBytes = promisify(read);

async function bytesIn(descriptor: number, from: number, length: number): Promise<Buffer> {
  if (length > mostBytesAtOnce) throw new Malformed('range');
  const bytes = Buffer.allocUnsafe(length);
  for (let at = 0; at < length;) {
    const { bytesRead } = await readBytes(descriptor, bytes, at, length - at, from + at);
    if (bytesRead === 0) throw new Malformed('truncated');
    at += bytesRead;
  }
  return bytes;
}

function lastBytes(descriptor: number, size: number, length: number): Buffer {
  if (length > mostBytesAtOnce) throw new Malformed('range');
  const bytes = Buffer.allocUnsafe(length);
  for (let at = 0; at < length;) {
    const bytesRead = readSync(descriptor, bytes, at, length - at, size - length + at);
    if (bytesRead === 0) throw new Malformed('truncated');
    at += bytesRead;
  }
  return bytes;
}
