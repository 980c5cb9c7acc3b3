import { isUtf8 } from 'node:buffer';
import type { Field } from '../../market/records/recordKinds';
import { BooleanColumn, NumericColumn, TextColumn, type TableColumn } from '../columns/columns';
import { exactNumber } from '../columns/numberText';
import { learnLayout, type ObjectLayout } from './objectLayout';
import type { Bytes } from '../columns/pendingBytes';
import { afterExponent, PlainNumber } from './plainNumber';
import { recentBytes, RecentTexts } from './recentTexts';
import { nans, segmentMask, segmentOf, uint32s, uint8s } from '../columns/segments';
import { hashStep, hasSpecialByte } from '../columns/textHash';
import { longestTime, TimeBytes } from './timeBytes';
import { backslash, quote, zero } from './jsonBytes';

/** How a field's value is read. */
const textKind = 0;
const timeKind = 1;
const numberKind = 2;
const booleanKind = 3;

function kindOf(column: TableColumn): number {
  if (column instanceof TextColumn) return textKind;
  if (column instanceof BooleanColumn) return booleanKind;
  return column.type === 'time' ? timeKind : numberKind;
}

const word = (text: string) => Buffer.from(text).readInt32LE(0);
const nullWord = word('null');
const trueWord = word('true');
const falsWord = word('fals');

/**
 * Reads objects with plain values from bytes into columns, without intermediate strings or objects,
 * as long as they are written like the first one: same order, same white space. Fields can be
 * missing. Whatever is uncertain is left to `JSON.parse`.
 */
export class ObjectReader {
  private layout: ObjectLayout | null = null;
  private readonly kinds: Uint8Array;
  // Rows below `limit` are in the segments that `floats`, `codes`, and `marks` contain.
  private limit = 0;
  /** Fields of this row with a text that is new. */
  private readonly fresh: Uint8Array;
  private freshCount = 0;
  private readonly texts: (TextColumn | undefined)[];
  /** Per field; only filled while its column is distinct. */
  private readonly recent: (RecentTexts | undefined)[];
  private readonly floats: Float64Array[] = [];
  private readonly codes: Uint32Array[] = [];
  private readonly marks: Uint8Array[] = [];
  private readonly times = new TimeBytes();
  private readonly numbers = new PlainNumber();

  constructor(
    private readonly fields: readonly Field[],
    private readonly columns: readonly TableColumn[],
  ) {
    this.kinds = Uint8Array.from(columns, kindOf);
    this.fresh = new Uint8Array(columns.length);
    this.texts = columns.map((column) => (column instanceof TextColumn ? column : undefined));
    this.recent = this.texts.map((column) => column && new RecentTexts());
  }

  /** Learns from this valid object how the next ones are written. If that's impossible, `read` reads none. */
  learn(object: Buffer): void {
    this.layout = learnLayout(object, this.fields);
  }

  /** Call before reading rows if other code may have written to the columns. */
  begin(): void {
    this.limit = 0;
  }

  /**
   * Reads the object at `at` into the row. Returns the offset after it, or -1 if it is not written
   * as expected or extends beyond `end`; the row is then null, as before.
   */
  read(bytes: Bytes, at: number, end: number, row: number): number {
    if (this.layout === null) return -1;
    if (row >= this.limit) this.aim(row);
    this.freshCount = 0;
    const last = Math.min(end, bytes.view.byteLength - 8);
    let offset = this.readFields(this.layout, bytes, at, last, row);
    const { after } = this.layout;
    for (let byte = 0; offset >= 0 && byte < after.length; byte += 1) {
      offset = bytes.buffer[offset] === after[byte] ? offset + 1 : -1;
    }
    if (offset >= 0 && offset <= end) return offset;
    this.undo(row);
    return -1;
  }

  private readFields(
    { order, lengths, heads, tails, shortHeads, shortTails, eights, offsets, firsts }: ObjectLayout,
    bytes: Bytes,
    at: number,
    last: number,
    row: number,
  ): number {
    const { kinds } = this;
    const { view } = bytes;
    let offset = at;
    for (let position = 0; position < order.length; position += 1) {
      const valueAt = offset + (lengths[position] as number);
      if (valueAt > last) return -1;
      let isExpected =
        view.getFloat64(offset, true) === heads[position] &&
        view.getFloat64(valueAt - 8, true) === tails[position];
      if (isExpected) {
        const lastEight = firsts[position + 1] as number;
        for (let eight = firsts[position] as number; eight < lastEight; eight += 1) {
          isExpected &&= view.getFloat64(offset + (offsets[eight] as number), true) === eights[eight];
        }
      } else {
        isExpected =
          (lengths[position] as number) < 8 &&
          view.getInt32(offset, true) === shortHeads[position] &&
          view.getInt32(valueAt - 4, true) === shortTails[position];
      }
      if (!isExpected) {
        if (position === 0) return -1;
        continue;
      }
      if (view.getInt32(valueAt, true) === nullWord) {
        offset = valueAt + 4;
        continue;
      }
      const field = order[position] as number;
      const kind = kinds[field];
      if (kind === textKind) offset = this.readText(field, bytes, valueAt, last, row);
      else if (kind === timeKind) offset = this.readTime(field, bytes, valueAt, last, row);
      else if (kind === numberKind) offset = this.readNumber(field, bytes, valueAt, row);
      else offset = this.readBoolean(field, bytes, valueAt, row);
      if (offset < 0) return -1;
    }
    return offset;
  }

  /** Makes the row that was read last null again, and removes the texts it added. */
  undo(row: number): void {
    for (const field of this.fresh.subarray(0, this.freshCount)) {
      this.texts[field]?.dropLast();
      this.recent[field]?.clear(); // the code will stand for another text
    }
    this.freshCount = 0;
    for (const column of this.columns) column.clear(row, row + 1);
  }

  private aim(row: number): void {
    let rows = Number.POSITIVE_INFINITY;
    this.columns.forEach((column, field) => {
      const segment =
        column instanceof TextColumn
          ? (this.codes[field] = segmentOf(column.segments, row, uint32s))
          : column instanceof NumericColumn
            ? (this.floats[field] = segmentOf(column.segments, row, nans))
            : (this.marks[field] = segmentOf(column.segments, row, uint8s));
      rows = Math.min(rows, segment.length);
    });
    this.limit = row - (row & segmentMask) + rows;
  }

  private readText(field: number, bytes: Bytes, at: number, end: number, row: number): number {
    if (bytes.buffer[at] !== quote) return -1;
    if (at + 1 + recentBytes <= end) {
      const recent = this.recent[field] as RecentTexts;
      const slot = recent.find(bytes.view, at + 1);
      if (slot >= 0) {
        (this.codes[field] as Uint32Array)[row & segmentMask] = recent.code(slot);
        return at + recent.length(slot) + 2;
      }
    }
    return this.lookUpText(field, bytes, at, end, row);
  }

  private lookUpText(field: number, bytes: Bytes, at: number, end: number, row: number): number {
    const { buffer, view } = bytes;
    let offset = at + 1;
    let hash = 0;
    for (; offset < end; offset += 4) {
      const word = view.getInt32(offset, true);
      if (hasSpecialByte(word)) break;
      hash = hashStep(hash, word);
    }
    let all = 0;
    for (; offset < end; offset += 1) {
      const byte = buffer[offset] as number;
      if (byte === quote) break;
      if (byte === backslash) return this.readOddString(field, buffer, at, end, row);
      if (byte < 32) return -1;
      hash = hashStep(hash, byte);
      all |= byte;
    }
    if (offset >= end) return -1;
    if (all > 127 && !isUtf8(buffer.subarray(at + 1, offset))) return -1;
    const column = this.texts[field] as TextColumn;
    const known = column.entryCount;
    const code = column.encode(bytes, at + 1, offset, hash, row);
    if (column.distinct && at + 1 + recentBytes <= end) {
      this.recent[field]?.keep(view, at + 1, offset - at - 1, code);
    }
    if (code === known) this.fresh[this.freshCount++] = field;
    (this.codes[field] as Uint32Array)[row & segmentMask] = code;
    return offset + 1;
  }

  /** Reads a string that has escapes, or that is in a time field but isn't a usual time. */
  private readOddString(field: number, buffer: Buffer, at: number, end: number, row: number): number {
    if (buffer[at] !== quote) return -1;
    let offset = at + 1;
    while (offset < end && buffer[offset] !== quote) offset += buffer[offset] === backslash ? 2 : 1;
    if (offset >= end) return -1;
    const text = stringIn(buffer.subarray(at, offset + 1));
    return text === null ? -1 : this.setOdd(field, row, text, offset + 1);
  }

  private setOdd(field: number, row: number, value: unknown, end: number): number {
    const known = this.texts[field]?.entryCount;
    this.columns[field]?.set(row, value);
    if (this.texts[field]?.entryCount !== known) this.fresh[this.freshCount++] = field;
    return end;
  }

  private readBoolean(field: number, { buffer, view }: Bytes, at: number, row: number): number {
    const first = view.getInt32(at, true);
    const isTrue = first === trueWord;
    if (!isTrue && (first !== falsWord || buffer[at + 4] !== 101)) return -1;
    (this.marks[field] as Uint8Array)[row & segmentMask] = isTrue ? 2 : 1;
    return at + (isTrue ? 4 : 5);
  }

  private readNumber(field: number, { buffer }: Bytes, at: number, row: number): number {
    const value = this.numbers.read(buffer, at);
    const { end, decimals } = this.numbers;
    if (end < 0) return -1;
    if (Number.isNaN(value)) return this.readOddNumber(field, buffer, at, end, row);
    (this.floats[field] as Float64Array)[row & segmentMask] = value;
    if (decimals > 0 && buffer[end - 1] === zero) {
      (this.columns[field] as NumericColumn).setDecimals(row, decimals + 1);
    }
    return end;
  }

  private readOddNumber(field: number, buffer: Buffer, at: number, exponent: number, row: number): number {
    const end = afterExponent(buffer, exponent);
    if (end < 0) return -1;
    return this.setOdd(field, row, exactNumber(buffer.toString('latin1', at, end)), end);
  }

  private readTime(field: number, bytes: Bytes, at: number, end: number, row: number): number {
    const value = at + longestTime > end ? Number.NaN : this.times.read(bytes, at);
    if (Number.isNaN(value)) return this.readOddString(field, bytes.buffer, at, end, row);
    (this.floats[field] as Float64Array)[row & segmentMask] = value;
    return this.times.end;
  }
}

/** The string in the bytes, or `null` if they are not a JSON string in UTF-8. */
function stringIn(bytes: Buffer): string | null {
  if (!isUtf8(bytes)) return null;
  try {
    return JSON.parse(bytes.toString('utf8')) as string;
  } catch {
    return null;
  }
}
