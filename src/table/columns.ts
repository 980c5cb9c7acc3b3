import type { ColumnType } from '../market/recordKinds';
import { NumberText, toJsonText } from './numberText';
import type { Cell } from './tableTypes';
import { isFinerThanMillisecond, parseTime, timeText } from './timeText';

/**
 * Columns grow by segments, so that a growing table never copies what it holds. The first one begins
 * small and is doubled until it is full size: most answers are a day's worth. A row that nothing was
 * written to is null in every column.
 */
export const segmentBits = 16;
export const segmentRows = 1 << segmentBits;
export const segmentMask = segmentRows - 1;
const firstRows = 256;

/** The segment that holds the row; `make` gives one of so many rows, all null. */
function segmentOf<Segment extends Float64Array | Uint32Array | Uint8Array>(
  segments: (Segment | undefined)[],
  row: number,
  make: (rows: number) => Segment,
): Segment {
  const place = row >>> segmentBits;
  const at = row & segmentMask;
  const segment = segments[place];
  if (segment !== undefined && at < segment.length) return segment;
  let rows = place === 0 ? firstRows : segmentRows;
  while (rows <= at) rows *= 2;
  const larger = make(rows);
  if (segment !== undefined) larger.set(segment);
  return (segments[place] = larger);
}

const bytesOf = (segments: readonly (Float64Array | Uint32Array | Uint8Array | undefined)[]) =>
  segments.reduce((sum, segment) => sum + (segment?.byteLength ?? 0), 0);

const nans = (rows: number) => new Float64Array(rows).fill(Number.NaN);
const codes = (rows: number) => new Uint32Array(rows);
const marks = (rows: number) => new Uint8Array(rows);

interface Named {
  readonly key: string;
  readonly title: string;
}

/**
 * Times (epoch milliseconds), numbers and integers. NaN is null: JSON has no other way to send it.
 */
export class NumericColumn implements Named {
  readonly kind = 'numeric';
  readonly segments: (Float64Array | undefined)[] = [];
  /**
   * How the number was written, where `String(value)` does not say it again: decimals + 1, so 3 for
   * `12.10`. Made on first need; 0 is the double's own text.
   */
  readonly decimals: (Uint8Array | undefined)[] = [];
  /**
   * Rows whose text neither of the above says again, as JSON text: `12345678901234567890`, `1e3`,
   * `"2026-03-29T00:00:00.1234567Z"`, or a value of another type, which then is NaN above.
   */
  readonly exact = new Map<number, string>();

  constructor(
    readonly key: string,
    readonly title: string,
    readonly type: 'time' | 'number' | 'integer',
  ) {}

  private setValue(row: number, value: number): void {
    segmentOf(this.segments, row, nans)[row & segmentMask] = value;
  }

  private setDecimals(row: number, decimals: number): void {
    segmentOf(this.decimals, row, marks)[row & segmentMask] = decimals;
  }

  set(row: number, value: unknown): void {
    if (value === null || value === undefined) return;
    if (this.type === 'time') this.setTime(row, value);
    else if (typeof value === 'number') this.setValue(row, value);
    else if (value instanceof NumberText) this.setNumberText(row, value.text);
    else this.exact.set(row, toJsonText(value));
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
      this.exact.set(row, text); // 1e999 has no double: the text stands alone
      return;
    }
    this.setValue(row, value);
    if (text.includes('.') && places <= 20 && value.toFixed(places) === text) {
      this.setDecimals(row, places + 1);
    } else {
      this.exact.set(row, text);
    }
  }

  /** The same value in rows `from` to `to` (exclusive). */
  fill(from: number, to: number, value: unknown): void {
    if (value === null || value === undefined || from >= to) return;
    this.set(from, value);
    const first = this.value(from);
    const exact = this.exact.get(from);
    const decimals = this.decimals[from >>> segmentBits]?.[from & segmentMask] ?? 0;
    for (let row = from + 1; row < to; row += 1) {
      this.setValue(row, first);
      if (exact !== undefined) this.exact.set(row, exact);
      if (decimals > 0) this.setDecimals(row, decimals);
    }
  }

  /** NaN for null and for a value of another type. */
  value(row: number): number {
    return this.segments[row >>> segmentBits]?.[row & segmentMask] ?? Number.NaN;
  }

  cell(row: number): Cell {
    const value = this.value(row);
    const exact = this.exact.get(row);
    if (Number.isNaN(value)) return exact === undefined ? null : plainText(exact);
    const outOfRange = Math.abs(value) > Number.MAX_SAFE_INTEGER && exact !== undefined;
    return outOfRange && this.type !== 'time' ? exact : value;
  }

  /** As the service wrote it (times in RFC 3339 UTC), or null. */
  text(row: number): string | null {
    const exact = this.exact.get(row);
    if (exact !== undefined) return plainText(exact);
    const value = this.value(row);
    if (Number.isNaN(value)) return null;
    if (this.type === 'time') return timeText(value);
    const decimals = this.decimals[row >>> segmentBits]?.[row & segmentMask] ?? 0;
    return decimals > 0 ? value.toFixed(decimals - 1) : String(value);
  }

  /** Bytes held, about. */
  bytes(): number {
    return bytesOf(this.segments) + bytesOf(this.decimals) + this.exact.size * 100;
  }
}

/** What a JSON text reads like: strings without their quotes, everything else as it stands. */
export function plainText(json: string): string {
  return json.startsWith('"') ? (JSON.parse(json) as string) : json;
}

/** Texts as codes into a list of the distinct ones; code 0 is null. */
export class TextColumn implements Named {
  readonly kind = 'text';
  readonly type = 'text';
  readonly segments: (Uint32Array | undefined)[] = [];
  /** Distinct texts in order of first appearance; place 0 stands for null. */
  readonly values: string[] = [''];
  private readonly codes = new Map<string, number>();
  private characters = 0;

  constructor(
    readonly key: string,
    readonly title: string,
  ) {}

  /** Code of the text, or `undefined` where no row holds it. */
  codeOf(text: string): number | undefined {
    return this.codes.get(text);
  }

  set(row: number, value: unknown): void {
    this.fill(row, row + 1, value);
  }

  fill(from: number, to: number, value: unknown): void {
    if (value === null || value === undefined) return;
    const code = this.encode(typeof value === 'string' ? value : toJsonText(value));
    for (let row = from; row < to; row += 1) {
      segmentOf(this.segments, row, codes)[row & segmentMask] = code;
    }
  }

  private encode(text: string): number {
    let code = this.codes.get(text);
    if (code === undefined) {
      code = this.values.length;
      this.values.push(text);
      this.codes.set(text, code);
      this.characters += text.length;
    }
    return code;
  }

  code(row: number): number {
    return this.segments[row >>> segmentBits]?.[row & segmentMask] ?? 0;
  }

  cell(row: number): string | null {
    const code = this.code(row);
    return code === 0 ? null : (this.values[code] ?? null);
  }

  text(row: number): string | null {
    return this.cell(row);
  }

  bytes(): number {
    // A string, its slot in the list and in the map come to some 90 bytes besides its characters.
    return bytesOf(this.segments) + this.values.length * 90 + this.characters;
  }
}

/** 0 is null, 1 false, 2 true. */
export class BooleanColumn implements Named {
  readonly kind = 'boolean';
  readonly type = 'boolean';
  readonly segments: (Uint8Array | undefined)[] = [];
  /** Values of another type, as JSON text. */
  readonly exact = new Map<number, string>();

  constructor(
    readonly key: string,
    readonly title: string,
  ) {}

  set(row: number, value: unknown): void {
    if (value === null || value === undefined) return;
    if (typeof value === 'boolean') {
      segmentOf(this.segments, row, marks)[row & segmentMask] = value ? 2 : 1;
    } else {
      this.exact.set(row, toJsonText(value));
    }
  }

  fill(from: number, to: number, value: unknown): void {
    for (let row = from; row < to; row += 1) this.set(row, value);
  }

  /** 0 for null and for a value of another type, 1 false, 2 true. */
  code(row: number): number {
    return this.segments[row >>> segmentBits]?.[row & segmentMask] ?? 0;
  }

  cell(row: number): Cell {
    const code = this.code(row);
    if (code > 0) return code === 2;
    const exact = this.exact.get(row);
    return exact === undefined ? null : plainText(exact);
  }

  text(row: number): string | null {
    const cell = this.cell(row);
    return cell === null ? null : String(cell);
  }

  bytes(): number {
    return bytesOf(this.segments);
  }
}

export type TableColumn = NumericColumn | TextColumn | BooleanColumn;

/** An empty column for values of the type. */
export function createColumn(key: string, title: string, type: ColumnType): TableColumn {
  if (type === 'text') return new TextColumn(key, title);
  if (type === 'boolean') return new BooleanColumn(key, title);
  return new NumericColumn(key, title, type);
}
