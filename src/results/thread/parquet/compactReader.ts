/** The bytes aren't what the format says. */
export class Malformed extends Error {}

/** Thrift's wire types, as far as Parquet's metadata uses them. */
const types = {
  true: 1,
  false: 2,
  byte: 3,
  i16: 4,
  i32: 5,
  i64: 6,
  double: 7,
  binary: 8,
  list: 9,
  struct: 12,
};

/** Deeper than any metadata is nested. */
const mostLevels = 16;

/**
 * Reads Thrift's compact protocol from the bytes `at` to `end` (exclusive). Every read is checked against the
 * end, and every value against the type that its field has in Parquet: throws `Malformed`.
 */
export class CompactReader {
  private level = 0;

  constructor(
    private readonly bytes: Uint8Array,
    public at: number,
    private readonly end: number,
  ) {}

  /** Calls `read` with each field's id and wire type; it has to read the value, or to `skip` it. */
  struct(type: number, read: (id: number, type: number) => void): void {
    if (type !== types.struct) throw new Malformed('struct');
    this.level += 1;
    if (this.level > mostLevels) throw new Malformed('nested');
    for (let id = 0; ;) {
      const head = this.byte();
      if (head === 0) break;
      const step = head >>> 4;
      id = step === 0 ? this.zigzag() : id + step;
      read(id, head & 15);
    }
    this.level -= 1;
  }

  /** Reads a struct that isn't a field of another one. */
  root(read: (id: number, type: number) => void): void {
    this.struct(types.struct, read);
  }

  /** Calls `read` with each element's wire type. */
  list(type: number, read: (type: number) => void): void {
    if (type !== types.list) throw new Malformed('list');
    const head = this.byte();
    const length = head >>> 4 === 15 ? this.varint() : head >>> 4;
    // Even an empty struct takes a byte.
    if (length > this.end - this.at) throw new Malformed('list length');
    for (let element = 0; element < length; element += 1) read(head & 15);
  }

  /** A 32-bit integer. */
  i32(type: number): number {
    const value = type === types.i32 ? this.zigzag() : Number.NaN;
    if (value !== (value | 0)) throw new Malformed('i32');
    return value;
  }

  /** A 64-bit integer, which must be less than 2^53. */
  i64(type: number): number {
    if (type !== types.i64) throw new Malformed('i64');
    return this.zigzag();
  }

  /** A boolean, which is stored in its type. */
  flag(type: number): boolean {
    if (type !== types.true && type !== types.false) throw new Malformed('flag');
    return type === types.true;
  }

  /** Where the bytes of a binary value or a text begin and end. */
  binary(type: number): readonly [from: number, to: number] {
    if (type !== types.binary) throw new Malformed('binary');
    const length = this.varint();
    const from = this.at;
    if (length > this.end - from) throw new Malformed('binary length');
    this.at = from + length;
    return [from, this.at];
  }

  /** Passes over a value. */
  skip(type: number): void {
    switch (type) {
      case types.true:
      case types.false:
        return;
      case types.byte:
        this.byte();
        return;
      case types.i16:
      case types.i32:
      case types.i64:
        this.skipVarint();
        return;
      case types.double:
        this.pass(8);
        return;
      case types.binary:
        this.binary(type);
        return;
      case types.list:
        this.list(type, (element) => this.skipElement(element));
        return;
      case types.struct:
        this.struct(type, (_, field) => this.skip(field));
        return;
      default:
        throw new Malformed('type');
    }
  }

  /** In a list, a boolean takes a byte. */
  private skipElement(type: number): void {
    if (type === types.true || type === types.false) this.pass(1);
    else this.skip(type);
  }

  private pass(bytes: number): void {
    if (bytes > this.end - this.at) throw new Malformed('end');
    this.at += bytes;
  }

  private byte(): number {
    if (this.at >= this.end) throw new Malformed('end');
    return this.bytes[this.at++] as number;
  }

  /** Unsigned LEB128, less than 2^53. */
  private varint(): number {
    let value = 0;
    for (let place = 1; ; place *= 128) {
      const byte = this.byte();
      value += (byte & 127) * place;
      if (value > Number.MAX_SAFE_INTEGER) throw new Malformed('varint');
      if (byte < 128) return value;
      if (place > 2 ** 49) throw new Malformed('varint');
    }
  }

  private skipVarint(): void {
    for (let length = 1; this.byte() >= 128; length += 1) if (length >= 10) throw new Malformed('varint');
  }

  private zigzag(): number {
    const value = this.varint();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }
}
