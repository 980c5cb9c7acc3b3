/** Thrift's compact protocol, as much of it as a Parquet footer needs. */

export type ThriftValue =
  | { i32: number }
  | { i64: number }
  | { text: string }
  | { flag: boolean }
  | { list: ThriftValue[] }
  | ThriftStruct;

/** Fields by number; `undefined` leaves one out. */
export interface ThriftStruct {
  fields: Record<number, ThriftValue | undefined>;
}

const typeOf = (value: ThriftValue): number => {
  if ('i32' in value) return 5;
  if ('i64' in value) return 6;
  if ('text' in value) return 8;
  if ('flag' in value) return value.flag ? 1 : 2;
  return 'list' in value ? 9 : 12;
};

/** Unsigned, seven bits a byte; safe integers only. */
export function varint(value: number, bytes: number[]): void {
  let rest = value;
  while (rest > 127) {
    bytes.push((rest % 128) | 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
}

const zigzag = (value: number) => (value >= 0 ? value * 2 : -value * 2 - 1);

function write(value: ThriftValue, bytes: number[]): void {
  if ('i32' in value) varint(zigzag(value.i32), bytes);
  else if ('i64' in value) varint(zigzag(value.i64), bytes);
  else if ('text' in value) {
    const text = Buffer.from(value.text);
    varint(text.length, bytes);
    for (const byte of text) bytes.push(byte);
  } else if ('list' in value) {
    const [first] = value.list;
    const type = first ? typeOf(first) : 12;
    if (value.list.length < 15) bytes.push((value.list.length << 4) | type);
    else {
      bytes.push(0xf0 | type);
      varint(value.list.length, bytes);
    }
    for (const element of value.list) write(element, bytes);
  } else if ('fields' in value) writeStruct(value, bytes);
}

function writeStruct({ fields }: ThriftStruct, bytes: number[]): void {
  let last = 0;
  for (const [key, value] of Object.entries(fields)) {
    if (!value) continue;
    const id = Number(key);
    const step = id - last;
    if (step < 16) bytes.push((step << 4) | typeOf(value));
    else {
      bytes.push(typeOf(value));
      varint(zigzag(id), bytes);
    }
    last = id;
    write(value, bytes);
  }
  bytes.push(0);
}

/** The struct's bytes. A flag stands in its field's type, so it may not be an element of a list. */
export function encodeStruct(struct: ThriftStruct): Buffer {
  const bytes: number[] = [];
  writeStruct(struct, bytes);
  return Buffer.from(bytes);
}
