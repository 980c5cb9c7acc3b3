import { ColumnRows } from './columnRows';
import { ExactTexts } from './text/exactTexts';
import { NumberText, unquotedText, toJsonText } from './numberText';
import { bytesOf, copyRows, fillRows, nans, segmentBits, segmentMask, segmentOf, uint8s } from './segments';
import type { Cell } from '../../protocol/tableTypes';
import { isFinerThanMillisecond, parseTime } from './timeText';
import { formatUtc } from '../../market/time/zones';

/**
 * Times (epoch milliseconds), numbers, and integers. NaN means null: JSON cannot contain NaN.
 */
export class NumericColumn {
  readonly kind = 'numeric';
  /** Its numbers. */
  readonly rows = new ColumnRows(nans);
  /**
   * How the number was written if not as `String(value)`: its number of decimals + 1, so 3 for `12.10`. 0
   * means as `String(value)`. Created when first needed.
   */
  readonly decimals: (Uint8Array | undefined)[] = [];
  /**
   * JSON text of the rows whose text cannot be recreated from the value and its decimals:
   * `12345678901234567890`, `1e3`, `"2026-03-29T00:00:00.1234567Z"`, or a value of another type. For the last
   * of these, the value is NaN.
   */
  readonly exact = new ExactTexts();
  /** Rows below this one are known to have the same number as the first row. */
  private alike = 0;

  constructor(
    readonly key: string,
    readonly title: string,
    readonly type: 'time' | 'number' | 'integer',
  ) {}

  /** What was written to the rows. */
  get segments(): (Float64Array | undefined)[] {
    return this.rows.segments;
  }

  private setValue(row: number, value: number): void {
    segmentOf(this.segments, row, nans)[row & segmentMask] = value;
  }

  /** For a number that ends in zeros. `decimals` is its number of decimals + 1. */
  setDecimals(row: number, decimals: number): void {
    segmentOf(this.decimals, row, uint8s)[row & segmentMask] = decimals;
  }

  set(row: number, value: unknown): void {
    if (value === null || value === undefined) return;
    if (this.type === 'time') this.setTime(row, value);
    else if (typeof value === 'number') this.setValue(row, value);
    else if (value instanceof NumberText) this.setNumberText(row, value.text);
    else this.exact.set(row, toJsonText(value));
  }

  /**
   * Sets consecutive rows from `row` on, as `set` does with numbers, times as epoch milliseconds. NaN is
   * null.
   */
  setValues(row: number, values: Float64Array): void {
    for (let at = 0; at < values.length;) {
      const first = (row + at) & segmentMask;
      const part = values.subarray(at, at + segmentMask + 1 - first);
      // A segment without any value isn't created.
      if (part.some((value) => !Number.isNaN(value))) {
        segmentOf(this.segments, row + at + part.length - 1, nans).set(part, first);
      }
      at += part.length;
    }
  }

  /** The number that is all there is to know about the value; NaN if there's more. */
  private plainOf(value: unknown): number {
    if (this.type !== 'time') return typeof value === 'number' ? value : Number.NaN;
    return typeof value === 'string' && !isFinerThanMillisecond(value) ? parseTime(value) : Number.NaN;
  }

  private setTime(row: number, value: unknown): void {
    const ms = typeof value === 'string' ? parseTime(value) : Number.NaN;
    if (!Number.isNaN(ms)) this.setValue(row, ms);
    if (Number.isNaN(ms) || isFinerThanMillisecond(value as string)) {
      this.exact.set(row, toJsonText(value));
    }
  }

  private setNumberText(row: number, text: string): void {
    const value = Number(text);
    const places = text.length - 1 - text.indexOf('.');
    if (!Number.isFinite(value)) {
      this.exact.set(row, text); // 1e999 has no double: only the text is kept
      return;
    }
    this.setValue(row, value);
    if (text.includes('.') && places <= 20 && value.toFixed(places) === text) {
      this.setDecimals(row, places + 1);
    } else {
      this.exact.set(row, text);
    }
  }

  /** Copies a cell of another column of the same type, as it was written. */
  copy(row: number, source: NumericColumn, from: number): void {
    const value = source.value(from);
    const exact = source.exact.get(from);
    const decimals = source.decimals[from >>> segmentBits]?.[from & segmentMask] ?? 0;
    if (!Number.isNaN(value)) this.setValue(row, value);
    if (exact !== undefined) this.exact.set(row, exact);
    if (decimals > 0) this.setDecimals(row, decimals);
  }

  /** Sets rows `from` to `to` (exclusive) to the same value. */
  fill(from: number, to: number, value: unknown): void {
    if (value === null || value === undefined || from >= to) return;
    this.set(from, value);
    const first = this.value(from);
    const exact = this.exact.get(from);
    const decimals = this.decimals[from >>> segmentBits]?.[from & segmentMask] ?? 0;
    if (!Number.isNaN(first)) fillRows(this.segments, from + 1, to, first, nans);
    if (decimals > 0) fillRows(this.decimals, from + 1, to, decimals, uint8s);
    if (exact !== undefined) this.exact.fill(from + 1, to, exact);
  }

  /** As `fill`, for rows after all others. */
  fillNext(from: number, to: number, value: unknown): void {
    const plain = this.plainOf(value);
    if (Number.isNaN(plain)) this.fill(from, to, value);
    else this.rows.note(from, to, plain);
  }

  /** Makes the rows `from` to `to` (exclusive) null again. */
  clear(from: number, to: number): void {
    fillRows(this.segments, from, to, Number.NaN, nans);
    if (this.decimals.length > 0) fillRows(this.decimals, from, to, 0, uint8s);
    for (let row = from; this.exact.size > 0 && row < to; row += 1) this.exact.delete(row);
  }

  /** NaN for null and for a value of another type. */
  value(row: number): number {
    return this.rows.at(row);
  }

  /** Whether the row has a value, and nothing else needs to be known to write it as it was sent. */
  isPlain(row: number): boolean {
    return !Number.isNaN(this.value(row)) && !this.exact.has(row) && this.writtenDecimals(row) === null;
  }

  /** How many decimals the number was written with; `null` if it was written as `String(value)`. */
  writtenDecimals(row: number): number | null {
    const decimals = this.decimals[row >>> segmentBits]?.[row & segmentMask] ?? 0;
    return decimals > 0 ? decimals - 1 : null;
  }

  /** Copies the values of the rows `from` to `to` (exclusive) into `target`. */
  copyValues(from: number, to: number, target: Float64Array): void {
    copyRows(this.segments, from, to, target, nans);
  }

  /** Whether all rows below `rows` have the same number, or all have none. Reads each row only once. */
  isConstant(rows: number): boolean {
    // A number that is written in several ways would be shown in only one of them.
    if (this.exact.size > 0 || this.decimals.length > 0) return false;
    this.alike = this.rows.firstOther(this.value(0), this.alike, rows);
    return this.alike >= rows;
  }

  cell(row: number): Cell {
    const value = this.value(row);
    const exact = this.exact.get(row);
    if (Number.isNaN(value)) return exact === undefined ? null : unquotedText(exact);
    const outOfRange = Math.abs(value) > Number.MAX_SAFE_INTEGER && exact !== undefined;
    return outOfRange && this.type !== 'time' ? exact : value;
  }

  /** Whether the record has no value for this field, or `null`. */
  isNull(row: number): boolean {
    return Number.isNaN(this.value(row)) && !this.exact.has(row);
  }

  /** As the service wrote it (times in RFC 3339 UTC), or null. */
  text(row: number): string | null {
    const exact = this.exact.get(row);
    if (exact !== undefined) return unquotedText(exact);
    const value = this.value(row);
    if (Number.isNaN(value)) return null;
    if (this.type === 'time') return formatUtc(value);
    const decimals = this.writtenDecimals(row);
    return decimals === null ? String(value) : value.toFixed(decimals);
  }

  /** Approximate memory use, in bytes. */
  bytes(): number {
    return this.rows.bytes() + bytesOf(this.decimals) + this.exact.bytes;
  }

  /** The arrays that contain the rows. */
  arrays(): (ArrayBufferView | undefined)[] {
    return [...this.rows.arrays(), ...this.decimals];
  }
}
