import { rowAt, rowCount, type ExportSource } from '../../exports/exportSource';
import { exactJson } from '../../exports/exactCell';
import { NumericColumn, TextColumn, type TableColumn } from '../../table/columns/columns';
import { parseExactly } from '../../table/columns/numberText';
import type { Sliced } from '../../table/columns/slices';
import { leftOut } from './rowsFingerprint';

/** The constants of MurmurHash3, one for each of the 32-bit words of a hash, and what each of its steps adds. */
const constants = Int32Array.of(0x239b961b, 0xab0e9789, 0x38b34ae5, 0xa1e38b93);
const added = 0x561ccd1b;
const words = 4;

/** What is hashed before a value, because `"1"` isn't `1`. */
const [ofText, ofNumber, ofJson] = [1, 2, 3] as const;

/** How many rows are hashed in a few milliseconds at most. */
const rowsAtOnce = 1 << 12;

const double = new Float64Array(1);
const halves = new Int32Array(double.buffer);

/**
 * The hash of rows without the times at which they were made, whichever of the tables they're in. It's a sum of
 * the hashes of rows, so their order doesn't matter, and nothing is sorted; each is made of the sum of the hashes
 * of its values that aren't null, with their columns' keys. Two days differ if their rows as NDJSON do: by chance,
 * one in 2^128 wouldn't.
 */
export function* rowsHash(tables: readonly Pick<ExportSource, 'table' | 'rows'>[]): Sliced<string> {
  const total = new Uint32Array(words);
  for (const { table, rows } of tables) {
    const count = rowCount({ table, rows });
    const sums = new Int32Array(count * words);
    for (const column of table.columns) {
      const isEmpty = column.isNull(0) && column.isConstant(table.rows);
      if (!isEmpty && !leftOut.has(column.key)) yield* addCells(sums, column, rows, count);
    }
    for (let at = 0; at < sums.length; at += 1) {
      const word = at % words;
      total[word] = (total[word] as number) + ended((sums[at] as number) + (constants[word] as number));
    }
  }
  return `v2:${Buffer.from(total.buffer).toString('hex')}`;
}

/** Adds the hash of each cell of the column to the sum of its row. */
function* addCells(
  sums: Int32Array,
  column: TableColumn,
  rows: ExportSource['rows'],
  count: number,
): Sliced<void> {
  const cell = new CellHash(column.key);
  const known = column instanceof TextColumn ? entryHashes(column, cell) : undefined;
  for (let index = 0; index < count; index += 1) {
    const row = rowAt(rows, index);
    if (known && column instanceof TextColumn) add(sums, index, known, column.code(row));
    else if (cell.read(column, row)) add(sums, index, cell.hash, 0);
    if (index % rowsAtOnce === 0) yield;
  }
}

function add(sums: Int32Array, row: number, hashes: Int32Array, index: number): void {
  for (let word = 0; word < words; word += 1) {
    const at = row * words + word;
    sums[at] = (sums[at] as number) + (hashes[index * words + word] as number);
  }
}

/** The hashes of a column's texts by code, with 0 for null; `undefined` if there are too many, or other values. */
function entryHashes({ entries, hasJson }: TextColumn, cell: CellHash): Int32Array | undefined {
  if (hasJson || !entries.distinct) return undefined;
  const hashes = new Int32Array(entries.count * words);
  for (let code = 1; code < entries.count; code += 1) {
    entries.read(code, cell);
    hashes.set(cell.hash, code * words);
  }
  return hashes;
}

/** The hash of a cell with its column's key: of what is the same JSON, the same, whatever the column's type. */
class CellHash {
  readonly hash = new Int32Array(words);
  private readonly ofKey = new Int32Array(words);
  /** The number that was hashed last, with its decimals: neighbors often have the same. */
  private last = Number.NaN;
  private lastDecimals: number | null = null;

  constructor(key: string) {
    this.text(key);
    this.ofKey.set(this.hash);
  }

  /** Returns false if the cell is null. */
  read(column: TableColumn, row: number): boolean {
    if (column.kind === 'numeric' && column.exact.size === 0) {
      const value = column.value(row);
      if (!Number.isNaN(value)) this.number(value, column.writtenDecimals(row));
      return !Number.isNaN(value);
    }
    if (column.isNull(row)) return false;
    if (column.kind === 'text') {
      const code = column.code(row);
      if (column.isJson(row)) this.json(column.entries.text(code));
      else column.entries.read(code, this);
      return true;
    }
    const exact = exactJson(column, row);
    if (exact !== undefined) this.json(exact);
    else if (column.kind === 'boolean') this.json(column.code(row) === 2 ? 'true' : 'false');
    else this.number(column.value(row), column.writtenDecimals(row));
    return true;
  }

  /** Hashes the text whose UTF-8 is in the bytes `from` to `to` (exclusive). */
  bytes(bytes: Buffer, from: number, to: number): void {
    this.start(ofText);
    this.takeBytes(bytes, from, to);
  }

  text(text: string): void {
    // Lone surrogates have no UTF-8.
    const bytes = Buffer.from(text, text.isWellFormed() ? 'utf8' : 'utf16le');
    this.bytes(bytes, 0, bytes.length);
  }

  private json(json: string): void {
    if (json.startsWith('"')) {
      this.text(JSON.parse(json) as string);
      return;
    }
    if (/^[-\d]/.test(json)) {
      const column = new NumericColumn('', '', 'number');
      column.set(0, parseExactly(json));
      if (column.exact.size === 0) {
        this.number(column.value(0), column.writtenDecimals(0));
        return;
      }
    }
    const bytes = Buffer.from(json);
    this.start(ofJson);
    this.takeBytes(bytes, 0, bytes.length);
  }

  private number(value: number, decimals: number | null): void {
    if (value === this.last && decimals === this.lastDecimals && value !== 0) return;
    this.start(ofNumber);
    this.last = value;
    this.lastDecimals = decimals;
    double[0] = value;
    this.take(halves[0] as number);
    this.take(halves[1] as number);
    if (decimals !== null) this.take(decimals);
  }

  private start(kind: number): void {
    const { hash, ofKey } = this;
    for (let word = 0; word < words; word += 1) hash[word] = ofKey[word] as number;
    this.last = Number.NaN;
    this.take(kind);
  }

  private takeBytes(bytes: Buffer, from: number, to: number): void {
    for (let at = from; at < to; at += 4) {
      let word = 0;
      const end = Math.min(to, at + 4);
      for (let byte = at; byte < end; byte += 1) word = (word << 8) | (bytes[byte] as number);
      this.take(word);
    }
    this.take(to - from);
  }

  private take(taken: number): void {
    const { hash } = this;
    for (let word = 0; word < words; word += 1) {
      const mixed = Math.imul(taken, constants[word] as number);
      const turned = Math.imul((mixed << 15) | (mixed >>> 17), constants[(word + 1) % words] as number);
      const now = (hash[word] as number) ^ turned;
      hash[word] = (Math.imul((now << 13) | (now >>> 19), 5) + added) | 0;
    }
  }
}

/** The last step of MurmurHash3, after which each bit depends on all bits. */
function ended(word: number): number {
  const once = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return twice ^ (twice >>> 16);
}
