import { crc32 } from '#src/exports/parquet/crc32';
import { CompactReader, Malformed } from './compactReader';
import type { Chunk } from './footer';
import { isDecompressible } from './parquetLimits';

/** A page of a column, whose values may be compressed. */
export interface StoredPage {
  readonly isDictionary: boolean;
  /** The number of values, nulls included. */
  readonly values: number;
  readonly encoding: number;
  /**
   * The definition levels of a page of the second version, which aren't compressed. In the first version, they
   * are at the beginning of the page.
   */
  readonly levels: Buffer | undefined;
  readonly bytes: Buffer;
  readonly isCompressed: boolean;
  /** The number of bytes after decompression. */
  readonly size: number;
}

const pageTypes = { data: 0, dictionary: 2, dataOfSecondVersion: 3 };
const runs = 3;

/**
 * The pages of a column of a row group with so many rows, the dictionary first. Throws `Malformed` if their
 * numbers of values or bytes aren't those of the rows and of the chunk, or if they declare too much to be
 * decompressed. If the file `isChecked`, each page must have a checksum; any that are there must be right.
 */
export function pagesOf(bytes: Buffer, chunk: Chunk, rows: number, isChecked: boolean): StoredPage[] {
  const pages: StoredPage[] = [];
  let [at, values, declared] = [0, 0, 0];
  while (at < bytes.length) {
    const { end, page } = readPage(bytes, at, isChecked);
    at = end;
    declared += page.size + (page.levels?.length ?? 0);
    if (page.isDictionary !== (chunk.hasDictionary && pages.length === 0)) throw new Malformed('dictionary');
    // Each takes at least one bit.
    if (page.isDictionary && page.values > page.size * 8) throw new Malformed('dictionary');
    if (!page.isDictionary) {
      if (page.values === 0 && rows > 0) throw new Malformed('values');
      values += page.values;
    }
    pages.push(page);
  }
  if (values !== rows) throw new Malformed('values');
  if (declared > chunk.size || !isDecompressible(declared, bytes.length)) throw new Malformed('size');
  return pages;
}

interface Header {
  type: number;
  size: number;
  stored: number;
  checksum: number | undefined;
  values: number;
  encoding: number;
  /** Bytes of the levels of the second version; `undefined` in the first. */
  definition: number | undefined;
  repetition: number;
  isCompressed: boolean;
}

function readPage(bytes: Buffer, from: number, isChecked: boolean): { end: number; page: StoredPage } {
  const reader = new CompactReader(bytes, from, bytes.length);
  const header = readHeader(reader);
  const { type, size, stored, checksum, values, encoding, definition } = header;
  const end = reader.at + stored;
  if (!(size >= 0 && stored >= 0 && values >= 0 && end <= bytes.length)) throw new Malformed('page');
  const whole = bytes.subarray(reader.at, end);
  if (checksum === undefined ? isChecked : (crc32(whole) | 0) !== checksum) throw new Malformed('checksum');
  const isSecond = type === pageTypes.dataOfSecondVersion;
  if (isSecond !== (definition !== undefined) || header.repetition !== 0) throw new Malformed('levels');
  const levelBytes = definition ?? 0;
  if (!(levelBytes >= 0 && levelBytes <= stored && levelBytes <= size)) throw new Malformed('levels');
  const page: StoredPage = {
    isDictionary: type === pageTypes.dictionary,
    values,
    encoding,
    levels: isSecond ? whole.subarray(0, levelBytes) : undefined,
    bytes: whole.subarray(levelBytes),
    // A page of the second version that declares no bytes is read as it is stored, whatever its compression.
    isCompressed: header.isCompressed && !(isSecond && size === levelBytes),
    size: size - levelBytes,
  };
  return { end, page };
}

function readHeader(reader: CompactReader): Header {
  const header: Header = {
    type: -1,
    size: -1,
    stored: -1,
    checksum: undefined,
    values: -1,
    encoding: -1,
    definition: undefined,
    repetition: 0,
    isCompressed: true,
  };
  let described = -1;
  reader.root((id, type) => {
    if (id === 1) header.type = reader.i32(type);
    else if (id === 2) header.size = reader.i32(type);
    else if (id === 3) header.stored = reader.i32(type);
    else if (id === 4) header.checksum = reader.i32(type);
    else if (id === 5 || id === 7) {
      described = id === 5 ? pageTypes.data : pageTypes.dictionary;
      reader.struct(type, (field, value) => {
        if (field === 1) header.values = reader.i32(value);
        else if (field === 2) header.encoding = reader.i32(value);
        else if (id === 5 && field === 3) {
          if (reader.i32(value) !== runs) throw new Malformed('levels');
        } else reader.skip(value);
      });
    } else if (id === 8) {
      described = pageTypes.dataOfSecondVersion;
      readSecond(reader, type, header);
    } else reader.skip(type);
  });
  if (described !== header.type) throw new Malformed('page type');
  return header;
}

function readSecond(reader: CompactReader, type: number, header: Header): void {
  reader.struct(type, (field, value) => {
    if (field === 1) header.values = reader.i32(value);
    else if (field === 4) header.encoding = reader.i32(value);
    else if (field === 5) header.definition = reader.i32(value);
    else if (field === 6) header.repetition = reader.i32(value);
    else if (field === 7) header.isCompressed = reader.flag(value);
    else reader.skip(value);
  });
}
