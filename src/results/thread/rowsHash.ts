import { exactJson } from '../../exports/exactCell';
import { rowAt, rowCount, type ExportSource } from '../../exports/exportSource';
import type { TableColumn } from '../../table/columns/columns';
import type { Sliced } from '../../table/columns/slices';
import { leftOut } from './rowsFingerprint';

/** A hash has four words of 32 bits, each with a multiplier of its own (those of MurmurHash3). */
const words = 4;
const multipliers = Int32Array.of(0x239b961b, 0xab0e9789, 0x38b34ae5, 0xa1e38b93);

/** How many rows are hashed in a few milliseconds at most. */
const rowsAtOnce = 1 << 12;

const double = Buffer.alloc(8);

/**
 * The hash of rows, in whichever tables and order they are, without the times at which they were made. It adds up
 * the hashes of rows, so nothing is sorted; a row's is mixed from the sum of those of its values other than null,
 * each with its column's key. It's no protection against somebody who makes up rows with the same hash, but by
 * chance, different rows never have it.
 */
export function* rowsHash(tables: readonly Pick<ExportSource, 'table' | 'rows'>[]): Sliced<string> {
  const total = new Int32Array(words);
  for (const { table, rows } of tables) {
    const sums = new Int32Array(rowCount({ table, rows }) * words);
    for (const column of table.columns) {
      const isEmpty = column.isNull(0) && column.isConstant(table.rows);
      if (!isEmpty && !leftOut.has(column.key)) yield* addColumn(sums, column, rows);
    }
    for (let at = 0; at < sums.length; at += 1) {
      const multiplier = multipliers[at % words] as number;
      total[at % words] = (total[at % words] as number) + mixed((sums[at] as number) + multiplier);
    }
  }
  return `v2:${Buffer.from(total.buffer).toString('hex')}`;
}

/** Adds the hash of each of the column's values to the sum of its row. */
function* addColumn(sums: Int32Array, column: TableColumn, rows: ExportSource['rows']): Sliced<void> {
  const cell = new CellHash(column.key);
  const isCoded = column.type === 'text' && column.entries.distinct && !column.hasJson;
  const known = new Int32Array(isCoded ? column.entries.count * words : 0);
  for (let code = 1; isCoded && code < column.entries.count; code += 1) {
    column.entries.read(code, cell.bytes);
    known.set(cell.hash, code * words);
  }
  for (let at = 0; at < sums.length; at += words) {
    const row = rowAt(rows, at / words);
    if (isCoded) add(sums, at, known, column.code(row) * words);
    else if (cell.take(column, row)) add(sums, at, cell.hash, 0);
    if (at % (words * rowsAtOnce) === 0) yield;
  }
}

function add(sums: Int32Array, at: number, hashes: Int32Array, from: number): void {
  for (let word = 0; word < words; word += 1) {
    sums[at + word] = (sums[at + word] as number) + (hashes[from + word] as number);
  }
}

/** The hash of a value with its column's key: of the same JSON, the same, whatever the type of the column. */
class CellHash {
  readonly hash = new Int32Array(words);
  private readonly ofKey = new Int32Array(words);
  /** Hashes the bytes of a text. */
  readonly bytes = (bytes: Buffer, from: number, to: number) => this.add(bytes, from, to, 't');

  constructor(key: string) {
    this.text(key);
    this.ofKey.set(this.hash);
  }

  /** Returns false for null. */
  take(column: TableColumn, row: number): boolean {
    if (column.isNull(row)) return false;
    if (column.kind === 'text') {
      if (column.type === 'text' && !column.isJson(row)) column.entries.read(column.code(row), this.bytes);
      else this.json(column.jsonText(row));
      return true;
    }
    const exact = column.exact.size === 0 ? undefined : exactJson(column, row);
    if (exact !== undefined) this.json(exact);
    else if (column.writtenDecimals(row) === null) this.number(column.value(row));
    else this.json(column.text(row) ?? '');
    return true;
  }

  text(text: string): void {
    // Lone surrogates have no UTF-8.
    const bytes = Buffer.from(text, text.isWellFormed() ? 'utf8' : 'utf16le');
    this.bytes(bytes, 0, bytes.length);
  }

  private json(json: string): void {
    const bytes = Buffer.from(json);
    if (json.startsWith('"')) this.text(JSON.parse(json) as string);
    else if (String(Number(json)) === json) this.number(Number(json));
    else this.add(bytes, 0, bytes.length, 'j');
  }

  private number(value: number): void {
    double.writeDoubleLE(value);
    this.add(double, 0, double.length, 'n');
  }

  private add(bytes: Buffer, from: number, to: number, kind: string): void {
    for (let word = 0; word < words; word += 1) {
      const multiplier = multipliers[word] as number;
      let hash = Math.imul((this.ofKey[word] as number) ^ kind.charCodeAt(0), multiplier);
      for (let at = from; at < to; at += 1) {
        hash = Math.imul(hash ^ (bytes[at] as number), multiplier);
        hash ^= hash >>> 15;
      }
      this.hash[word] = mixed(hash);
    }
  }
}

/** MurmurHash3's last step, after which each bit depends on all others. */
function mixed(word: number): number {
  const once = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return twice ^ (twice >>> 16);
}
