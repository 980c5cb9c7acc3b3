import { parquetHeader } from 'hyparquet/src/column.js';
import { readVarInt } from 'hyparquet/src/thrift.js';
import { isDecompressible } from '../parquet/limits';

/** What the pages of one column in one row group must match. */
export interface PagesOf {
  readonly rows: number;
  readonly isOptional: boolean;
  readonly isBoolean: boolean;
  /** Decompresses a page, which must then have exactly `length` bytes. */
  readonly decompress: (bytes: Uint8Array, length: number) => Uint8Array;
}

/** A page, found by its header, and its bytes as they are stored. */
interface Page {
  readonly header: ReturnType<typeof parquetHeader>;
  readonly bytes: Uint8Array;
}

type Reader = Parameters<typeof parquetHeader>[0];

const readerOf = (bytes: Uint8Array): Reader => ({
  view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength),
  offset: 0,
});

/**
 * Checks the pages of a column before hyparquet reads them. A run of a few bytes can declare a billion
 * values, and an array that grows so much ends the whole process, not only its thread. Throws if the pages
 * don't have exactly as many values as the row group has rows, if they declare too many bytes, or if a run has
 * more values than its page. Nothing is decompressed before all declared counts and sizes are checked.
 */
export function checkPages(chunk: Uint8Array, of: PagesOf): void {
  for (const page of pagesIn(chunk, of.rows)) checkPage(page, of);
}

/** The pages with values, as far as they're needed for so many rows. */
function pagesIn(chunk: Uint8Array, rows: number): Page[] {
  const pages: Page[] = [];
  const reader = readerOf(chunk);
  let [seen, declared] = [0, 0];
  while (seen < rows) {
    const header = parquetHeader(reader);
    const { compressed_page_size: stored, uncompressed_page_size: size } = header;
    const end = reader.offset + stored;
    if (!(stored >= 0 && size >= 0 && end <= chunk.length)) throw new Error('page');
    declared += size;
    const bytes = chunk.subarray(reader.offset, end);
    reader.offset = end;
    if (header.type === 'DICTIONARY_PAGE') {
      const values = header.dictionary_page_header?.num_values ?? -1;
      // A boolean takes one bit, and all other values take more.
      if (!(values >= 0 && values <= size * 8)) throw new Error('dictionary');
      continue;
    }
    const { num_values: values = 0 } = header.data_page_header ?? header.data_page_header_v2 ?? {};
    if (!(values >= 1 && values <= rows - seen)) throw new Error('values');
    seen += values;
    pages.push({ header, bytes });
  }
  if (!isDecompressible(declared, chunk.length)) throw new Error('size');
  return pages;
}

function checkPage({ header, bytes }: Page, of: PagesOf): void {
  const size = header.uncompressed_page_size;
  const plain = header.data_page_header;
  const second = header.data_page_header_v2;
  if (header.type === 'DATA_PAGE' && plain) {
    const page = readerOf(of.decompress(bytes, size));
    if (of.isOptional) checkLevels(page, plain.num_values);
    checkValues(page, plain.encoding, plain.num_values, of);
  } else if (header.type === 'DATA_PAGE_V2' && second) {
    const levels = second.definition_levels_byte_length;
    if (second.repetition_levels_byte_length !== 0 || !(levels >= 0 && levels <= bytes.length)) {
      throw new Error('levels');
    }
    if (!(second.num_nulls >= 0 && second.num_nulls <= second.num_values)) throw new Error('nulls');
    if (of.isOptional) checkRuns(readerOf(bytes.subarray(0, levels)), 1, second.num_values);
    const rest = bytes.subarray(levels);
    // A page that declares no bytes is read as it is stored, whatever its compression.
    const isStored = second.is_compressed === false || size === levels;
    const page = readerOf(isStored ? rest : of.decompress(rest, size - levels));
    checkValues(page, second.encoding, second.num_values, of);
  } else throw new Error('page type');
}

/** In pages of the first version, the levels are preceded by their length. */
function checkLevels(page: Reader, values: number): void {
  const length = page.view.getUint32(page.offset, true);
  page.offset += 4;
  const end = page.offset + length;
  checkRuns(page, 1, values);
  page.offset = end;
}

/** After the levels, only runs can declare more values than there are bytes. */
function checkValues(page: Reader, encoding: string, values: number, { isBoolean }: PagesOf): void {
  if (encoding === 'RLE' && isBoolean) {
    if (page.view.byteLength - page.offset >= 4) page.offset += 4;
    checkRuns(page, 1, values);
  } else if (encoding.endsWith('_DICTIONARY') || encoding === 'RLE') {
    // A page without any value may end after its levels.
    if (page.offset >= page.view.byteLength) return;
    const width = page.view.getUint8(page.offset);
    page.offset += 1;
    if (width > 32) throw new Error('width');
    if (width > 0) checkRuns(page, width, values);
  }
}

/**
 * Checks runs until they have `values` values, or to the end of the bytes, because a page with nulls has
 * fewer.
 */
function checkRuns(reader: Reader, width: number, values: number): void {
  let seen = 0;
  while (seen < values && reader.offset < reader.view.byteLength) {
    const header = readVarInt(reader);
    const isPacked = (header & 1) === 1;
    const groups = header >>> 1;
    // Packed values take up bytes, and surplus ones aren't read: writers pad the last group.
    if (!isPacked && groups > values - seen) throw new Error('run');
    reader.offset += isPacked ? groups * width : Math.ceil(width / 8);
    seen += isPacked ? groups * 8 : groups;
  }
}
