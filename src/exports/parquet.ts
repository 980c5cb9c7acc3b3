import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { rowCount, type ByteSink, type ExportOptions, type ExportSource } from './exportSource';
import { parquetColumn, type ParquetColumn } from './parquetColumn';
import { encodeChunk } from './parquetPages';
import { encodeStruct, type ThriftStruct, type ThriftValue } from './thrift';

/** Rows of one group: what is in memory at a time. */
const groupRows = 131_072;
const gzipCodec = 2;
const encodings = { plain: 0, rle: 3, dictionary: 8 } as const;
const compress = promisify(gzip);
const magic = Buffer.from('PAR1');

/**
 * Writes Parquet straight from the columns: their codes, texts and typed arrays are Parquet's own
 * encodings, so that nothing is turned into rows on the way.
 */
export async function writeParquet(
  source: ExportSource,
  out: ByteSink,
  { onProgress, signal }: ExportOptions,
  rowsPerGroup = groupRows,
): Promise<void> {
  const columns = source.table.columns.map(parquetColumn);
  const rows = rowCount(source);
  const groups: ThriftValue[] = [];
  let offset = 0;
  const write = async (bytes: Uint8Array) => {
    await out.write(bytes);
    offset += bytes.length;
  };
  await write(magic);
  for (let from = 0; from < rows; from += rowsPerGroup) {
    const to = Math.min(rows, from + rowsPerGroup);
    const places =
      source.order?.subarray(from, to) ??
      Uint32Array.from({ length: to - from }, (_, at) => from + at);
    const chunks: { meta: ThriftStruct; size: number }[] = [];
    for (const column of columns) {
      signal.throwIfAborted();
      chunks.push(await writeChunk(column, places, () => offset, write));
    }
    groups.push({
      fields: {
        1: { list: chunks.map(({ meta }) => meta) },
        2: { i64: chunks.reduce((sum, { size }) => sum + size, 0) },
        3: { i64: to - from },
      },
    });
    onProgress(to);
  }
  const footer = encodeStruct(footerOf(columns, rows, groups));
  const tail = Buffer.alloc(4);
  tail.writeUInt32LE(footer.length);
  await write(Buffer.concat([footer, tail, magic]));
}

async function writeChunk(
  column: ParquetColumn,
  places: Uint32Array,
  offset: () => number,
  write: (bytes: Uint8Array) => Promise<void>,
): Promise<{ meta: ThriftStruct; size: number }> {
  const { dictionary, data } = encodeChunk(column, places);
  let size = 0;
  let packed = 0;
  const writePage = async (type: 0 | 2, bytes: Buffer, header: ThriftStruct) => {
    const body = await compress(bytes, { level: 1 });
    const head = encodeStruct({
      fields: {
        1: { i32: type },
        2: { i32: bytes.length },
        3: { i32: body.length },
        [type === 0 ? 5 : 7]: header,
      },
    });
    await write(Buffer.concat([head, body]));
    size += head.length + bytes.length;
    packed += head.length + body.length;
  };
  const start = offset();
  if (dictionary) {
    const { bytes, count } = dictionary;
    await writePage(2, bytes, { fields: { 1: { i32: count }, 2: { i32: encodings.plain } } });
  }
  const encoding = dictionary ? encodings.dictionary : encodings.plain;
  const dataOffset = offset();
  await writePage(0, data, {
    fields: {
      1: { i32: places.length },
      2: { i32: encoding },
      3: { i32: encodings.rle },
      4: { i32: encodings.rle },
    },
  });
  const meta: ThriftStruct = {
    fields: {
      1: { i32: column.physicalType },
      2: { list: [{ i32: encoding }, { i32: encodings.plain }, { i32: encodings.rle }] },
      3: { list: [{ text: column.column.key }] },
      4: { i32: gzipCodec },
      5: { i64: places.length },
      6: { i64: size },
      7: { i64: packed },
      9: { i64: dataOffset },
      11: dictionary ? { i64: start } : undefined,
    },
  };
  return { meta: { fields: { 2: { i64: start }, 3: meta } }, size };
}

function footerOf(
  columns: readonly ParquetColumn[],
  rows: number,
  groups: ThriftValue[],
): ThriftStruct {
  const root: ThriftStruct = {
    fields: { 4: { text: 'result' }, 5: { i32: columns.length } },
  };
  return {
    fields: {
      1: { i32: 1 },
      2: { list: [root, ...columns.map(({ schema }) => schema)] },
      3: { i64: rows },
      4: { list: groups },
      6: { text: 'Market Data Explorer' },
    },
  };
}
