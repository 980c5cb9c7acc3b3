import type { FileHandle } from 'node:fs/promises';
import {
  parquetMetadataAsync,
  parquetScan,
  parquetSchema,
  type AsyncBuffer,
  type FileMetaData,
  type SchemaElement,
} from 'hyparquet';
import { originKey } from '../../../exports/parquet/metadata';
import type { ColumnType } from '../../../market/records/recordKinds';
import { formatUtcMs } from '../../../market/time/zones';
import { openPlainFile } from '../../../disk/plainFile';
import type { DecodedColumn, FileHead } from './decodedColumn';
import {
  isDecompressible,
  mostBytesAtOnce,
  mostColumns,
  mostGroupRows,
  mostGroups,
  mostRowsPerByte,
} from '../parquet/limits';
import { knownCodecs, pageBytes } from '../parquet/codecs';
import { checkPages } from './parquetPages';
import { sentNamesIn } from './sentNames';

/** Files of at most this many bytes, such as those of most days, are read as a whole. */
const mostBytesKept = 4 * 1024 ** 2;

type Decompress = (bytes: Uint8Array, length: number) => Uint8Array;

/**
 * Other programs use other compressions than this extension. The output is limited to the length that the page
 * declares, so that a decompression bomb can't expand further.
 */
const compressors: Readonly<Record<string, Decompress>> = Object.fromEntries(
  knownCodecs.map((codec): [string, Decompress] => [
    codec,
    (bytes, length) => {
      if (!isDecompressible(length, bytes.length)) throw new Error('page length');
      return pageBytes(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), length, codec);
    },
  ]),
);

/** Keeps all times as microseconds, which a `Date` would cut to milliseconds. */
const parsers = {
  timestampFromMilliseconds: (ms: bigint) => ms * 1000n,
  timestampFromMicroseconds: (us: bigint) => us,
  timestampFromNanoseconds: (ns: bigint) => ns / 1000n,
};

/**
 * A Parquet file that is read column by column and row group by row group, so that memory contains only one
 * column of one group. Rejects with any error if the content isn't what it should be: the file is outside
 * data.
 */
export class ParquetFile {
  private constructor(
    private readonly handle: FileHandle,
    private readonly buffer: AsyncBuffer,
    private readonly metadata: FileMetaData,
    readonly head: FileHead,
  ) {}

  /** Opens a file. Rejects if the path is a symbolic link, or isn't a regular file. */
  static async open(path: string): Promise<ParquetFile> {
    const handle = await openPlainFile(path);
    try {
      const { size } = await handle.stat();
      const inFile = bufferOf(handle, size);
      // Reading all of a small file takes less time than waiting for the disk again and again.
      const buffer = size <= mostBytesKept ? bufferIn(await inFile.slice(0)) : inFile;
      const metadata = await parquetMetadataAsync(buffer, { geoparquet: false });
      const columns = parquetSchema(metadata).children.map(({ element, children }) => {
        if (children.length > 0 || element.repetition_type === 'REPEATED') throw new Error('nested column');
        return element.name;
      });
      const groups = metadata.row_groups.map(({ num_rows: rows }) => Number(rows));
      const rowCount = groups.reduce((sum, rows) => sum + rows, 0);
      const isSane =
        groups.length <= mostGroups &&
        groups.every((rows) => rows >= 0 && rows <= mostGroupRows) &&
        rowCount <= size * mostRowsPerByte;
      if (!isSane || columns.length > mostColumns || new Set(columns).size < columns.length) {
        throw new Error('too large');
      }
      return new ParquetFile(handle, buffer, metadata, {
        groups,
        columns,
        sentNames: sentNamesIn(originIn(metadata)),
      });
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  close(): Promise<void> {
    return this.handle.close();
  }

  /**
   * A column of a row group as values of the type. Rejects if its values have another type, or if there are
   * more or fewer of them than rows.
   */
  async column(group: number, key: string, type: ColumnType): Promise<DecodedColumn> {
    const { buffer: file, head } = this;
    const rows = head.groups[group] ?? 0;
    const element = this.elementOf(key);
    if (rows === 0) return decoded([], type, element);
    await this.check(group, key, rows);
    // With all groups, planning each scan would take longer the more there are.
    const metadata = { ...this.metadata, row_groups: this.metadata.row_groups.slice(group, group + 1) };
    const options = { file, metadata, columns: [key], compressors, parsers, geoparquet: false };
    // A scan keeps what it has read, so each column gets a scan of its own.
    const scan = await parquetScan({ ...options, useOffsetIndex: false });
    const values: unknown = await scan.readColumn({ column: key, rowStart: 0, rowEnd: rows });
    if (!isArrayLike(values) || values.length !== rows) throw new Error('rows');
    return decoded(values, type, element);
  }

  private elementOf(key: string): SchemaElement {
    const element = parquetSchema(this.metadata).children[this.head.columns.indexOf(key)]?.element;
    if (!element) throw new Error('columns');
    return element;
  }

  private async check(group: number, key: string, rows: number): Promise<void> {
    const { buffer, metadata, head } = this;
    const index = head.columns.indexOf(key);
    const element = this.elementOf(key);
    const chunks = metadata.row_groups[group]?.columns ?? [];
    const found = chunks[index]?.meta_data;
    // The reader finds a column by its name, so the check must make sure that it's the same column.
    const isInOrder = chunks.every(({ meta_data: each }, at) => {
      const path = each?.path_in_schema ?? [];
      return path.length === 1 && path[0] === head.columns[at];
    });
    if (!found || !isInOrder || chunks.length !== head.columns.length) throw new Error('columns');
    const { codec, dictionary_page_offset: dictionary, data_page_offset: data } = found;
    const start = Number(dictionary || data);
    const decompress = compressors[codec];
    if (!decompress) throw new Error('compression');
    const chunk = await buffer.slice(start, start + Number(found.total_compressed_size));
    const isOptional = element.repetition_type !== 'REQUIRED';
    checkPages(new Uint8Array(chunk), {
      rows,
      isOptional,
      isBoolean: element.type === 'BOOLEAN',
      decompress,
    });
  }
}

const originIn = ({ key_value_metadata: entries = [] }: FileMetaData): string | undefined =>
  entries.find(({ key }) => key === originKey)?.value;

const isArrayLike = (value: unknown): value is ArrayLike<unknown> =>
  Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));

/** The same for bytes in memory. */
function bufferIn(bytes: ArrayBuffer): AsyncBuffer {
  const { byteLength } = bytes;
  return {
    byteLength,
    slice(start, end = byteLength) {
      if (!(start >= 0 && start <= end && end <= byteLength)) throw new Error('range');
      return bytes.slice(start, end);
    },
  };
}

function bufferOf(handle: FileHandle, byteLength: number) {
  return {
    byteLength,
    async slice(start: number, end: number = byteLength): Promise<ArrayBuffer> {
      if (!(start >= 0 && start <= end && end <= byteLength && end - start <= mostBytesAtOnce)) {
        throw new Error('range');
      }
      const bytes = new Uint8Array(end - start);
      for (let at = 0; at < bytes.length;) {
        const { bytesRead } = await handle.read(bytes, at, bytes.length - at, start + at);
        if (bytesRead === 0) throw new Error('truncated');
        at += bytesRead;
      }
      return bytes.buffer;
    },
  };
}

/** Whether the column's numbers are times: others don't say in which unit they would be. */
const hasTimes = ({ type, converted_type: converted, logical_type: logical }: SchemaElement) =>
  type === 'INT96' || logical?.type === 'TIMESTAMP' || converted?.startsWith('TIMESTAMP_') === true;

function decoded(values: ArrayLike<unknown>, type: ColumnType, element: SchemaElement): DecodedColumn {
  switch (type) {
    case 'time':
      return { kind: 'times', ...numericOf(values, hasTimes(element) ? timeOf : noTime) };
    case 'number':
    case 'integer':
      return { kind: 'numbers', ...numericOf(values, numberOf) };
    case 'boolean':
      return {
        kind: 'booleans',
        codes: Uint8Array.from(values, (value) => {
          if (isNull(value)) return 0;
          if (typeof value !== 'boolean') throw new Error('no boolean');
          return value ? 2 : 1;
        }),
      };
    case 'text':
      return textsOf(values);
  }
}

const isNull = (value: unknown) => value === null || value === undefined;

type WithExact = Pick<Extract<DecodedColumn, { kind: 'numbers' }>, 'values' | 'exact'>;

/** `read` returns the number for a value and, if it isn't exact, its text. */
function numericOf(found: ArrayLike<unknown>, read: (value: unknown) => [number, string?]): WithExact {
  const values = new Float64Array(found.length).fill(Number.NaN);
  const exact: [number, string][] = [];
  for (let row = 0; row < found.length; row += 1) {
    if (isNull(found[row])) continue;
    const [value, text] = read(found[row]);
    values[row] = value;
    if (text !== undefined) exact.push([row, text]);
  }
  return { values, exact };
}

function noTime(): never {
  throw new Error('no time');
}

function timeOf(value: unknown): [number, string?] {
  if (typeof value !== 'bigint') return noTime();
  const fraction = ((value % 1000n) + 1000n) % 1000n;
  const ms = Number((value - fraction) / 1000n);
  if (Number.isNaN(new Date(ms).getTime())) return noTime();
  if (fraction === 0n) return [ms];
  return [ms, formatUtcMs(ms).replace(/Z$/, `${String(fraction).padStart(3, '0')}Z`)];
}

function numberOf(value: unknown): [number, string?] {
  // JSON has no infinite numbers, so these count as null.
  if (typeof value === 'number') return [Number.isFinite(value) ? value : Number.NaN];
  if (typeof value !== 'bigint') throw new Error('no number');
  const number = Number(value);
  return Number.isSafeInteger(number) ? [number] : [number, String(value)];
}

function textsOf(found: ArrayLike<unknown>): DecodedColumn {
  const codes = new Uint32Array(found.length);
  const texts: string[] = [];
  const known = new Map<string, number>();
  let last: string | undefined;
  let lastCode = 0;
  for (let row = 0; row < found.length; row += 1) {
    const value = found[row];
    if (isNull(value)) continue;
    // In our own files, undocumented fields are text. Other programs may have converted them, so that other
    // values are accepted, too.
    const isPlain = typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint';
    const text = isPlain ? String(value) : value;
    if (typeof text !== 'string') throw new Error('no text');
    if (text !== last) {
      lastCode = known.get(text) ?? texts.push(text);
      known.set(text, lastCode);
      last = text;
    }
    codes[row] = lastCode;
  }
  return { kind: 'texts', texts, codes };
}
