import { NumericColumn, TextColumn, type TableColumn } from '../columns/columns';
import { withView, type Bytes } from '../columns/pendingBytes';
import type { Table } from '../columns/table';
import { openBrace } from './jsonBytes';
import { membersInBytes } from './objectLayout';
import { PlainNumber } from './plainNumber';
import { longestTime, TimeBytes } from './timeBytes';

/** More than delivery areas of the largest query, in a few versions. */
const mostHeads = 64;
/** Heads are no longer compared after this many unknown ones, plus one for this many known ones. */
const missesAllowed = 2 * mostHeads;
const missesPer = 8;

/** Where the parts of a record before and after its values are, in bytes. */
export interface HeadPlace {
  readonly from: number;
  /** After the opening bracket of the values. */
  readonly valuesFrom: number;
  /** At their closing bracket. */
  readonly valuesTo: number;
  readonly to: number;
}

/** A field whose value differs in heads that are equal otherwise. */
interface Varying {
  readonly name: string;
  readonly column: NumericColumn;
  /** The value that was read last, alone. */
  readonly value: Float64Array;
}

/** Bytes that are the same in every such head, and the field whose value follows, if one does. */
interface Piece {
  readonly literal: Buffer;
  readonly varying: Varying | undefined;
}

/** Where such a value is. */
interface Varied {
  readonly varying: Varying;
  readonly from: number;
  readonly to: number;
}

/** What is written around the values, and what it gives in each row. */
interface Head {
  readonly before: readonly Piece[];
  readonly after: readonly Piece[];
  readonly texts: readonly (readonly [TextColumn, code: number])[];
  readonly numbers: readonly (readonly [NumericColumn, value: number])[];
  readonly varying: readonly Varying[];
}

/**
 * The heads of series (everything but their values) that were read before. Most heads differ from one of these only in
 * times, so comparing bytes replaces parsing. Whatever is uncertain is left to `JSON.parse`.
 */
export class KnownHeads {
  private readonly heads: Head[] = [];
  /** Index of the head that was found last: the next one is mostly the same, or was learned after it. */
  private current = 0;
  private hits = 0;
  private misses = 0;
  private readonly varying: readonly Varying[];
  private readonly times = new TimeBytes();
  private readonly numbers = new PlainNumber();

  /** `varying` maps the fields that differ to the keys of their columns, which contain times or numbers. */
  constructor(table: Table, varying: Readonly<Record<string, string>>) {
    this.varying = Object.entries(varying).flatMap(([name, key]) => {
      const column = table.column(key);
      return column instanceof NumericColumn ? [{ name, column, value: new Float64Array(1) }] : [];
    });
  }

  /** Offset after the opening bracket of the values of the record at `from`; -1 if it doesn't begin like a known one. */
  findValues(bytes: Bytes, from: number, to: number): number {
    return this.find(({ before }) => this.match(before, bytes, from, to));
  }

  /**
   * Fills rows `row` to `rowsTo` (exclusive) of the columns of a known head. Call after `findValues` has found how it
   * begins. Returns false and fills nothing if it's unknown.
   */
  fill(bytes: Bytes, place: HeadPlace, row: number, rowsTo: number): boolean {
    const { from, valuesFrom, valuesTo, to } = place;
    const endsLike = ({ after }: Head) => this.match(after, bytes, valuesTo, to) === to;
    const found = this.heads[this.current];
    if (found === undefined) return false;
    if (!endsLike(found)) {
      // Another one may begin alike.
      const isLike = (head: Head) =>
        this.match(head.before, bytes, from, to) === valuesFrom && endsLike(head);
      if (this.find((head) => (isLike(head) ? to : -1)) < 0) return false;
    }
    const head = this.heads[this.current] as Head;
    this.hits += 1;
    for (const [column, code] of head.texts) column.rows.note(row, rowsTo, code);
    for (const [column, value] of head.numbers) column.rows.note(row, rowsTo, value);
    for (const { column, value } of head.varying) column.rows.note(row, rowsTo, value[0] as number);
    return true;
  }

  /** Learns from the head of the record that gave the `row` and these columns' values in it. */
  learn({ buffer }: Bytes, place: HeadPlace, columns: readonly TableColumn[], row: number): void {
    this.misses += 1;
    const head = this.pays ? this.headOf(buffer, place, columns, row) : null;
    if (head === null) return;
    if (this.heads.length === mostHeads) this.heads.shift();
    this.current = this.heads.push(head) - 1;
  }

  private get pays(): boolean {
    return this.misses <= missesAllowed + this.hits / missesPer;
  }

  /** The first offset that isn't negative, which makes its head the current one; otherwise -1. */
  private find(offsetAfter: (head: Head) => number): number {
    const { heads } = this;
    if (!this.pays) return -1;
    for (let turn = 0; turn < heads.length; turn += 1) {
      const index = (this.current + turn) % heads.length;
      const offset = offsetAfter(heads[index] as Head);
      if (offset < 0) continue;
      this.current = index;
      return offset;
    }
    return -1;
  }

  /** Offset after the pieces at `from`; -1 if they aren't there. */
  private match(pieces: readonly Piece[], bytes: Bytes, from: number, to: number): number {
    let offset = from;
    for (const { literal, varying } of pieces) {
      const end = offset + literal.length;
      if (end > to || bytes.buffer.compare(literal, 0, literal.length, offset, end) !== 0) return -1;
      offset = varying ? this.readValue(varying, bytes, end, to) : end;
      if (offset < 0) return -1;
    }
    return offset;
  }

  /** Reads the value at `at`. Returns the offset after it, or -1 if it isn't written as usual. */
  private readValue(varying: Varying, bytes: Bytes, at: number, to: number): number {
    const { numbers, times } = this;
    if (varying.column.type === 'time') {
      return at + longestTime <= to && times.read(bytes, at, varying.value, 0) ? times.end : -1;
    }
    const value = numbers.read(bytes.buffer, at);
    varying.value[0] = value;
    return Number.isNaN(value) || numbers.decimals > 0 ? -1 : numbers.end;
  }

  /** `null` if a column has more in the row than a number, or a code that may change. */
  private headOf(
    buffer: Buffer,
    { from, valuesFrom, valuesTo, to }: HeadPlace,
    columns: readonly TableColumn[],
    row: number,
  ): Head | null {
    const before = buffer.subarray(from, valuesFrom);
    const bytes = withView(Buffer.concat([before, buffer.subarray(valuesTo, to)]));
    const varied = this.variedIn(bytes);
    const texts: [TextColumn, number][] = [];
    const numbers: [NumericColumn, number][] = [];
    for (const column of columns) {
      if (column instanceof TextColumn && column.entries.distinct && !column.isJson(row)) {
        texts.push([column, column.code(row)]);
      } else if (column instanceof NumericColumn && column.isPlain(row)) {
        if (!varied.some(({ varying }) => varying.column === column))
          numbers.push([column, column.value(row)]);
      } else return null;
    }
    return {
      before: piecesOf(bytes.buffer, varied, 0, before.length),
      after: piecesOf(bytes.buffer, varied, before.length, bytes.buffer.length),
      texts,
      numbers,
      varying: varied.map(({ varying }) => varying),
    };
  }

  /** The varying values in a record without its values, in the order written. */
  private variedIn(record: Bytes): Varied[] {
    const { buffer } = record;
    const start = buffer.indexOf(openBrace);
    return (membersInBytes(buffer.subarray(start)) ?? []).flatMap(({ name, valueFrom, valueTo }) => {
      const varying = this.varying.find((each) => each.name === name);
      const [from, to] = [start + valueFrom, start + valueTo];
      const isUsual = varying && this.readValue(varying, record, from, buffer.length) === to;
      return isUsual ? [{ varying, from, to }] : [];
    });
  }
}

/** The bytes `from` to `to` (exclusive), divided where a value varies. */
function piecesOf(bytes: Buffer, varied: readonly Varied[], from: number, to: number): Piece[] {
  const pieces: Piece[] = [];
  let at = from;
  for (const each of varied) {
    if (each.from < from || each.to > to) continue;
    pieces.push({ literal: bytes.subarray(at, each.from), varying: each.varying });
    at = each.to;
  }
  return [...pieces, { literal: bytes.subarray(at, to), varying: undefined }];
}
