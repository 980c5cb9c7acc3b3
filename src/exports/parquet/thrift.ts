/**
 * Thrift's compact protocol, as far as Parquet's metadata needs it. Values are built from the
 * inside out, each with its wire type and bytes.
 */
export interface ThriftValue {
  readonly type: number;
  readonly bytes: readonly number[];
}

/** Unsigned LEB128, up to 2^53. */
export function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  bytes.push(rest);
  return bytes;
}

const zigzag = (value: number) => varint(value >= 0 ? value * 2 : -value * 2 - 1);

/** A boolean, which is stored in the type of its field. */
export const thriftFlag = (value: boolean): ThriftValue => ({ type: value ? 1 : 2, bytes: [] });
/** A 32-bit integer. */
export const i32 = (value: number): ThriftValue => ({ type: 5, bytes: zigzag(value) });
/** A 64-bit integer, exact up to 2^53. */
export const i64 = (value: number): ThriftValue => ({ type: 6, bytes: zigzag(value) });

/** Bytes, or a text in UTF-8, preceded by their length. */
export function binary(value: Uint8Array | string): ThriftValue {
  const bytes = typeof value === 'string' ? Buffer.from(value) : value;
  return { type: 8, bytes: [...varint(bytes.length), ...bytes] };
}

/** Elements of one type; an empty list counts as a list of structs. */
export function thriftList(elements: readonly ThriftValue[]): ThriftValue {
  const type = elements[0]?.type ?? 12;
  const { length } = elements;
  const bytes = length < 15 ? [(length << 4) | type] : [0xf0 | type, ...varint(length)];
  for (const element of elements) for (const byte of element.bytes) bytes.push(byte);
  return { type: 9, bytes };
}

/** Fields by id, at most 15 apart; `undefined` omits an optional field. */
export function struct(fields: Readonly<Record<number, ThriftValue | undefined>>): ThriftValue {
  const bytes: number[] = [];
  let last = 0;
  for (const [id, value] of Object.entries(fields)) {
    if (!value) continue;
    bytes.push(((Number(id) - last) << 4) | value.type);
    for (const byte of value.bytes) bytes.push(byte);
    last = Number(id);
  }
  bytes.push(0);
  return { type: 12, bytes };
}
