import type { BooleanColumn, NumericColumn, TextColumn } from '../table/columns';
import type { ParquetColumn } from './parquetColumn';
import { varint } from './thrift';

/** A dictionary with more texts than this would cost more than it saves. */
const maxDictionary = 65_536;

/** What one column chunk holds: values encoded as Parquet wants them, without nulls. */
export interface ChunkPages {
  /** `null` where texts stand in the page itself. */
  dictionary: { bytes: Buffer; count: number } | null;
  data: Buffer;
}

/** Values lie at these places of the table. */
type Places = ArrayLike<number>;

/** Encodes the rows at `places` into the pages of one column chunk. */
export function encodeChunk({ column, store }: ParquetColumn, places: Places): ChunkPages {
  const present: number[] = [];
  const valid = new Uint8Array(Math.ceil(places.length / 8));
  for (let at = 0; at < places.length; at += 1) {
    const row = places[at] as number;
    if (column.text(row) === null) continue;
    valid[at >> 3] = (valid[at >> 3] as number) | (1 << (at & 7));
    present.push(row);
  }
  const levels = definitionLevels(valid, places.length, present.length);
  if (store === 'bytes' && column.kind === 'text') return encodeTexts(column, present, levels);
  return { dictionary: null, data: Buffer.concat([levels, encodePlain(column, store, present)]) };
}

/** One run: "all present", or the validity bits as they are. */
function definitionLevels(valid: Uint8Array, rows: number, present: number): Buffer {
  const run: number[] = [];
  if (present === rows) {
    varint(rows * 2, run);
    run.push(1);
  } else {
    varint(valid.length * 2 + 1, run);
  }
  const bits = present === rows ? Buffer.alloc(0) : Buffer.from(valid);
  const head = Buffer.alloc(4);
  head.writeUInt32LE(run.length + bits.length);
  return Buffer.concat([head, Buffer.from(run), bits]);
}

function encodePlain(
  column: NumericColumn | BooleanColumn | TextColumn,
  store: ParquetColumn['store'],
  rows: readonly number[],
): Buffer {
  if (store === 'bytes') return encodeByteArrays(rows.map((row) => column.text(row) ?? ''));
  if (column.kind === 'boolean') {
    const bits = Buffer.alloc(Math.ceil(rows.length / 8));
    rows.forEach((row, at) => {
      if (column.code(row) === 2) bits[at >> 3] = (bits[at >> 3] as number) | (1 << (at & 7));
    });
    return bits;
  }
  const bytes = Buffer.alloc(rows.length * 8);
  if (column.kind !== 'numeric') return bytes;
  rows.forEach((row, at) => {
    if (store === 'double') bytes.writeDoubleLE(column.value(row), at * 8);
    else bytes.writeBigInt64LE(BigInt(column.exact.get(row) ?? column.value(row)), at * 8);
  });
  return bytes;
}

/** Each text behind its length in four bytes. */
function encodeByteArrays(texts: readonly string[]): Buffer {
  const encoded = texts.map((text) => Buffer.from(text));
  const bytes = Buffer.alloc(encoded.reduce((sum, { length }) => sum + 4 + length, 0));
  let at = 0;
  for (const text of encoded) {
    at = bytes.writeUInt32LE(text.length, at);
    bytes.set(text, at);
    at += text.length;
  }
  return bytes;
}

/** The column's own codes, renumbered to those that occur in this chunk. */
function encodeTexts(column: TextColumn, rows: readonly number[], levels: Buffer): ChunkPages {
  const numbers = new Map<number, number>();
  const indices = new Uint32Array(rows.length);
  rows.forEach((row, at) => {
    const code = column.code(row);
    let number = numbers.get(code);
    if (number === undefined) numbers.set(code, (number = numbers.size));
    indices[at] = number;
  });
  if (numbers.size > maxDictionary || numbers.size * 2 > rows.length) {
    const texts = rows.map((row) => column.text(row) ?? '');
    return { dictionary: null, data: Buffer.concat([levels, encodeByteArrays(texts)]) };
  }
  const texts = [...numbers.keys()].map((code) => column.values[code] ?? '');
  return {
    dictionary: { bytes: encodeByteArrays(texts), count: texts.length },
    data: Buffer.concat([levels, packIndices(indices, texts.length)]),
  };
}

/** Bit width, then one bit-packed run in groups of eight. */
function packIndices(indices: Uint32Array, distinct: number): Buffer {
  const width = Math.max(1, 32 - Math.clz32(Math.max(0, distinct - 1)));
  const groups = Math.ceil(indices.length / 8);
  const head = [width];
  varint(groups * 2 + 1, head);
  const bytes = Buffer.alloc(head.length + groups * width);
  bytes.set(head);
  let at = head.length;
  let bits = 0;
  let count = 0;
  for (const index of indices) {
    bits |= index << count; // at most 7 + 17 bits are in flight
    count += width;
    while (count >= 8) {
      bytes[at] = bits & 255;
      at += 1;
      bits >>>= 8;
      count -= 8;
    }
  }
  if (count > 0) bytes[at] = bits & 255;
  return bytes;
}
