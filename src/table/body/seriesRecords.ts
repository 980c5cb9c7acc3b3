import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { parsedExactly } from '../columns/numberText';
import { ElementScanner } from './elementScanner';
import { afterNested } from './objectLayout';
import { ObjectReader } from './objectReader';
import type { Bytes } from '../columns/pendingBytes';
import { KnownHeads, type HeadPlace } from './knownHeads';
import { addSeriesHead, isObject, valueFields, varyingHeadFields } from './recordRows';
import { hasRepeatedField } from './repeatedFields';
import type { FurtherState, Table } from '../columns/table';
import { afterSpace, closeBracket, colon, comma, openBracket } from './jsonBytes';

const key = Buffer.from('"values"');
/**
 * Longer values, and values that start further into the record, are left to `JSON.parse`. The fields before them take
 * about 500 bytes, and a record without values must not be searched to the end of all received
 * bytes.
 */
const maxHeadBytes = 8 * 1024;

/**
 * Stands for the values that were read, to recognize whether `JSON.parse` finds them as the record's own. It
 * is random, so no body can contain it. Without digits, it isn't taken for a number that must be kept as written.
 */
const mark = randomUUID().replace(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)));

/** Time series: one row per element of `values`, which are most of a record's bytes. */
export class SeriesRecords {
  private readonly reader: ObjectReader;
  private readonly heads: KnownHeads;
  /** Where the values of the current record start; -1 before they are found. */
  valuesFrom = -1;
  /** Whether the current record begins like one that was read before. */
  isKnown = false;
  /** Offset after the last value read. */
  private valuesTo = 0;
  /** How many values were read, into the rows after the table's last one. */
  private values = 0;
  /** The columns before values of the current record added some; `null` if they didn't. */
  private columnsBefore: FurtherState | null = null;

  constructor(private readonly table: Table) {
    this.reader = new ObjectReader(table, 'values', valueFields);
    this.heads = new KnownHeads(table, varyingHeadFields);
  }

  /**
   * Reads the complete values received so far of the record at `from`, `to` exclusive. Returns the
   * offset after the last one, or -1 if none was read; the next call continues from there.
   */
  readAhead(bytes: Bytes, from: number, to: number): number {
    const { buffer } = bytes;
    if (this.valuesFrom < 0 && !this.begin(bytes, from, to)) return -1;
    this.reader.aimAgain();
    for (;;) {
      let offset = afterSpace(buffer, this.valuesTo);
      if (this.values > 0) {
        if (buffer[offset] !== comma) break;
        offset = afterSpace(buffer, offset + 1);
      }
      const row = this.table.rows + this.values;
      let end = this.reader.read(bytes, offset, to, row);
      if (end < 0 && this.learn(buffer, offset, to)) {
        end = this.reader.read(bytes, offset, to, row);
      }
      if (end < 0) break;
      this.values += 1;
      this.valuesTo = end;
    }
    return this.values > 0 ? this.valuesTo : -1;
  }

  /** Call after the first `bytes` bytes were removed. */
  drop(bytes: number): void {
    if (this.valuesFrom < 0) return;
    this.valuesFrom -= bytes;
    this.valuesTo -= bytes;
  }

  private begin(bytes: Bytes, from: number, to: number): boolean {
    const known = this.heads.findValues(bytes, from, to);
    this.isKnown = known >= 0;
    const valuesFrom = this.isKnown ? known - 1 : this.openingOfValues(bytes.buffer, from, to);
    if (valuesFrom < 0) return false;
    this.valuesFrom = valuesFrom;
    this.valuesTo = valuesFrom + 1;
    this.reader.begin();
    return true;
  }

  /** Learns from a value that isn't written like the previous one. */
  private learn(buffer: Buffer, from: number, to: number): boolean {
    if (this.values > 0 && !this.reader.pays) return false;
    const end = afterNested(buffer, from, to);
    if (end < 0 || end - from > maxHeadBytes) return false;
    this.columnsBefore ??= this.table.furtherState();
    return this.reader.learn(buffer.subarray(from, end));
  }

  /**
   * Adds the complete record between `from` and `to`, whose values were read ahead. Returns false
   * and adds nothing if they are not all written alike, or if `JSON.parse` must read it.
   */
  add(bytes: Bytes, from: number, to: number): boolean {
    const { valuesTo, values, valuesFrom } = this;
    const { buffer } = bytes;
    const end = afterSpace(buffer, valuesTo);
    const isRead = values > 0 && end < to && buffer[end] === closeBracket;
    const place = { from, valuesFrom: valuesFrom + 1, valuesTo: end, to };
    const isAdded = isRead && (this.addKnown(bytes, place) || this.addParsed(bytes, place));
    if (!isAdded) this.forget();
    this.values = 0;
    this.valuesFrom = -1;
    this.columnsBefore = null;
    return isAdded;
  }

  private addKnown(bytes: Bytes, place: HeadPlace): boolean {
    const { table } = this;
    const from = table.rows;
    if (!this.isKnown || !this.heads.fill(bytes, place, from, from + this.values)) return false;
    table.recordStarts.push(from);
    table.rows = from + this.values;
    table.records += 1;
    return true;
  }

  private addParsed(bytes: Bytes, place: HeadPlace): boolean {
    const { table } = this;
    const { from, valuesFrom, valuesTo, to } = place;
    const head = this.headOf(bytes.buffer.subarray(from, valuesFrom), bytes.buffer.subarray(valuesTo, to));
    if (head === null) return false;
    const row = table.rows;
    const misfits = table.misfits.count;
    const columns = addSeriesHead(table, head, row + this.values);
    // What isn't in a column has to be found in each record.
    if (table.misfits.count === misfits) this.heads.learn(bytes, place, columns, row);
    return true;
  }

  /** Discards the values read ahead of a record that isn't added here, with the columns they added. */
  forget(): void {
    const { columnsBefore, reader, table } = this;
    if (this.values > 0) reader.clear(table.rows, table.rows + this.values);
    if (columnsBefore !== null) {
      table.restoreFurther(columnsBefore);
      reader.forgetFurther();
    }
    this.values = 0;
    this.valuesFrom = -1;
    this.columnsBefore = null;
  }

  /** Offset of the bracket after the first `"values":`; -1 if it isn't there, or is inside another value. */
  private openingOfValues(buffer: Buffer, from: number, to: number): number {
    const found = buffer.subarray(from, Math.min(to, from + maxHeadBytes)).indexOf(key);
    if (found < 0 || !isInRecord(buffer, from, from + found)) return -1;
    let offset = afterSpace(buffer, from + found + key.length);
    if (buffer[offset] !== colon) return -1;
    offset = afterSpace(buffer, offset + 1);
    // Bytes after `to` are left over from records that were read before.
    return offset < to && buffer[offset] === openBracket ? offset : -1;
  }

  /** The record without its values; `null` if it isn't valid JSON, has a field twice, or has its values elsewhere. */
  private headOf(before: Buffer, after: Buffer): Record<string, unknown> | null {
    if (!isUtf8(before) || !isUtf8(after)) return null;
    const head = parsedExactly(`${before.toString('utf8')}"${mark}"${after.toString('utf8')}`);
    const values = isObject(head) && Object.hasOwn(head, 'values') ? head.values : null;
    const isRead = isObject(head) && Array.isArray(values) && values[0] === mark;
    return isRead && !hasRepeatedField(head, before, after) ? head : null;
  }
}

/** Whether `offset` is between the fields of the record that follows `from`. */
function isInRecord(bytes: Buffer, from: number, offset: number): boolean {
  const scanner = new ElementScanner();
  scanner.skipTo(from, [closeBracket]);
  scanner.scan(bytes, offset, true);
  return scanner.isBetweenValues(2);
}
