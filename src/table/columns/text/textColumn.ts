import { toJsonText } from '../numberText';
import { ColumnRows } from '../columnRows';
import { bytesOf, copyRows, fillRows, segmentBits, segmentMask, uint8s, uint32s } from '../segments';
import { TextEntries } from './textEntries';

/** Texts as numbers ("codes") of entries; code 0 is null. */
export class TextColumn {
  readonly kind = 'text';
  readonly type = 'text';
  /** Its codes. */
  readonly rows = new ColumnRows(uint32s);
  /** 1 for a value that isn't a text and is stored as its JSON. Created when first needed. */
  private readonly json: (Uint8Array | undefined)[] = [];
  readonly entries = new TextEntries();
  /** All rows below this one are known to have a text. */
  private filled = 0;

  constructor(
    readonly key: string,
    readonly title: string,
  ) {}

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
   * Sets rows `from` to `to` (exclusive) to the same value; anything but a string is stored as its JSON
   * text.
   */
  fill(from: number, to: number, value: unknown): void {
    if (value === null || value === undefined) return;
    const isText = typeof value === 'string';
    const code = this.entries.encodeText(isText ? value : toJsonText(value));
    fillRows(this.segments, from, to, code, uint32s);
    if (!isText) fillRows(this.json, from, to, 1, uint8s);
  }

  /** As `fill`, for rows after all others. */
  fillNext(from: number, to: number, value: unknown): void {
    if (typeof value === 'string') this.rows.note(from, to, this.entries.encodeText(value));
    else this.fill(from, to, value);
  }

  /** Whether any row contains the JSON of a value that isn't a text. */
  get hasJson(): boolean {
    return this.json.length > 0;
  }

  /** Whether the row contains the JSON of a value that isn't a text. */
  isJson(row: number): boolean {
    return this.json[row >>> segmentBits]?.[row & segmentMask] === 1;
  }

  /** Whether all rows below `rows` contain the same text, or all contain null. Reads each row only once. */
  isConstant(rows: number): boolean {
    if (this.entries.count !== 2) return this.entries.count === 1;
    this.filled = this.rows.firstOther(1, this.filled, rows);
    return this.filled >= rows;
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

  cell(row: number): string | null {
    const code = this.code(row);
    return code === 0 ? null : this.entries.text(code);
  }

  /** Whether the record has no value for this field, or `null`. */
  isNull(row: number): boolean {
    return this.code(row) === 0;
  }

  text(row: number): string | null {
    return this.cell(row);
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
