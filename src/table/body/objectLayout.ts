import { maxDepth } from '../tableLimits';
import {
  afterSpace,
  afterString,
  closeBrace,
  comma,
  isClosing,
  isOpening,
  isSpace,
  quote,
} from './jsonBytes';

/** How the objects of a body are written: the bytes between one value and the next. */
export interface ObjectLayout {
  /** Field numbers, in the order written. */
  readonly order: Uint8Array;
  /** The number of bytes before each field's value, counted from the end of the previous value. */
  readonly lengths: Uint8Array;
  /**
   * The first eight and the last eight of these bytes. UTF-8 without the byte 0x7f is never NaN as a
   * double, so equal doubles mean equal bytes. NaN if there are fewer.
   */
  readonly heads: Float64Array;
  readonly tails: Float64Array;
  /** The first four and the last four of these bytes. */
  readonly shortHeads: Int32Array;
  readonly shortTails: Int32Array;
  /** The bytes between heads and tails, eight at a time. */
  readonly eights: Float64Array;
  /** The offset of each of the `eights`; they can overlap. */
  readonly offsets: Uint8Array;
  /** Index of each field's first entry in `eights`; after the last field, their count. */
  readonly firsts: Uint16Array;
  /** The bytes after the last value. */
  readonly after: Uint8Array;
}

interface Member {
  readonly name: string;
  /** The offsets of its value. */
  readonly valueFrom: number;
  readonly valueTo: number;
}

/** A nested value is in the array of records, the record, and perhaps its values and one of them. */
const deepest = maxDepth - 4;

/**
 * Offset after the array or object at `from`; -1 if it doesn't end before `to`, or is nested so deeply that the
 * response may be as well. Whether it's valid, only `JSON.parse` can tell.
 */
export function afterNested(bytes: Uint8Array, from: number, to: number): number {
  let depth = 0;
  for (let offset = from; offset < to; offset += 1) {
    const byte = bytes[offset] as number;
    if (byte === quote) offset = afterString(bytes, offset) - 1;
    else if (isOpening(byte)) depth += 1;
    else if (isClosing(byte)) depth -= 1;
    if (depth > deepest) return -1;
    if (depth === 0) return offset < to ? offset + 1 : -1;
  }
  return -1;
}

/** The members of the valid object that starts with the first byte; `null` if one of them can't be told. */
export function membersInBytes(object: Buffer): Member[] | null {
  const members: Member[] = [];
  let offset = afterSpace(object, 1);
  while (object[offset] === quote) {
    const nameFrom = offset;
    offset = afterString(object, offset);
    const name = JSON.parse(object.toString('utf8', nameFrom, offset)) as unknown;
    const valueFrom = afterSpace(object, afterSpace(object, offset) + 1);
    const first = object[valueFrom];
    if (typeof name !== 'string') return null;
    offset = valueFrom;
    if (first === quote) offset = afterString(object, offset);
    else if (isOpening(first ?? 0)) offset = afterNested(object, offset, object.length);
    else
      while (!isSpace(object[offset]) && object[offset] !== comma && object[offset] !== closeBrace)
        offset += 1;
    if (offset < 0) return null;
    members.push({ name, valueFrom, valueTo: offset });
    offset = afterSpace(object, offset);
    if (object[offset] === comma) offset = afterSpace(object, offset + 1);
  }
  return members;
}

const eightAt = (bytes: Buffer, offset: number) =>
  bytes.length < 8 ? Number.NaN : bytes.readDoubleLE(offset);

/** `null` if the bytes can't be compared as numbers. */
function layoutOf(order: number[], before: Buffer[], after: Buffer): ObjectLayout | null {
  const isComparable = (bytes: Buffer) => bytes.length >= 4 && bytes.length < 256 && !bytes.includes(0x7f);
  if (!before.every(isComparable)) return null;
  const offsets = before.map(({ length }) =>
    Array.from({ length: Math.max(0, Math.ceil((length - 16) / 8)) }, (_, eight) => 8 + 8 * eight),
  );
  const firsts = new Uint16Array(before.length + 1);
  offsets.forEach((some, field) => (firsts[field + 1] = (firsts[field] ?? 0) + some.length));
  return {
    order: Uint8Array.from(order),
    lengths: Uint8Array.from(before, ({ length }) => length),
    heads: Float64Array.from(before, (bytes) => eightAt(bytes, 0)),
    tails: Float64Array.from(before, (bytes) => eightAt(bytes, bytes.length - 8)),
    shortHeads: Int32Array.from(before, (bytes) => bytes.readInt32LE(0)),
    shortTails: Int32Array.from(before, (bytes) => bytes.readInt32LE(bytes.length - 4)),
    eights: Float64Array.from(
      offsets.flatMap((some, field) => some.map((offset) => before[field]?.readDoubleLE(offset) ?? 0)),
    ),
    offsets: Uint8Array.from(offsets.flat()),
    firsts,
    after: Uint8Array.from(after),
  };
}

/**
 * Learns from one valid object how the following ones will be written. Field numbers are indexes of
 * `names`; fields that the object lacks are expected in this order. `null` if it has another field, a
 * duplicate field, or values that are nested too deeply: such objects are read by `JSON.parse`.
 */
export function learnLayout(object: Buffer, names: readonly string[]): ObjectLayout | null {
  const members = membersInBytes(object);
  const [, second] = members ?? [];
  if (!members || !second) return null;
  const order = members.map(({ name }) => names.indexOf(name));
  if (order.includes(-1) || new Set(order).size < order.length) return null;
  const before = members.map(({ valueFrom }, index) =>
    object.subarray(members[index - 1]?.valueTo ?? 0, valueFrom),
  );
  const written = JSON.stringify(second.name);
  const pattern = before[1]?.toString('utf8') ?? '';
  if (!pattern.includes(written)) return null;
  names.forEach((name, field) => {
    if (order.includes(field)) return;
    const index = Math.max(1, order.indexOf(field - 1) + 1);
    order.splice(index, 0, field);
    before.splice(index, 0, Buffer.from(pattern.replace(written, () => JSON.stringify(name))));
  });
  return layoutOf(order, before, object.subarray(members.at(-1)?.valueTo));
}
