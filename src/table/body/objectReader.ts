import { isUtf8 } from 'node:buffer';
import { TextColumn, type NumericColumn, type TableColumn } from '../columns/columns';
import { exactNumber, parsedExactly } from '../columns/numberText';
import { afterNested, learnLayout, type ObjectLayout } from './objectLayout';
import type { Bytes } from '../columns/pendingBytes';
import { afterExponent, PlainNumber } from './plainNumber';
import { recentBytes, RecentTexts } from './recentTexts';
import { isObject } from './recordRows';
import { hasRepeatedField } from './repeatedFields';
import { nans, segmentMask, segmentOf, uint32s } from '../columns/segments';
import type { Table } from '../columns/table';
import { falseCode, trueCode } from '../columns/text/textColumn';
import { hashStep, hasSpecialByte } from '../columns/text/textHash';
import { longestTime, TimeBytes } from './timeBytes';
import { backslash, isOpening, quote, zero } from './jsonBytes';
import { parsedJson } from '../../text/parsedJson';

/** How a field's value is read. */
const textKind = 0;
const timeKind = 1;
const numberKind = 2;
const booleanKind = 3;
/** Not at all: an undocumented field whose first value other than null will decide its column. */
const untypedKind = 4;

/**
 * For undocumented fields that are read directly. Each of them takes memory in every row, so objects with more
 * are left to `JSON.parse`.
 */
const mostFurther = 32;
/** How many objects may be written differently from the one before: this many, plus one in `missesPer`. */
const missesAllowed = 32;
const missesPer = 8;

function kindOf(column: TableColumn): number {
  if (column.kind === 'text') return column.type === 'text' ? textKind : booleanKind;
  return column.type === 'time' ? timeKind : numberKind;
}

const word = (text: string) => Buffer.from(text).readInt32LE(0);
const nullWord = word('null');
const trueWord = word('true');
const falsWord = word('fals');
/** The rest of `false`. */
const letterE = 101;

/**
 * Reads objects from bytes into columns, as long as they are written like the last one it learned: same order, same
 * white space. Fields can be missing, and can be undocumented. Plain values need no intermediate strings or objects;
 * of an object with a nested value, only that value is parsed. Whatever is uncertain is left to `JSON.parse`.
 */
export class ObjectReader {
  private layout: ObjectLayout | null = null;
  /** Of documented fields, then of the undocumented ones that were learned. */
  private readonly names: string[] = [];
  private readonly columns: TableColumn[] = [];
  private readonly documented: number;
  private readonly kinds: Uint8Array;
  // Rows below `limit` are in the segments that `floats` and `codes` contain.
  private limit = 0;
  /** Fields of this row with a text that is new. */
  private readonly fresh: Uint8Array;
  private freshCount = 0;
  private readonly texts: (TextColumn | undefined)[] = [];
  /** Per field; only filled while its column is distinct. */
  private readonly recent: (RecentTexts | undefined)[] = [];
  /** Per text field: how many entries `clear` leaves. */
  private readonly kept: number[] = [];
  private readonly floats: Float64Array[] = [];
  private readonly codes: Uint32Array[] = [];
  private readonly times = new TimeBytes();
  private readonly numbers = new PlainNumber();
  private learned = 0;
  /** How many objects were read. */
  private count = 0;

  /** Undocumented fields are those of the `level` (see `Table.unknown`). */
  constructor(
    protected readonly table: Table,
    private readonly level: string,
    documented: readonly string[],
  ) {
    this.documented = documented.length;
    this.kinds = new Uint8Array(documented.length + mostFurther);
    this.fresh = new Uint8Array(documented.length + mostFurther);
    for (const name of documented) this.direct(name, table.column(name) as TableColumn);
  }

  /** Whether enough objects are alike for this reader to pay off. */
  get pays(): boolean {
    return this.learned <= missesAllowed + this.count / missesPer;
  }

  /**
   * Learns from this object how the next ones are written, and creates the columns of its undocumented
   * fields. Returns false if that's impossible, for example if it isn't valid JSON; `read` then reads none.
   */
  learn(object: Buffer): boolean {
    this.learned += 1;
    this.limit = 0;
    this.layout = null;
    const value = isUtf8(object) ? parsedExactly(object.toString('utf8')) : undefined;
    if (!isObject(value)) return false;
    const isFurther = (name: string) => {
      const field = this.names.indexOf(name);
      return field < 0 || field >= this.documented;
    };
    const further = Object.keys(value).filter(isFurther);
    if (further.length > mostFurther) return false;
    const added = further.filter((name) => !this.names.includes(name));
    if (this.names.length + added.length > this.documented + mostFurther) this.forgetFurther();
    this.layout = learnLayout(object, [...new Set([...this.names, ...further])]);
    if (this.layout === null) return false;
    for (const name of further) this.direct(name, this.table.unknown(name, this.level, value[name]));
    return true;
  }

  /** Forgets the undocumented fields. Nothing is read until the next `learn`. */
  forgetFurther(): void {
    this.layout = null;
    const perField = [this.names, this.columns, this.texts, this.recent, this.kept];
    for (const each of perField) each.length = this.documented;
  }

  /** Directs the values of the field to the column. */
  private direct(name: string, column: TableColumn): void {
    const known = this.names.indexOf(name);
    const field = known < 0 ? this.names.push(name) - 1 : known;
    const isUntyped = this.table.isUntyped(column);
    this.kinds[field] = isUntyped ? untypedKind : kindOf(column);
    if (this.columns[field] === column) return;
    const text = column instanceof TextColumn && !isUntyped ? column : undefined;
    this.columns[field] = column;
    this.texts[field] = text;
    this.recent[field] = text && new RecentTexts();
    this.kept[field] = text?.entries.count ?? 0;
  }

  /** Call before reading rows if other code may have written to the columns. */
  aimAgain(): void {
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
    if (offset >= 0 && offset <= end) {
      this.count += 1;
      return offset;
    }
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
      else if (kind === numberKind) offset = this.readNumber(field, bytes, valueAt, last, row);
      else if (kind === booleanKind) offset = this.readBoolean(field, bytes, valueAt, last, row);
      else return -1;
      if (offset < 0) return -1;
    }
    return offset;
  }

  /** Makes the row that was read last null again, and removes the texts it added. */
  undo(row: number): void {
    for (const field of this.fresh.subarray(0, this.freshCount)) {
      this.texts[field]?.entries.dropLast();
      this.recent[field]?.clear(); // the code will stand for another text
    }
    this.freshCount = 0;
    this.clearRows(row, row + 1);
  }

  /** Call before reading rows that `clear` may have to remove. */
  begin(): void {
    this.texts.forEach((column, field) => (this.kept[field] = column?.entries.count ?? 0));
  }

  /** Makes rows null again that were read since `begin`, and removes the texts they added. */
  clear(from: number, to: number): void {
    this.texts.forEach((column, field) => {
      while (column && column.entries.count > (this.kept[field] as number)) column.entries.dropLast();
      this.recent[field]?.clear(); // the codes will stand for other texts
    });
    this.clearRows(from, to);
  }

  private clearRows(from: number, to: number): void {
    this.columns.forEach((column, field) => {
      if (this.kinds[field] !== untypedKind) column.clear(from, to);
    });
  }

  private aim(row: number): void {
    let rows = Number.POSITIVE_INFINITY;
    this.columns.forEach((column, field) => {
      if (this.kinds[field] === untypedKind) return;
      const segment =
        column instanceof TextColumn
          ? (this.codes[field] = segmentOf(column.segments, row, uint32s))
          : (this.floats[field] = segmentOf(column.segments, row, nans));
      rows = Math.min(rows, segment.length);
    });
    this.limit = row - (row & segmentMask) + rows;
  }

  private readText(field: number, bytes: Bytes, at: number, end: number, row: number): number {
    if (bytes.buffer[at] !== quote) return this.readOther(field, bytes, at, end, row);
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
    const known = column.entries.count;
    const code = column.entries.encode(bytes, at + 1, offset, hash, row);
    if (column.entries.distinct && at + 1 + recentBytes <= end) {
      this.recent[field]?.keep(view, at + 1, offset - at - 1, code);
    }
    if (code === known) this.fresh[this.freshCount++] = field;
    (this.codes[field] as Uint32Array)[row & segmentMask] = code;
    return offset + 1;
  }

  /** Reads a value that isn't as usual in its column, such as a number or an object in a text column. */
  private readOther(field: number, { buffer, view }: Bytes, at: number, end: number, row: number): number {
    if (buffer[at] === quote) return this.readOddString(field, buffer, at, end, row);
    if (isOpening(buffer[at] as number)) return this.readNested(field, buffer, at, end, row);
    const first = view.getInt32(at, true);
    if (first === trueWord) return this.setOdd(field, row, true, at + 4);
    if (first === falsWord && buffer[at + 4] === letterE) return this.setOdd(field, row, false, at + 5);
    this.numbers.read(buffer, at);
    return this.numbers.end < 0 ? -1 : this.readOddNumber(field, buffer, at, this.numbers.end, row);
  }

  private readNested(field: number, buffer: Buffer, at: number, end: number, row: number): number {
    const to = afterNested(buffer, at, end);
    const json = to < 0 ? undefined : buffer.subarray(at, to);
    const value = json && isUtf8(json) ? parsedExactly(json.toString('utf8')) : undefined;
    const isPlain = json && value !== undefined && !hasRepeatedField(value, json);
    return isPlain ? this.setOdd(field, row, value, to) : -1;
  }

  /** Reads a string that has escapes, or that isn't in a text column and isn't a usual time. */
  private readOddString(field: number, buffer: Buffer, at: number, end: number, row: number): number {
    let offset = at + 1;
    let hasEscapes = false;
    for (; offset < end && buffer[offset] !== quote; offset += 1) {
      if (buffer[offset] !== backslash) continue;
      hasEscapes = true;
      offset += 1;
    }
    if (offset >= end) return -1;
    const text = stringIn(buffer.subarray(at, offset + 1), hasEscapes);
    return text === null ? -1 : this.setOdd(field, row, text, offset + 1);
  }

  private setOdd(field: number, row: number, value: unknown, end: number): number {
    const known = this.texts[field]?.entries.count;
    this.columns[field]?.set(row, value);
    if (this.texts[field]?.entries.count !== known) this.fresh[this.freshCount++] = field;
    return end;
  }

  private readBoolean(field: number, bytes: Bytes, at: number, end: number, row: number): number {
    const first = bytes.view.getInt32(at, true);
    const isTrue = first === trueWord;
    if (!isTrue && (first !== falsWord || bytes.buffer[at + 4] !== letterE)) {
      return this.readOther(field, bytes, at, end, row);
    }
    (this.codes[field] as Uint32Array)[row & segmentMask] = isTrue ? trueCode : falseCode;
    return at + (isTrue ? 4 : 5);
  }

  private readNumber(field: number, bytes: Bytes, at: number, last: number, row: number): number {
    const { buffer } = bytes;
    const value = this.numbers.read(buffer, at);
    const { end, decimals } = this.numbers;
    if (end < 0) return this.readOther(field, bytes, at, last, row);
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
    const floats = this.floats[field] as Float64Array;
    const isUsual = at + longestTime <= end && this.times.read(bytes, at, floats, row & segmentMask);
    return isUsual ? this.times.end : this.readOther(field, bytes, at, end, row);
  }
}

/** The string in the bytes, or `null` if they are not a JSON string in UTF-8. */
function stringIn(bytes: Buffer, hasEscapes: boolean): string | null {
  if (!isUtf8(bytes)) return null;
  const isPlain = !hasEscapes && bytes.every((byte) => byte >= 32);
  if (isPlain) return bytes.toString('utf8', 1, bytes.length - 1);
  const text = parsedJson(bytes.toString('utf8'));
  return typeof text === 'string' ? text : null;
}
