import { parquetTypes, type ColumnKind } from './columnKind';
import type { Origin } from '../../protocol/exportOrder';
import { binary, i32, i64, thriftList, struct, type ThriftValue } from './thrift';

export const encodings = { plain: 0, rle: 3, rleDictionary: 8 } as const;
/** Parquet's numbers of ways to compress pages. */
export const codecs = { plain: 0, gzip: 2 } as const;
const optional = 1;

/**
 * One column of one row group. Sizes are in bytes, offsets from the start of the file; both are
 * known once its pages are written, and how they're compressed once the first one is.
 */
export interface ColumnChunk {
  readonly key: string;
  readonly kind: ColumnKind;
  readonly rows: number;
  nulls: number;
  bounds: { min: Buffer; max: Buffer } | undefined;
  dictionaryOffset: number | undefined;
  dataOffset: number | undefined;
  codec: number | undefined;
  uncompressed: number;
  compressed: number;
}

/** A page before compression. */
export interface Page {
  readonly bytes: Buffer;
  readonly rows: number;
  readonly encoding: number;
  readonly isDictionary: boolean;
}

/** The header before a page's bytes, of which `storedBytes` are in the file. */
export function pageHeader(page: Page, storedBytes: number): Buffer {
  const rows = i32(page.rows);
  const encoding = i32(page.encoding);
  const header = struct({
    1: i32(page.isDictionary ? 2 : 0),
    2: i32(page.bytes.length),
    3: i32(storedBytes),
    5: page.isDictionary
      ? undefined
      : struct({ 1: rows, 2: encoding, 3: i32(encodings.rle), 4: i32(encodings.rle) }),
    7: page.isDictionary ? struct({ 1: rows, 2: encoding }) : undefined,
  });
  return Buffer.from(header.bytes);
}

const schemaOf = ({ key, kind }: { key: string; kind: ColumnKind }): ThriftValue => {
  const { physical, converted, logical } = parquetTypes[kind];
  return struct({
    1: i32(physical),
    3: i32(optional),
    4: binary(key),
    6: converted,
    10: logical,
  });
};

function chunkOf(chunk: ColumnChunk): ThriftValue {
  const { bounds, dictionaryOffset, dataOffset = 0, codec = codecs.plain } = chunk;
  const used = dictionaryOffset === undefined ? [encodings.plain] : [0, encodings.rleDictionary];
  const metadata = struct({
    1: i32(parquetTypes[chunk.kind].physical),
    2: thriftList([...used, encodings.rle].map(i32)),
    3: thriftList([binary(chunk.key)]),
    4: i32(codec),
    5: i64(chunk.rows),
    6: i64(chunk.uncompressed),
    7: i64(chunk.compressed),
    9: i64(dataOffset),
    11: dictionaryOffset === undefined ? undefined : i64(dictionaryOffset),
    12: struct({
      3: i64(chunk.nulls),
      5: bounds && binary(bounds.max),
      6: bounds && binary(bounds.min),
    }),
  });
  return struct({ 2: i64(dictionaryOffset ?? dataOffset), 3: metadata });
}

function groupOf(chunks: readonly ColumnChunk[]): ThriftValue {
  const bytes = chunks.reduce((sum, { uncompressed }) => sum + uncompressed, 0);
  return struct({ 1: thriftList(chunks.map(chunkOf)), 2: i64(bytes), 3: i64(chunks[0]?.rows ?? 0) });
}

/** The key under which files say, as JSON, where their rows come from. */
const originKey = 'market-data';

const keyValue = (key: string, value: string) => struct({ 1: binary(key), 2: binary(value) });

/** Everything after the last page: schema, row groups, origin, and the footer. */
export function footer(
  columns: readonly { key: string; kind: ColumnKind }[],
  rows: number,
  groups: readonly (readonly ColumnChunk[])[],
  origin: Origin,
): Buffer {
  const root = struct({ 4: binary('rows'), 5: i32(columns.length) });
  const metadata = struct({
    1: i32(2),
    2: thriftList([root, ...columns.map(schemaOf)]),
    3: i64(rows),
    4: thriftList(groups.map(groupOf)),
    5: thriftList([keyValue(originKey, JSON.stringify(origin))]),
    // Readers of this form trust the bounds only if the writer names a version.
    6: binary(`market-data-explorer version ${origin.extensionVersion}`),
    // Declares that the bounds above use the order of the column's type.
    7: thriftList(columns.map(() => struct({ 1: struct({}) }))),
  });
  const bytes = Buffer.from(metadata.bytes);
  const end = Buffer.alloc(8);
  end.writeUInt32LE(bytes.length);
  end.write('PAR1', 4, 'latin1');
  return Buffer.concat([bytes, end]);
}
