import type { Cell } from '#src/protocol/tableTypes';
import { toJsonText, unquotedText } from '../numberText';
import { ColumnRows } from '../columnRows';
import { bytesOf, copyRows, fillRows, segmentBits, segmentMask, uint8s, uint32s } from '../segments';
import { TextEntries } from './textEntries';

/** The codes of the only entries that are booleans. */
export const falseCode = 1;
export const trueCode = 2;

/** Texts, or booleans as JSON writes them, as numbers ("codes") of entries; code 0 is null. */
export class TextColumn {
  readonly kind = 'text';
  /** Its codes. */
  readonly rows = new ColumnRows(uint32s);
  /** 1 for a value that isn't of the column's type and is stored as its JSON. Created when first needed. */
  private readonly json: (Uint8Array | undefined)[] = [];
  readonly entries = new TextEntries();
  /** Rows below this one are known to have the same code as the first row. */
  private alike = 0;

  constructor(
    readonly key: string,
    readonly title: string,
    readonly type: 'text' | 'boolean' = 'text',
  ) {
    if (type === 'boolean') for (const value of [false, true]) this.entries.encodeText(String(value));
  }

  /** What was written to the rows. */
  get segments(): (Uint32Array | undefined)[] {
    return this.rows.segments;
  }

  /** Gives equal texts the same code; costs a lookup per entry, once. */
  makeDistinct(): void {
    const renumbered = this.entries.makeDistinct();
    if (renumbered === null) return;
    for (const segment of this.segments) {
      segment?.forEach((code, at) => (segment[at] = renumbered[code] as number));
    }
  }

  /** Texts by code, with index 0 for null; for columns with few different texts. */
  texts(): string[] {
    return Array.from({ length: this.entries.count }, (_, code) => this.entries.text(code));
  }

  /** Code of the text, or `undefined` if no row contains it. */
  codeOf(text: string): number | undefined {
    this.makeDistinct();
    return this.entries.codeOf(text);
  }

  set(row: number, value: unknown): void {
    this.fill(row, row + 1, value);
  }

  /**
   * Sets rows `from` to `to` (exclusive) to the same value; anything that isn't of the column's type is stored as
   * its JSON text.
   */
  fill(from: number, to: number, value: unknown): void {
    if (value === null || value === undefined) return;
    const isOwn = this.isOwn(value);
    const code = isOwn ? this.ownCode(value) : this.entries.encodeText(toJsonText(value));
    fillRows(this.segments, from, to, code, uint32s);
    if (!isOwn) fillRows(this.json, from, to, 1, uint8s);
  }

  /** As `fill`, for rows after all others. */
  fillNext(from: number, to: number, value: unknown): void {
    if (this.isOwn(value)) this.rows.note(from, to, this.ownCode(value));
    else this.fill(from, to, value);
  }

  /** Booleans have their codes even if texts are no longer looked up, because they hardly repeat. */
  private ownCode(value: string | boolean): number {
    if (typeof value === 'string') return this.entries.encodeText(value);
    return value ? trueCode : falseCode;
  }

  private isOwn(value: unknown): value is string | boolean {
    return typeof value === (this.type === 'text' ? 'string' : 'boolean');
  }

  /** Whether any row contains the JSON of a value that isn't of the column's type. */
  get hasJson(): boolean {
    return this.json.length > 0;
  }

  /** Whether the row contains the JSON of a value that isn't of the column's type. */
  isJson(row: number): boolean {
    return this.json[row >>> segmentBits]?.[row & segmentMask] === 1;
  }

  /** Whether all rows below `rows` contain the same text, or all contain null. Reads each row only once. */
  isConstant(rows: number): boolean {
    if (this.type === 'text' && this.entries.count !== 2) return this.entries.count === 1;
    this.alike = this.rows.firstOther(this.code(0), this.alike, rows);
    return this.alike >= rows;
  }

  /** Copies the codes of the rows `from` to `to` (exclusive) into `target`. */
  copyCodes(from: number, to: number, target: Uint32Array): void {
    copyRows(this.segments, from, to, target, uint32s);
  }

  /** Makes the rows `from` to `to` (exclusive) null again. */
  clear(from: number, to: number): void {
    fillRows(this.segments, from, to, 0, uint32s);
    if (this.hasJson) fillRows(this.json, from, to, 0, uint8s);
  }

  code(row: number): number {
    return this.rows.at(row);
  }

  cell(row: number): Cell {
    const code = this.code(row);
    return this.type === 'boolean' && code > 0 && code <= trueCode ? code === trueCode : this.text(row);
  }

  /** Whether the record has no value for this field, or `null`. */
  isNull(row: number): boolean {
    return this.code(row) === 0;
  }

  text(row: number): string | null {
    const code = this.code(row);
    if (code === 0) return null;
    const text = this.entries.text(code);
    return this.type === 'boolean' ? unquotedText(text) : text;
  }

  /** JSON text of the value in the row, which isn't null. */
  jsonText(row: number): string {
    const text = this.entries.text(this.code(row));
    return this.type === 'text' && !this.isJson(row) ? JSON.stringify(text) : text;
  }

  /** Approximate memory use, in bytes. */
  bytes(): number {
    return this.rows.bytes() + bytesOf(this.json) + this.entries.bytes();
  }

  /** The arrays that contain the rows. */
  arrays(): (ArrayBufferView | undefined)[] {
    return [...this.rows.arrays(), ...this.json, ...this.entries.arrays()];
  }
}
