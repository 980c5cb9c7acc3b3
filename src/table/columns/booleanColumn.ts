import { ExactTexts } from './text/exactTexts';
import { unquotedText, toJsonText } from './numberText';
import { bytesOf, fillRows, segmentBits, segmentMask, segmentOf, uint8s } from './segments';
import type { Cell } from '../../protocol/tableTypes';

/** Codes: 0 is null, 1 is false, 2 is true. */
export class BooleanColumn {
  readonly kind = 'boolean';
  readonly type = 'boolean';
  readonly segments: (Uint8Array | undefined)[] = [];
  /** Values of another type, as JSON text. */
  readonly exact = new ExactTexts();
  /** Rows below this one are known to have the same value as the first row. */
  private alike = 0;

  constructor(
    readonly key: string,
    readonly title: string,
  ) {}

  set(row: number, value: unknown): void {
    if (value === null || value === undefined) return;
    if (typeof value === 'boolean') {
      segmentOf(this.segments, row, uint8s)[row & segmentMask] = value ? 2 : 1;
    } else {
      this.exact.set(row, toJsonText(value));
    }
  }

  fill(from: number, to: number, value: unknown): void {
    if (value === null || value === undefined || from >= to) return;
    this.set(from, value);
    const exact = this.exact.get(from);
    if (exact !== undefined) this.exact.fill(from + 1, to, exact);
    else fillRows(this.segments, from + 1, to, this.code(from), uint8s);
  }

  /** As `fill`; there are few of these columns. */
  fillNext(from: number, to: number, value: unknown): void {
    this.fill(from, to, value);
  }

  /** Makes the rows `from` to `to` (exclusive) null again. */
  clear(from: number, to: number): void {
    fillRows(this.segments, from, to, 0, uint8s);
    for (let row = from; this.exact.size > 0 && row < to; row += 1) this.exact.delete(row);
  }

  /** 0 for null and for a value of another type, 1 false, 2 true. */
  code(row: number): number {
    return this.segments[row >>> segmentBits]?.[row & segmentMask] ?? 0;
  }

  /** Whether all rows below `rows` have the same value, or all have none. Reads each row only once. */
  isConstant(rows: number): boolean {
    if (this.exact.size > 0) return false;
    while (this.alike < rows && this.code(this.alike) === this.code(0)) this.alike += 1;
    return this.alike >= rows;
  }

  cell(row: number): Cell {
    const code = this.code(row);
    if (code > 0) return code === 2;
    const exact = this.exact.get(row);
    return exact === undefined ? null : unquotedText(exact);
  }

  /** Whether the record has no value for this field, or `null`. */
  isNull(row: number): boolean {
    return this.code(row) === 0 && !this.exact.has(row);
  }

  text(row: number): string | null {
    const cell = this.cell(row);
    return cell === null ? null : String(cell);
  }

  bytes(): number {
    return bytesOf(this.segments) + this.exact.bytes;
  }

  /** The arrays that contain the rows. */
  arrays(): (ArrayBufferView | undefined)[] {
    return this.segments;
  }
}
