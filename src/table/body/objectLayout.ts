import type { Field } from '../../market/records/recordKinds';
import { backslash, closeBrace, comma, isOpening, isSpace, quote } from './jsonBytes';

/** How the objects of a body are written: the bytes between one value and the next. */
export interface ObjectLayout {
  /** Field numbers, in the order written. */
  readonly order: Uint8Array;
  /** The number of bytes before each field's value, counted from the end of the previous value. */
  readonly lengths: Uint8Array;
  /**
   * The first eight and the last eight of these bytes. Bytes below 0x7f are never NaN as a double,
   * so equal doubles mean equal bytes. NaN if there are fewer.
   */
  readonly heads: Float64Array;
  readonly tails: Float64Array;
  /** The first four and the last four of these bytes. */
  readonly shortHeads: Int32Array;
  readonly shortTails: Int32Array;
  /** The bytes between heads and tails, eight at a time. */
  readonly eights: Float64Array;
  /** The offset of each of the `eights`; they can overlap. */
  readonly places: Uint8Array;
  /** Index of each field's first entry in `eights`; after the last field, their count. */
  readonly firsts: Uint16Array;
  /** The bytes after the last value. */
  readonly behind: Uint8Array;
}

interface Member {
  readonly name: string;
  readonly valueFrom: number;
  readonly valueTo: number;
}

function behindString(bytes: Uint8Array, from: number): number {
  let place = from + 1;
  while (place < bytes.length && bytes[place] !== quote) place += bytes[place] === backslash ? 2 : 1;
  return place + 1;
}

function behindSpace(bytes: Uint8Array, from: number): number {
  let place = from;
  while (isSpace(bytes[place])) place += 1;
  return place;
}

/** Members of an object with plain values; `null` if one of them is an array or an object. */
function membersOf(object: Buffer): Member[] | null {
  const members: Member[] = [];
  let place = behindSpace(object, 1);
  while (object[place] === quote) {
    const nameFrom = place;
    place = behindString(object, place);
    const name = JSON.parse(object.toString('utf8', nameFrom, place)) as unknown;
    const valueFrom = behindSpace(object, behindSpace(object, place) + 1);
    const first = object[valueFrom];
    if (typeof name !== 'string' || isOpening(first ?? 0)) return null;
    place = valueFrom;
    if (first === quote) place = behindString(object, place);
    else
      while (!isSpace(object[place]) && object[place] !== comma && object[place] !== closeBrace) place += 1;
    members.push({ name, valueFrom, valueTo: place });
    place = behindSpace(object, place);
    if (object[place] === comma) place = behindSpace(object, place + 1);
  }
  return members;
}

const eightAt = (bytes: Buffer, place: number) => (bytes.length < 8 ? Number.NaN : bytes.readDoubleLE(place));

/** `null` if the bytes can't be compared as numbers. */
function layoutOf(order: number[], before: Buffer[], behind: Buffer): ObjectLayout | null {
  const isComparable = (bytes: Buffer) =>
    bytes.length >= 4 && bytes.length < 256 && bytes.every((byte) => byte < 0x7f);
  if (!before.every(isComparable)) return null;
  const places = before.map(({ length }) =>
    Array.from({ length: Math.max(0, Math.ceil((length - 16) / 8)) }, (_, eight) => 8 + 8 * eight),
  );
  const firsts = new Uint16Array(before.length + 1);
  places.forEach((some, field) => (firsts[field + 1] = (firsts[field] ?? 0) + some.length));
  return {
    order: Uint8Array.from(order),
    lengths: Uint8Array.from(before, ({ length }) => length),
    heads: Float64Array.from(before, (bytes) => eightAt(bytes, 0)),
    tails: Float64Array.from(before, (bytes) => eightAt(bytes, bytes.length - 8)),
    shortHeads: Int32Array.from(before, (bytes) => bytes.readInt32LE(0)),
    shortTails: Int32Array.from(before, (bytes) => bytes.readInt32LE(bytes.length - 4)),
    eights: Float64Array.from(
      places.flatMap((some, field) => some.map((place) => before[field]?.readDoubleLE(place) ?? 0)),
    ),
    places: Uint8Array.from(places.flat()),
    firsts,
    behind: Uint8Array.from(behind),
  };
}

/**
 * Learns from one valid object how the following ones will be written. Fields it lacks are expected
 * in the order of docs/api.md, "Records". `null` if it has an undocumented field, a duplicate
 * field, or nested values: such objects are read by `JSON.parse`.
 */
export function learnLayout(object: Buffer, fields: readonly Field[]): ObjectLayout | null {
  const members = membersOf(object);
  const [, second] = members ?? [];
  if (!members || !second) return null;
  const order = members.map(({ name }) => fields.findIndex((field) => field.name === name));
  if (order.includes(-1) || new Set(order).size < order.length) return null;
  const before = members.map(({ valueFrom }, place) =>
    object.subarray(members[place - 1]?.valueTo ?? 0, valueFrom),
  );
  const written = JSON.stringify(second.name);
  const pattern = before[1]?.toString('utf8') ?? '';
  if (!pattern.includes(written)) return null;
  fields.forEach(({ name }, field) => {
    if (order.includes(field)) return;
    const place = Math.max(1, order.indexOf(field - 1) + 1);
    order.splice(place, 0, field);
    before.splice(place, 0, Buffer.from(pattern.replace(written, () => JSON.stringify(name))));
  });
  return layoutOf(order, before, object.subarray(members.at(-1)?.valueTo));
}
