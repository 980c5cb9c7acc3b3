import { isAscii, isUtf8 } from 'node:buffer';
import * as l10n from '@vscode/l10n';
import { recordShapes, type RecordKind } from '../../market/records/recordKinds';
import { closeBrokenRecord } from './brokenRecord';
import { elementEnds, ElementScanner } from './elementScanner';
import { FlatRecords } from './flatRecords';
import { maxMessageBytes, maxRecordBytes, maxUnreadBytes, memoryLimit } from '../tableLimits';
import { parsedExactly } from '../columns/numberText';
import { PendingBytes } from '../columns/pendingBytes';
import { addRecord, isObject, wordsInPlaceOf } from './recordRows';
import { hasRepeatedField, RepeatedFieldReader } from './repeatedFields';
import { SeriesRecords } from './seriesRecords';
import { Table } from '../columns/table';
import { closeBrace, closeBracket, openBrace, openBracket, quote } from './jsonBytes';
import { parsedJson } from '../../text/parsedJson';
import { betweenBodies, type Verdict } from '../../protocol/workerMessages';

/** The location of a run of records in the body, for reading single records again. */
export interface RecordRun {
  /** Body offset of the first byte after the bracket or comma before the run. */
  offset: number;
  /** Index of the run's first record. */
  first: number;
}

/** Small at first, so that the first screen appears soon; 64 kB is the fastest size for JSON.parse. */
const firstBatchBytes = 16 * 1024;
const batchBytes = 64 * 1024;
/** An incomplete record longer than this isn't parsed again with every chunk. */
const tryBytes = 1024 * 1024;
/** If rows are only counted, the columns of this many bytes of the body are forgotten together. */
const forgottenBytes = 4 * 1024 * 1024;

/** What is known about a body before it's read. */
export interface BodyForm {
  /** Whether it may also be one record where an array is documented, as people save it to a file. */
  readonly isSingle?: boolean | undefined;
  /** Whether the table never contains more than the last rows, because nobody will ask for the others. */
  readonly isCounted?: boolean | undefined;
  /** Whether it consists of any number of bodies, with `betweenBodies` between two of them. */
  readonly isSeveral?: boolean | undefined;
}

type Broken = Extract<Verdict, { kind: 'broken' }>;
const brokenBy = (message: string): Broken => ({ kind: 'broken', message });

/**
 * Reads a body that arrives in chunks of any size into a table. Never throws because of the bytes, and
 * creates rows only from their content. Records written the same way as the one before are read directly from
 * the bytes, others by `JSON.parse`.
 */
export class BodyReader {
  /** In body order; empty if the body isn't an array. */
  readonly runs: RecordRun[] = [];
  /** How many rows are no longer in the table, because they're only counted. */
  forgottenRows = 0;
  table: Table;
  /** How many records the table had before this body. */
  private before = 0;
  private readonly pending = new PendingBytes(batchBytes * 2);
  private root: 'array' | 'object' | 'string' | null = null;
  private rootRead = false;
  private scanner = new ElementScanner();
  private wanted = firstBatchBytes;
  /** Why the rest of the body can't be read. */
  private broken: Broken | null = null;
  /** Bytes that arrived after the reader gave up. */
  private unread = 0;
  /** Released at the end, because its text caches take half a megabyte. */
  private flat: FlatRecords | null = null;
  private series: SeriesRecords | null = null;

  constructor(
    private readonly kind: RecordKind,
    private readonly maxTableBytes: number,
    private readonly form: BodyForm = {},
  ) {
    this.table = new Table(recordShapes[kind]);
    this.readInto(this.table);
  }

  private readInto(table: Table): void {
    const { kind } = this;
    const isFlat = kind === 'publicOrder' || kind === 'hubToHubCapacity';
    this.table = table;
    this.flat = isFlat ? new FlatRecords(table, kind) : null;
    this.series = kind === 'timeSeries' ? new SeriesRecords(table) : null;
  }

  /** Call when everything before the byte at `end` has been read, and nothing after it. */
  private forgetRows(end: number): void {
    const { pending, runs, table } = this;
    const from = runs[0]?.offset ?? 0;
    if (!this.form.isCounted || pending.offset + end - from < forgottenBytes) return;
    this.forgottenRows += table.rows;
    runs.length = 0;
    this.readInto(new Table(recordShapes[this.kind]));
    this.table.records = table.records;
  }

  push(chunk: Uint8Array): void {
    let from = 0;
    if (this.form.isSeveral) {
      for (let to = chunk.indexOf(betweenBodies); to >= 0; to = chunk.indexOf(betweenBodies, from)) {
        this.read(chunk.subarray(from, to));
        this.beginNext();
        from = to + 1;
      }
    }
    this.read(chunk.subarray(from));
  }

  /** Ends a body and begins the next one, for which everything is kept that was learned about its records. */
  private beginNext(): void {
    const verdict = this.endBody(true);
    if (verdict.kind === 'broken') {
      this.broken = verdict;
      return;
    }
    this.before = this.table.records;
    this.runs.length = 0;
    this.pending.restart();
    this.scanner = new ElementScanner();
    this.root = null;
    this.rootRead = false;
  }

  private read(chunk: Uint8Array): void {
    if (this.broken !== null) {
      this.unread += chunk.length;
      return;
    }
    this.pending.append(chunk);
    if (this.root === null && !this.begin()) return;
    if (this.root === 'array') this.readArray();
    else if (this.root === 'object' && !this.isMisplaced) {
      this.scanner.scan(this.pending.buffer, this.pending.length);
    } else if (this.pending.length > maxMessageBytes) {
      if (this.root === 'string') this.refuseLongText();
      this.broken ??= brokenBy(this.isMisplaced ? singleObject() : noRecords());
    }
    if (this.scanner.problem !== null) this.broken ??= brokenBy(this.scanner.problem);
    if (this.series) this.checkMemory(); // thousands of short records come in one chunk
    if (this.broken === null && this.pending.length > maxRecordBytes) {
      this.broken = brokenBy(l10n.t('A record is larger than {0}.', `${maxRecordBytes / 1024 ** 2} MB`));
    }
  }

  /**
   * Whether there's no point in reading on. The bytes of a broken body are still kept for a while, so that a
   * person can see what's wrong.
   */
  get isHopeless(): boolean {
    return this.unread > maxUnreadBytes;
  }

  /** Call once after the last chunk; `complete` is false if the body was interrupted. */
  end(complete: boolean): Verdict {
    const verdict = this.endBody(complete);
    this.pending.clear();
    this.flat = null;
    return verdict.kind === 'noData' && this.before > 0 ? { kind: 'records' } : verdict;
  }

  private endBody(complete: boolean): Verdict {
    if (this.root === null) return this.broken ?? brokenBy(l10n.t('The response is empty.'));
    if (this.broken === null && this.root === 'string') return this.judgeString(complete);
    if (this.broken === null && this.isMisplaced) this.refuseObject();
    this.series?.forget();
    if (this.broken === null) {
      const { closed } = this.scanner;
      if (this.root === 'object') this.readObject(closed);
      else if (!closed) this.keepWholeElements();
      if (!closed) this.broken ??= brokeOff();
    }
    if (this.broken !== null) return this.broken;
    if (!complete) return brokeOff();
    const isEmpty = this.root === 'array' && this.records === 0;
    return isEmpty ? { kind: 'noData' } : { kind: 'records' };
  }

  /** How many records come from this body. */
  private get records(): number {
    return this.table.records - this.before;
  }

  /** Whether the body is an object although an array was promised. It may be an error with a message. */
  private get isMisplaced(): boolean {
    return this.root === 'object' && recordShapes[this.kind].root === 'array' && !this.form.isSingle;
  }

  private drop(bytes: number): void {
    this.pending.drop(bytes);
    this.scanner.drop(bytes);
    this.series?.drop(bytes);
  }

  /**
   * Skips white space and a byte order mark. Returns false if more bytes are needed, or the body is
   * broken.
   */
  private begin(): boolean {
    const { buffer, length, offset } = this.pending;
    let start = 0;
    if (offset === 0 && buffer[0] === 0xef) {
      if (length < 3) return false;
      if (buffer[1] === 0xbb && buffer[2] === 0xbf) start = 3;
    }
    while (start < length && [32, 9, 10, 13].includes(buffer[start] as number)) start += 1;
    this.pending.drop(start);
    if (this.pending.length === 0) return false;
    const first = buffer[0];
    if (first === openBracket) this.root = 'array';
    else if (first === openBrace) this.root = 'object';
    else if (first === quote) this.root = 'string';
    else this.broken = brokenBy(noRecords());
    return this.broken === null;
  }

  /** `pending` starts with the root's bracket or with the comma before the next element. */
  private readArray(): void {
    const { pending, scanner } = this;
    // What was read is discarded once at the end, because that moves all bytes after it.
    let at = 0;
    while (this.broken === null) {
      const pays = this.flat?.pays === true;
      if (pays) at = this.readFlat(at);
      else if (this.series) this.readValues(this.series, at);
      scanner.scan(pending.buffer, pending.length, pays || this.series !== null);
      if (scanner.closed) {
        if (!this.rootRead) {
          this.rootRead = true;
          this.readElements(at, scanner.rootEnd);
        }
        at = scanner.position;
        break;
      }
      const isWanted = pending.length - at >= this.wanted || scanner.problem !== null;
      const isDue = pays || this.series !== null || isWanted;
      if (scanner.lastComma < 0 || !isDue) break;
      this.readElements(at, scanner.lastComma);
      at = scanner.lastComma;
      scanner.lastComma = -1;
      this.wanted = batchBytes;
      this.forgetRows(at);
    }
    if (at > 0) this.drop(at);
  }

  /** Reads elements that are written alike after the bracket or comma at `at`. Returns what they end with. */
  private readFlat(at: number): number {
    const { flat, pending, scanner } = this;
    if (scanner.position - at > tryBytes) return at;
    const first = this.records;
    const end = flat?.add(pending, at + 1, pending.length) ?? -1;
    if (end < 0) return at;
    this.runs.push({ offset: pending.offset + at + 1, first });
    scanner.skipTo(end + 1, [closeBracket]);
    this.checkMemory();
    this.forgetRows(end);
    return end;
  }

  private readValues(series: SeriesRecords, at: number): void {
    const { pending, scanner } = this;
    const end = series.readAhead(pending, at + 1, pending.length);
    if (end <= scanner.position) return;
    // The part before the values is parsed as JSON, so it must not be nested too deeply either.
    if (!series.isKnown) scanner.scan(pending.buffer, series.valuesFrom);
    if (scanner.problem === null) scanner.skipTo(end, closingOfValues);
  }

  /**
   * Adds the elements between the bracket or comma at `at` and the byte at `to`. There must be at least one unless
   * the array is empty.
   */
  private readElements(at: number, to: number): void {
    const { pending } = this;
    this.runs.push({ offset: pending.offset + at + 1, first: this.records });
    if (this.series?.add(pending, at + 1, to) === true) {
      this.noteProblem();
      return;
    }
    const bytes = pending.buffer.subarray(at + 1, to);
    const parsed = parsedBytes(bytes, '[', ']');
    const isPlain = Array.isArray(parsed) && !hasRepeatedField(parsed, bytes);
    const values = isPlain ? (parsed as unknown[]) : this.parseOneByOne(bytes);
    const mayBeEmpty = this.records === 0 && this.scanner.closed;
    if (values.length === 0 && !mayBeEmpty) this.broken ??= invalidFrom(this.records);
    for (const value of values) if (!this.add(value)) return;
    this.checkMemory();
    if (this.broken === null && values.length === 1) this.flat?.learn(trimmed(bytes));
  }

  private checkMemory(): void {
    if (this.broken === null && this.table.bytes() > this.maxTableBytes) {
      this.broken = brokenBy(l10n.t('The response needs more memory than "{0}" allows.', memoryLimit.name));
    }
  }

  private add(value: unknown): boolean {
    if (this.root === 'array' && recordShapes[this.kind].root === 'object') {
      this.refuse(l10n.t('The response is an array, but a single object was expected.'), value);
      return false;
    }
    if (!addRecord(this.table, this.kind, value)) {
      const promised = recordShapes[this.kind].noun();
      this.refuse(
        this.root === 'array'
          ? l10n.t("Element {0} isn't a valid {1}.", this.records + 1, promised)
          : l10n.t("The response isn't a valid {0}.", promised),
        value,
      );
      return false;
    }
    return this.noteProblem();
  }

  /** Whether the table takes more records. */
  private noteProblem(): boolean {
    const { problem } = this.table;
    if (problem !== null) this.broken ??= brokenBy(problem);
    return problem === null;
  }

  /** `value` was sent in place of a record. */
  private refuse(message: string, value: unknown): void {
    const words = wordsInPlaceOf(this.kind, value);
    this.broken ??= { kind: 'broken', message, ...(words === undefined ? {} : { words }) };
  }

  private refuseObject(): void {
    const { buffer, length } = this.pending;
    this.refuse(singleObject(), parsedBytes(buffer.subarray(0, length)));
  }

  /** The elements before the first invalid one. */
  private parseOneByOne(bytes: Buffer): unknown[] {
    const values: unknown[] = [];
    let from = 0;
    for (const end of [...elementEnds(bytes), bytes.length]) {
      const value = parsedRecord(this.table, bytes.subarray(from, end));
      if (value === undefined) {
        this.broken = invalidFrom(this.records + values.length);
        break;
      }
      values.push(value);
      from = end + 1;
    }
    return values;
  }

  private readObject(closed: boolean): void {
    const bytes = this.pending.buffer.subarray(0, this.pending.length);
    const value = parsedRecord(this.table, bytes);
    if (value !== undefined) this.add(value);
    else if (closed) this.broken = brokenBy(l10n.t("The response isn't valid JSON."));
    else this.addClosed(bytes);
  }

  private keepWholeElements(): void {
    const comma = this.scanner.lastComma;
    if (comma >= 0) {
      this.readElements(0, comma);
      this.drop(comma);
    }
    const rest = this.pending.buffer.subarray(1, this.pending.length);
    if (this.broken !== null || rest.length === 0) return;
    const whole = parsedRecord(this.table, rest);
    if (whole === undefined) this.addClosed(rest);
    else this.add(whole);
  }

  private addClosed(bytes: Buffer): void {
    const closed = closeBrokenRecord(bytes.toString('utf8'));
    const value = closed === null ? undefined : parsedRecord(this.table, Buffer.from(closed));
    const hasValues = isObject(value) && Array.isArray(value.values) && value.values.length > 0;
    if (hasValues) this.add(value);
  }

  private judgeString(complete: boolean): Verdict {
    const { buffer, length } = this.pending;
    const value = complete ? parsedBytes(buffer.subarray(0, length)) : undefined;
    if (typeof value !== 'string') return brokenBy(noRecords());
    const inner = parsedJson(value);
    if (typeof inner !== 'object' || inner === null) return { kind: 'noData', message: value };
    return { kind: 'broken', message: jsonInText(), data: value };
  }

  /** A text that is longer than any message may be JSON that was serialized twice. */
  private refuseLongText(): void {
    const text = this.pending.buffer.toString('utf8', 1, maxMessageBytes);
    if (!/^\s*[[{]/.test(text)) return;
    this.broken = { kind: 'broken', message: jsonInText(), data: text.replaceAll('\\"', '"') };
  }
}

/**
 * The result of `parsedExactly` for the bytes, between `before` and `after`; `undefined` if they
 * are not valid JSON in UTF-8.
 */
function parsedBytes(bytes: Buffer, before = '', after = ''): unknown {
  if (!isUtf8(bytes)) return undefined;
  const text = isAscii(bytes) ? bytes.toString('latin1') : bytes.toString('utf8');
  return parsedExactly(before + text + after);
}

/**
 * The record in the bytes; `undefined` if they aren't valid JSON in UTF-8. The table counts it if an object in it has
 * a field twice.
 */
function parsedRecord(table: Table, bytes: Buffer): unknown {
  const value = parsedBytes(bytes);
  if (value === undefined || !hasRepeatedField(value, bytes)) return value;
  const reader = new RepeatedFieldReader(bytes);
  const whole = reader.read();
  if (reader.repeated !== undefined) table.addRepeatedField(reader.repeated);
  return whole;
}

/** The open brackets between two values of a series: the array of records, the record, its values. */
const closingOfValues = Array.from(']}]', (bracket) => bracket.charCodeAt(0));
/** The record without surrounding white space. */
function trimmed(bytes: Buffer): Buffer {
  return bytes.subarray(bytes.indexOf(openBrace), bytes.lastIndexOf(closeBrace) + 1);
}

const singleObject = () => l10n.t('The response is a single object, but an array of records was expected.');
const jsonInText = () => l10n.t('The response is a text that contains JSON.');
const noRecords = () => l10n.t('The response contains no JSON records.');
const brokeOff = () => brokenBy(l10n.t('The response was interrupted.'));

const invalidFrom = (element: number) =>
  brokenBy(l10n.t("The response isn't valid JSON from element {0} on.", element + 1));
