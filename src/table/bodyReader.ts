import { isAscii, isUtf8 } from 'node:buffer';
import { recordShapes, type RecordKind } from '../market/recordKinds';
import { closeBrokenRecord } from './brokenRecord';
import { elementEnds, ElementScanner } from './elementScanner';
import { maxRecordBytes } from './limits';
import { parseExactly } from './numberText';
import { addRecord, isObject } from './recordRows';
import { Table } from './table';

/** What the body turned out to be. */
export type Verdict =
  | { kind: 'records' }
  /** An empty array, or a JSON string in place of data ("Errors": no data available). */
  | { kind: 'noData'; message?: string }
  /** Not what the dataset promises, or broken off; rows up to that place are kept. */
  | { kind: 'broken'; message: string };

/** Where a run of records stands in the body, for whoever reads single records again. */
export interface RecordRun {
  /** Body offset of the first byte behind the bracket or comma before the run. */
  offset: number;
  /** Number of the run's first record. */
  first: number;
}

/** Small at first, so that the first screen comes soon; 64 kB is the fastest size for JSON.parse. */
const firstBatchBytes = 16 * 1024;
const batchBytes = 64 * 1024;

const openBracket = 91;
const openBrace = 123;
const quote = 34;

/**
 * Reads a body that comes in chunks of any size into a table. Never throws for what the bytes hold;
 * a row is only ever made of what stands in them.
 */
export class BodyReader {
  readonly table: Table;
  /** In body order, for arrays. */
  readonly runs: RecordRun[] = [];
  private pending = Buffer.allocUnsafeSlow(batchBytes * 2);
  private length = 0;
  /** Body offset of `pending[0]`. */
  private offset = 0;
  private root: 'array' | 'object' | 'other' | null = null;
  private rootRead = false;
  private elements = 0;
  private scanner = new ElementScanner();
  private wanted = firstBatchBytes;
  private broken: string | null = null;

  constructor(
    private readonly kind: RecordKind,
    private readonly maxTableBytes: number,
  ) {
    this.table = new Table(recordShapes[kind]);
  }

  /** Whether there is any use in further bytes. */
  get isBroken(): boolean {
    return this.broken !== null;
  }

  push(chunk: Uint8Array): void {
    if (this.broken !== null) return;
    this.append(chunk);
    if (this.root === null && !this.begin()) return;
    if (this.root === 'other') return;
    this.scanner.scan(this.pending, this.length);
    if (this.root === 'array') this.readArray();
    this.broken ??= this.scanner.problem;
    if (this.broken === null && this.length > maxRecordBytes) {
      this.broken = `One record is larger than ${maxRecordBytes / 1024 ** 2} MB.`;
    }
  }

  /** Call once behind the last chunk; `complete` is false where the body broke off. */
  end(complete: boolean): Verdict {
    if (this.root === null) return { kind: 'broken', message: 'The answer was empty.' };
    if (this.broken === null && this.root === 'other') return this.judgeScalar(complete);
    if (this.broken === null) {
      const { closed } = this.scanner;
      if (this.root === 'object') this.readObject(closed);
      else if (!closed) this.keepWholeElements();
      if (!closed) this.broken ??= 'The answer broke off.';
    }
    this.pending = Buffer.alloc(0);
    if (this.broken !== null) return { kind: 'broken', message: this.broken };
    if (!complete) return { kind: 'broken', message: 'The answer broke off.' };
    return this.root === 'array' && this.elements === 0 ? { kind: 'noData' } : { kind: 'records' };
  }

  private append(chunk: Uint8Array): void {
    if (this.length + chunk.length > this.pending.length) {
      const size = Math.max(this.pending.length * 2, this.length + chunk.length);
      const larger = Buffer.allocUnsafeSlow(size);
      this.pending.copy(larger, 0, 0, this.length);
      this.pending = larger;
    }
    this.pending.set(chunk, this.length);
    this.length += chunk.length;
  }

  private drop(bytes: number): void {
    this.pending.copyWithin(0, bytes, this.length);
    this.length -= bytes;
    this.offset += bytes;
    this.scanner.drop(bytes);
  }

  /** Skips white space and a byte order mark; returns false where more bytes are needed. */
  private begin(): boolean {
    let start = 0;
    const marked = this.offset === 0 && this.pending[0] === 0xef;
    if (marked) {
      if (this.length < 3) return false;
      if (this.pending[1] === 0xbb && this.pending[2] === 0xbf) start = 3;
    }
    while (start < this.length && [32, 9, 10, 13].includes(this.pending[start] as number)) {
      start += 1;
    }
    this.drop(start);
    this.scanner = new ElementScanner();
    const first = this.pending[0];
    if (this.length === 0 || first === undefined) return false;
    this.root = first === openBracket ? 'array' : first === openBrace ? 'object' : 'other';
    const promised = recordShapes[this.kind].root;
    if (this.root === 'object' && promised === 'array') {
      this.broken = 'The answer is one object where an array of records was promised.';
    }
    return this.broken === null;
  }

  private readArray(): void {
    const { closed, rootEnd, lastComma } = this.scanner;
    if (closed && !this.rootRead) {
      this.rootRead = true;
      this.readElements(rootEnd);
    }
    if (closed) {
      this.drop(this.scanner.position);
    } else if (lastComma >= 0 && this.length >= this.wanted) {
      this.readElements(lastComma);
      this.drop(lastComma);
      this.wanted = batchBytes;
    }
  }

  /**
   * Adds the elements before `to`. `pending[0]` is the root's bracket or the comma before the next
   * element, so that an element must follow unless the array is empty.
   */
  private readElements(to: number): void {
    const bytes = this.pending.subarray(1, to);
    const parsed = this.parse(bytes, '[', ']');
    const values = Array.isArray(parsed) ? (parsed as unknown[]) : this.parseOneByOne(bytes);
    const mayBeEmpty = this.elements === 0 && this.scanner.closed;
    if (values.length === 0 && !mayBeEmpty) this.broken ??= this.invalidFrom(this.elements);
    this.runs.push({ offset: this.offset + 1, first: this.elements });
    if (this.table.bytes() > this.maxTableBytes) {
      this.broken =
        'The answer needs more memory than the setting "marketData.maxResultMegabytes" allows.';
      return;
    }
    for (const value of values) if (!this.add(value)) return;
  }

  private add(value: unknown): boolean {
    if (this.root === 'array' && recordShapes[this.kind].root === 'object') {
      this.broken ??= 'The answer is an array where one object was promised.';
      return false;
    }
    if (!addRecord(this.table, this.kind, value)) {
      const promised = recordShapes[this.kind].noun[0];
      const which = this.root === 'array' ? `Element ${this.elements + 1}` : 'The answer';
      this.broken ??= `${which} is no ${promised}.`;
      return false;
    }
    this.elements += 1;
    return true;
  }

  /** `undefined` where the bytes are not valid JSON in UTF-8. */
  private parse(bytes: Buffer, before = '', behind = ''): unknown {
    if (!isUtf8(bytes)) return undefined;
    const text = isAscii(bytes) ? bytes.toString('latin1') : bytes.toString('utf8');
    try {
      return parseExactly(before + text + behind);
    } catch {
      return undefined;
    }
  }

  /** The elements before the first that is not valid JSON. */
  private parseOneByOne(bytes: Buffer): unknown[] {
    const values: unknown[] = [];
    let from = 0;
    for (const end of [...elementEnds(bytes), bytes.length]) {
      const value = this.parse(bytes.subarray(from, end));
      if (value === undefined) break;
      values.push(value);
      from = end + 1;
    }
    this.broken = this.invalidFrom(this.elements + values.length);
    return values;
  }

  private invalidFrom(element: number): string {
    return `The answer is not valid JSON from element ${element + 1} on.`;
  }

  private readObject(closed: boolean): void {
    const bytes = this.pending.subarray(0, this.length);
    const value = this.parse(bytes);
    if (value !== undefined) this.add(value);
    else if (closed) this.broken = 'The answer is not valid JSON.';
    else this.addClosed(bytes);
  }

  private keepWholeElements(): void {
    const comma = this.scanner.lastComma;
    if (comma >= 0) {
      this.readElements(comma);
      this.drop(comma);
    }
    const rest = this.pending.subarray(1, this.length);
    if (this.broken !== null || rest.length === 0) return;
    const whole = this.parse(rest);
    if (whole === undefined) this.addClosed(rest);
    else this.add(whole);
  }

  private addClosed(bytes: Buffer): void {
    const closed = closeBrokenRecord(bytes.toString('utf8'));
    const value = closed === null ? undefined : this.parse(Buffer.from(closed));
    const holdsValues = isObject(value) && Array.isArray(value.values) && value.values.length > 0;
    if (holdsValues) this.add(value);
  }

  private judgeScalar(complete: boolean): Verdict {
    const bytes = this.pending.subarray(0, this.length);
    const value = this.pending[0] === quote && complete ? this.parse(bytes) : undefined;
    if (typeof value === 'string') return { kind: 'noData', message: value };
    return { kind: 'broken', message: 'The answer is no JSON of records.' };
  }
}
