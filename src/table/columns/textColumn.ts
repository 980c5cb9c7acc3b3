import { toJsonText } from './numberText';
import type { Bytes } from './pendingBytes';
import { bytesOf, fillRows, segmentBits, segmentMask, segmentOf, uint8s, uint32s } from './segments';
import type { Sliced } from './slices';
import { TextEntries, type EntryReader } from './textEntries';

const noCodes = new Uint32Array(0);

/** Texts as numbers ("codes") of entries; code 0 is null. */
export class TextColumn {
  readonly kind = 'text';
  readonly type = 'text';
  readonly segments: (Uint32Array | undefined)[] = [];
  /** 1 where the value was no text and stands as its JSON. Made on first need. */
  private readonly json: (Uint8Array | undefined)[] = [];
  private readonly entries = new TextEntries();
  /** Rows below hold a text, as far as they were looked at. */
  private filled = 0;

  constructor(
    readonly key: string,
    readonly title: string,
  ) {}

  /** Entries and the null before them: codes are below it. */
  get entryCount(): number {
    return this.entries.count;
  }

  /** Whether equal texts have the same code; order ids and the like do not. */
  get distinct(): boolean {
    return this.entries.distinct;
  }

  /** Gives equal texts the same code; costs a lookup per entry, once. */
  makeDistinct(): void {
    const renumbered = this.entries.makeDistinct();
    if (renumbered === null) return;
    for (const segment of this.segments) {
      segment?.forEach((code, at) => (segment[at] = renumbered[code] as number));
    }
  }

  /** Text of the code; empty for 0. */
  entryText(code: number): string {
    return this.entries.text(code);
  }

  /** UTF-8 of the code's text, good until the next row is added; empty for 0. */
  entryBytes(code: number): Buffer {
    return this.entries.bytesOf(code);
  }

  /** Has the code's text read where it lies; see `TextEntries.read`. An empty one for 0. */
  readEntry<T>(code: number, reader: EntryReader<T>): T {
    return this.entries.read(code, reader);
  }

  /** A verdict (1 or 0) on every code there is; see `TextEntries.judge`. */
  judge(search: EntryReader<boolean>): Sliced<Uint8Array> {
    return this.entries.judge(search);
  }

  /** Negative, 0 or positive as `<` on the texts of the codes has it. */
  compareEntries(code: number, other: number): number {
    return this.entries.compare(code, other);
  }

  /** Texts by code, place 0 for null; for columns of few texts. */
  texts(): string[] {
    return Array.from({ length: this.entryCount }, (_, code) => this.entryText(code));
  }

  /** Code of the text, or `undefined` where no row holds it. */
  codeOf(text: string): number | undefined {
    this.makeDistinct();
    return this.entries.codeOf(text);
  }

  set(row: number, value: unknown): void {
    this.fill(row, row + 1, value);
  }

  /** The same value in rows `from` to `to` (exclusive); what is no text stands as its JSON. */
  fill(from: number, to: number, value: unknown): void {
    if (value === null || value === undefined) return;
    const isText = typeof value === 'string';
    const code = this.entries.encodeText(isText ? value : toJsonText(value));
    fillRows(this.segments, from, to, code, uint32s);
    if (!isText) fillRows(this.json, from, to, 1, uint8s);
  }

  /** Whether some row holds the JSON of a value that was no text. */
  get holdsJson(): boolean {
    return this.json.length > 0;
  }

  /** Whether the row holds the JSON of a value that was no text. */
  isJson(row: number): boolean {
    return this.json[row >>> segmentBits]?.[row & segmentMask] === 1;
  }

  /** Code of the text in `bytes[from]` to `bytes[to - 1]`, for `setCode`; see `TextEntries.encode`. */
  encode(bytes: Bytes, from: number, to: number, hash: number, before?: number): number {
    return this.entries.encode(bytes, from, to, hash, before);
  }

  /** Takes back the entry that `encode` or `set` made last. */
  dropLast(): void {
    this.entries.dropLast();
  }

  /** Whether the rows below `rows` all hold the same text, or all none. Looks at each row once. */
  isConstant(rows: number): boolean {
    if (this.entryCount !== 2) return this.entryCount === 1;
    while (this.filled < rows) {
      const from = this.filled & segmentMask;
      const codes =
        this.segments[this.filled >>> segmentBits]?.subarray(from, from + rows - this.filled) ?? noCodes;
      const firstNull = codes.indexOf(0);
      this.filled += firstNull < 0 ? codes.length : firstNull;
      if (firstNull >= 0 || codes.length === 0) return false;
    }
    return true;
  }

  setCode(row: number, code: number): void {
    segmentOf(this.segments, row, uint32s)[row & segmentMask] = code;
  }

  /** Makes the rows `from` to `to` (exclusive) null again. */
  clear(from: number, to: number): void {
    fillRows(this.segments, from, to, 0, uint32s);
    if (this.holdsJson) fillRows(this.json, from, to, 0, uint8s);
  }

  code(row: number): number {
    return this.segments[row >>> segmentBits]?.[row & segmentMask] ?? 0;
  }

  cell(row: number): string | null {
    const code = this.code(row);
    return code === 0 ? null : this.entryText(code);
  }

  /** Whether the record has no value here: none at all or `null`. */
  isNull(row: number): boolean {
    return this.code(row) === 0;
  }

  text(row: number): string | null {
    return this.cell(row);
  }

  /** Bytes held, about. */
  bytes(): number {
    return bytesOf(this.segments) + bytesOf(this.json) + this.entries.bytes();
  }
}
