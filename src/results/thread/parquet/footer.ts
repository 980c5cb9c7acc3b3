import { isKnownCodec, type Codec } from './codecs';
import { isIntact, originKey } from '#src/exports/parquet/metadata';
import { CompactReader, Malformed } from './compactReader';
import { areReadable, mostColumns, mostGroupRows, mostGroups, mostRowsPerByte } from './parquetLimits';
import { Unsupported } from './unsupported';
import { logicalTypes, typeOf, type ElementType, type ValueKind } from './valueKinds';

/** A column of the schema. */
export interface FileColumn {
  readonly key: string;
  /** Parquet's name of its type. */
  readonly type: string;
  /** `undefined` if only nulls can be read. */
  readonly kind: ValueKind | undefined;
  readonly isOptional: boolean;
}

/** Where a column of a row group is in the file, in bytes. */
export interface Chunk {
  readonly codec: Codec;
  readonly start: number;
  /** Length as stored, and after decompression, including the headers of its pages. */
  readonly stored: number;
  readonly size: number;
  readonly hasDictionary: boolean;
}

export interface RowGroup {
  readonly rows: number;
  /** One for each column of the schema, in order. */
  readonly chunks: readonly Chunk[];
}

/** What a file's metadata says. */
export interface Footer {
  readonly columns: readonly FileColumn[];
  readonly groups: readonly RowGroup[];
  /** The number of rows in all groups. */
  readonly rows: number;
  /** Where the rows come from, as our own files say it. */
  readonly origin: string | undefined;
  /** Whether the file is one of ours, whose metadata and pages all have checksums. */
  readonly isChecked: boolean;
}

/** Bytes at the end of a file: the length of the metadata, and `PAR1`. */
export const tailBytes = 8;

/** The number of bytes of the metadata, from the last bytes of a file. Throws `Malformed`. */
export function footerLength(tail: Buffer): number {
  if (tail.length < tailBytes || tail.toString('latin1', tail.length - 4) !== 'PAR1') {
    throw new Malformed('magic');
  }
  return tail.readUInt32LE(tail.length - tailBytes);
}

/**
 * Reads the metadata of a file with `fileBytes` bytes. Throws `Malformed` if it isn't what the format says, if it
 * declares more than the file can contain, or if its checksum is wrong, and `Unsupported`.
 */
export function readFooter(bytes: Buffer, fileBytes: number): Footer {
  let columns: FileColumn[] = [];
  const groups: RowGroup[] = [];
  let origin: string | undefined;
  const isChecked = isIntact(bytes);
  if (isChecked === false) throw new Malformed('checksum');
  const reader = new CompactReader(bytes, 0, bytes.length);
  const pagesEnd = fileBytes - tailBytes - bytes.length;
  reader.root((id, type) => {
    if (id === 2) columns = readSchema(reader, bytes, type);
    else if (id === 4) {
      reader.list(type, (group) => {
        groups.push(readGroup(reader, group, bytes, { columns, pagesEnd }));
        if (groups.length > mostGroups) throw new Malformed('groups');
      });
    } else if (id === 5) {
      reader.list(type, (pair) => {
        const { key, value } = readPair(reader, bytes, pair);
        if (key === originKey) origin = bytes.toString('utf8', ...value);
      });
    } else reader.skip(type);
  });
  const rows = groups.reduce((sum, group) => sum + group.rows, 0);
  if (columns.length === 0 || rows > fileBytes * mostRowsPerByte) throw new Malformed('too large');
  if (
    !areReadable(
      groups.flatMap(({ chunks }) => chunks),
      fileBytes,
    )
  )
    throw new Malformed('too large');
  return { columns, groups, rows, origin, isChecked: isChecked ?? false };
}

function readPair(reader: CompactReader, bytes: Buffer, type: number) {
  let key = '';
  let value: readonly [number, number] = [0, 0];
  reader.struct(type, (id, field) => {
    if (id === 1) key = bytes.toString('utf8', ...reader.binary(field));
    else if (id === 2) value = reader.binary(field);
    else reader.skip(field);
  });
  return { key, value };
}

function readSchema(reader: CompactReader, bytes: Buffer, type: number): FileColumn[] {
  const columns: FileColumn[] = [];
  let isRoot = true;
  reader.list(type, (element) => {
    const read = readElement(reader, bytes, element);
    if (!isRoot) columns.push(columnOf(read));
    isRoot = false;
    if (columns.length > mostColumns) throw new Malformed('columns');
  });
  if (new Set(columns.map(({ key }) => key)).size < columns.length) throw new Malformed('columns');
  return columns;
}

interface Element extends ElementType {
  readonly name: string;
  readonly repetition: number;
  readonly children: number;
}

function readElement(reader: CompactReader, bytes: Buffer, type: number): Element {
  let [name, repetition, children, isUnsigned] = ['', 0, 0, false];
  let physical, converted, logical, unit: number | undefined;
  reader.struct(type, (id, field) => {
    if (id === 1) physical = reader.i32(field);
    else if (id === 3) repetition = reader.i32(field);
    else if (id === 4) name = bytes.toString('utf8', ...reader.binary(field));
    else if (id === 5) children = reader.i32(field);
    else if (id === 6) converted = reader.i32(field);
    else if (id === 10) readLogical(field);
    else reader.skip(field);
  });
  return { name, repetition, children, physical, converted, logical, unit, isUnsigned };

  /** The kind of a logical type is the id of the only field that is there. */
  function readLogical(field: number): void {
    reader.struct(field, (kind, value) => {
      logical = kind;
      if (kind === logicalTypes.timestamp) {
        readMember(value, (member) =>
          reader.struct(member, (id, empty) => {
            unit = id;
            reader.skip(empty);
          }),
        );
      } else if (kind === logicalTypes.integer) {
        readMember(value, (member) => (isUnsigned = !reader.flag(member)));
      } else reader.skip(value);
    });
  }

  /** Both logical types have what counts in their second field. */
  function readMember(value: number, read: (member: number) => void): void {
    reader.struct(value, (id, member) => (id === 2 ? read(member) : reader.skip(member)));
  }
}

function columnOf(element: Element): FileColumn {
  const { name, repetition, children } = element;
  if (children !== 0 || repetition === 2)
    throw new Unsupported({ kind: 'type', column: name, name: 'GROUP', instead: 'STRING' });
  return { key: name, ...typeOf(element), isOptional: repetition === 1 };
}

interface GroupsOf {
  readonly columns: readonly FileColumn[];
  /** Where the last page ends at the latest. */
  readonly pagesEnd: number;
}

function readGroup(reader: CompactReader, type: number, bytes: Buffer, of: GroupsOf): RowGroup {
  const chunks: Chunk[] = [];
  let rows = -1;
  reader.struct(type, (id, field) => {
    if (id === 1) {
      reader.list(field, (chunk) => {
        const column = of.columns[chunks.length];
        if (!column) throw new Malformed('columns');
        chunks.push(readChunk(reader, chunk, bytes, { column, pagesEnd: of.pagesEnd }));
      });
    } else if (id === 3) rows = reader.i64(field);
    else reader.skip(field);
  });
  if (!(rows >= 0 && rows <= mostGroupRows) || chunks.length !== of.columns.length) {
    throw new Malformed('group');
  }
  return { rows, chunks };
}

/** Parquet's names, by their numbers. */
const codecs = ['UNCOMPRESSED', 'SNAPPY', 'GZIP', 'LZO', 'BROTLI', 'LZ4', 'ZSTD', 'LZ4_RAW'] as const;

interface ChunkOf {
  readonly column: FileColumn;
  readonly pagesEnd: number;
}

function readChunk(reader: CompactReader, type: number, bytes: Buffer, of: ChunkOf): Chunk {
  let chunk: Chunk | undefined;
  reader.struct(type, (id, field) => {
    if (id === 1) throw new Malformed('other file');
    if (id === 3) chunk = readChunkMetadata(reader, field, bytes, of);
    else reader.skip(field);
  });
  // Encrypted, for example.
  if (!chunk) throw new Malformed('no metadata');
  return chunk;
}

function readChunkMetadata(
  reader: CompactReader,
  type: number,
  bytes: Buffer,
  { column, pagesEnd }: ChunkOf,
): Chunk {
  const path: string[] = [];
  let codec: (typeof codecs)[number] | undefined;
  let [stored, size, data, dictionary] = [-1, -1, -1, 0];
  reader.struct(type, (id, field) => {
    if (id === 3) {
      reader.list(field, (element) => path.push(bytes.toString('utf8', ...reader.binary(element))));
    } else if (id === 4) codec = codecs[reader.i32(field)];
    else if (id === 6) size = reader.i64(field);
    else if (id === 7) stored = reader.i64(field);
    else if (id === 9) data = reader.i64(field);
    else if (id === 11) dictionary = reader.i64(field);
    else reader.skip(field);
  });
  if (codec === undefined) throw new Malformed('compression');
  if (!isKnownCodec(codec)) throw new Unsupported({ kind: 'compression', name: codec });
  // Some writers give 0 for a dictionary that doesn't exist.
  const hasDictionary = dictionary > 0 && dictionary < data;
  const start = hasDictionary ? dictionary : data;
  const isInside = start >= 0 && stored >= 0 && size >= 0 && start + stored <= pagesEnd;
  if (!isInside || path.length !== 1 || path[0] !== column.key) throw new Malformed('chunk');
  return { codec, start, stored, size, hasDictionary };
}
