import { isUtf8 } from 'node:buffer';
import type { Field } from '../market/recordKinds';
import { BooleanColumn, NumericColumn, TextColumn, type TableColumn } from './columns';
import { exactNumber } from './numberText';
import { learnLayout, type ObjectLayout } from './objectLayout';
import type { Bytes } from './pendingBytes';
import { nans, segmentMask, segmentOf, uint32s, uint8s } from './segments';
import { hashStep, hasSpecialByte } from './textHash';
import { longestTime, TimeBytes } from './timeBytes';

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

const powers = Float64Array.from({ length: 16 }, (_, exponent) => 10 ** exponent);

const quote = 34;
const backslash = 92;

/** Texts that a field brought lately, by their first eight bytes: most come again and again. */
const recentTexts = 256;
const recentPlace = (first: number, second: number) => {
  const mixed = Math.imul(first ^ Math.imul(second, 0x9e3779b1), 0x85ebca6b);
  return (mixed >>> 16) & (recentTexts - 1);
};

/**
 * Reads objects of plain values from bytes into columns, without strings or objects in between, as
 * long as they are written the way the first one was: same order, same white space. Fields may be
 * missing. Whatever it is not sure of, it leaves to `JSON.parse`.
 */
export class ObjectReader {
  private layout: ObjectLayout | null = null;
  private readonly kinds: Uint8Array;
  // Where rows are written: the segments of the rows below `limit`.
  private limit = 0;
  /** Fields that brought a text never seen before, in this row. */
  private readonly fresh: Uint8Array;
  private freshCount = 0;
  private readonly texts: (TextColumn | undefined)[];
  /** Codes of recent texts without escapes, per field. */
  private readonly recent: Uint32Array[];
  private readonly floats: Float64Array[] = [];
  private readonly codes: Uint32Array[] = [];
  private readonly marks: Uint8Array[] = [];
  private readonly times = new TimeBytes();

  constructor(
    private readonly fields: readonly Field[],
    private readonly columns: readonly TableColumn[],
  ) {
    this.kinds = Uint8Array.from(columns, kindOf);
    this.fresh = new Uint8Array(columns.length);
    this.texts = columns.map((column) => (column instanceof TextColumn ? column : undefined));
    this.recent = columns.map(() => new Uint32Array(recentTexts));
  }

  /** Expects further objects to be written as this valid one; if that cannot be, reads none. */
  learn(object: Buffer): void {
    this.layout = learnLayout(object, this.fields);
  }

  /** To be called before rows are written, whenever others may have written to the columns. */
  begin(): void {
    this.limit = 0;
  }

  /**
   * Reads the object at `at` into the row. Returns the place behind it, or -1 where it is not written
   * as expected or goes on behind `end`; the row is then as it was before: null.
   */
  read(bytes: Bytes, at: number, end: number, row: number): number {
    if (this.layout === null) return -1;
    if (row >= this.limit) this.aim(row);
    this.freshCount = 0;
    const last = Math.min(end, bytes.view.byteLength - 4);
    let place = this.readFields(this.layout, bytes, at, last, row);
    const { behind } = this.layout;
    for (let byte = 0; place >= 0 && byte < behind.length; byte += 1) {
      place = bytes.buffer[place] === behind[byte] ? place + 1 : -1;
    }
    if (place >= 0 && place <= end) return place;
    this.undo(row);
    return -1;
  }

  private readFields(
    { order, lengths, heads, tails, eights, places, firsts }: ObjectLayout,
    bytes: Bytes,
    at: number,
    last: number,
    row: number,
  ): number {
    const { kinds } = this;
    const { view } = bytes;
    let place = at;
    for (let position = 0; position < order.length; position += 1) {
      const valueAt = place + (lengths[position] as number);
      if (valueAt > last) return -1;
      let eight = firsts[position] as number;
      const lastEight = firsts[position + 1] as number;
      const isExpected =
        view.getInt32(place, true) === heads[position] &&
        view.getInt32(valueAt - 4, true) === tails[position];
      while (
        isExpected &&
        eight < lastEight &&
        view.getFloat64(place + (places[eight] as number), true) === eights[eight]
      ) {
        eight += 1;
      }
      if (!isExpected || eight < lastEight) {
        if (position === 0) return -1;
        continue;
      }
      if (view.getInt32(valueAt, true) === nullWord) {
        place = valueAt + 4;
        continue;
      }
      const field = order[position] as number;
      const kind = kinds[field];
      if (kind === textKind) place = this.readText(field, bytes, valueAt, last, row);
      else if (kind === timeKind) place = this.readTime(field, bytes, valueAt, last, row);
      else if (kind === numberKind) place = this.readNumber(field, bytes, valueAt, row);
      else place = this.readBoolean(field, bytes, valueAt, row);
      if (place < 0) return -1;
    }
    return place;
  }

  /** Makes the row that was read last null again, and forgets the texts it brought. */
  undo(row: number): void {
    for (const field of this.fresh.subarray(0, this.freshCount)) {
      this.texts[field]?.dropLast();
      this.recent[field]?.fill(0); // the code will be another text's
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
    const { buffer, view } = bytes;
    if (buffer[at] !== quote) return -1;
    const column = this.texts[field] as TextColumn;
    const recent = this.recent[field] as Uint32Array;
    let seen = -1;
    if (column.distinct && at + 9 <= end) {
      seen = recentPlace(view.getInt32(at + 1, true), view.getInt32(at + 5, true));
      const code = recent[seen] as number;
      const behind = code === 0 ? -1 : column.behindText(code, bytes, at + 1, end);
      if (behind >= 0 && buffer[behind] === quote) {
        (this.codes[field] as Uint32Array)[row & segmentMask] = code;
        return behind + 1;
      }
    }
    let place = at + 1;
    let hash = 0;
    for (; place < end; place += 4) {
      const word = view.getInt32(place, true);
      if (hasSpecialByte(word)) break;
      hash = hashStep(hash, word);
    }
    let all = 0;
    for (; place < end; place += 1) {
      const byte = buffer[place] as number;
      if (byte === quote) break;
      if (byte === backslash) return this.readOddString(field, buffer, at, end, row);
      if (byte < 32) return -1;
      hash = hashStep(hash, byte);
      all |= byte;
    }
    if (place >= end) return -1;
    if (all > 127 && !isUtf8(buffer.subarray(at + 1, place))) return -1;
    const known = column.entryCount;
    const code = column.encode(bytes, at + 1, place, hash);
    if (seen >= 0) recent[seen] = code;
    if (code === known) this.fresh[this.freshCount++] = field;
    (this.codes[field] as Uint32Array)[row & segmentMask] = code;
    return place + 1;
  }

  /** A string with escapes, or one that stands where a time is expected. */
  private readOddString(
    field: number,
    buffer: Buffer,
    at: number,
    end: number,
    row: number,
  ): number {
    if (buffer[at] !== quote) return -1;
    let place = at + 1;
    while (place < end && buffer[place] !== quote) place += buffer[place] === backslash ? 2 : 1;
    if (place >= end) return -1;
    const text = stringIn(buffer.subarray(at, place + 1));
    return text === null ? -1 : this.setOdd(field, row, text, place + 1);
  }

  private setOdd(field: number, row: number, value: unknown, behind: number): number {
    const known = this.texts[field]?.entryCount;
    this.columns[field]?.set(row, value);
    if (this.texts[field]?.entryCount !== known) this.fresh[this.freshCount++] = field;
    return behind;
  }

  private readBoolean(field: number, { buffer, view }: Bytes, at: number, row: number): number {
    const first = view.getInt32(at, true);
    const isTrue = first === trueWord;
    if (!isTrue && (first !== falsWord || buffer[at + 4] !== 101)) return -1;
    (this.marks[field] as Uint8Array)[row & segmentMask] = isTrue ? 2 : 1;
    return at + (isTrue ? 4 : 5);
  }

  /** Up to 15 digits fit a double exactly, and 10^15 divides them with one correct rounding. */
  private readNumber(field: number, { buffer }: Bytes, at: number, row: number): number {
    const isNegative = buffer[at] === 45;
    const first = isNegative ? at + 1 : at;
    let place = first;
    let value = 0;
    let point = -1;
    let byte = buffer[place] as number;
    for (; ; byte = buffer[place] as number) {
      if (byte >= 48 && byte <= 57) value = value * 10 + (byte - 48);
      else if (byte === 46 && point < 0) point = place;
      else break;
      place += 1;
    }
    const whole = (point < 0 ? place : point) - first;
    const decimals = point < 0 ? 0 : place - point - 1;
    if (whole === 0 || point === place - 1) return -1;
    if (whole > 1 && buffer[first] === 48) return -1;
    const hasExponent = (byte | 32) === 101;
    // Below a millionth `String` writes an exponent.
    const isTiny = decimals > 6 && value < (powers[decimals - 6] ?? Infinity);
    if (hasExponent || whole + decimals > 15 || isTiny || (isNegative && value === 0)) {
      return this.readOddNumber(field, buffer, at, place, row);
    }
    if (decimals > 0) value /= powers[decimals] as number;
    (this.floats[field] as Float64Array)[row & segmentMask] = isNegative ? -value : value;
    if (decimals > 0 && buffer[place - 1] === 48) {
      (this.columns[field] as NumericColumn).setDecimals(row, decimals + 1);
    }
    return place;
  }

  private readOddNumber(
    field: number,
    buffer: Buffer,
    at: number,
    exponent: number,
    row: number,
  ): number {
    let place = exponent;
    if (((buffer[place] as number) | 32) === 101) {
      place += 1;
      if (buffer[place] === 43 || buffer[place] === 45) place += 1;
      const digits = place;
      while ((buffer[place] as number) >= 48 && (buffer[place] as number) <= 57) place += 1;
      if (place === digits) return -1;
    }
    const number = exactNumber(buffer.toString('latin1', at, place));
    return this.setOdd(field, row, number, place);
  }

  private readTime(field: number, bytes: Bytes, at: number, end: number, row: number): number {
    const value = at + longestTime > end ? Number.NaN : this.times.read(bytes, at);
    if (Number.isNaN(value)) return this.readOddString(field, bytes.buffer, at, end, row);
    (this.floats[field] as Float64Array)[row & segmentMask] = value;
    return this.times.behind;
  }
}

/** The string in the bytes, `null` where they are no JSON string in UTF-8. */
function stringIn(bytes: Buffer): string | null {
  if (!isUtf8(bytes)) return null;
  try {
    return JSON.parse(bytes.toString('utf8')) as string;
  } catch {
    return null;
  }
}
