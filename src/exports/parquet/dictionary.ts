import type { TextColumn } from '../../table/columns/columns';
import { rowAt, type ExportSource } from '../exportSource';

/** The distinct texts of a column within one row group; valid until the next dictionary is made. */
export interface Dictionary {
  /** Codes of the column's texts, in dictionary order. */
  readonly codes: readonly number[];
  /** Index in the dictionary, by the column's code. */
  readonly indexByCode: Uint32Array;
}

/** Above these limits, a dictionary saves little, and readers keep all of it in memory. */
const mostTexts = 1 << 14;
const mostBytes = 1 << 18;

/** Makes one dictionary after another in the same memory: four bytes for each text of the largest column. */
export class Dictionaries {
  private readonly indexByCode: Uint32Array;
  private codes: number[] = [];

  constructor(columns: readonly TextColumn[]) {
    this.indexByCode = new Uint32Array(Math.max(0, ...columns.map(({ entries }) => entries.count)));
  }

  /**
   * The dictionary of the rows with indexes `from` to `to` (exclusive). `undefined` if it would not pay off,
   * because there are many distinct texts, or only null.
   */
  of(column: TextColumn, rows: ExportSource['rows'], from: number, to: number): Dictionary | undefined {
    const { indexByCode } = this;
    for (const code of this.codes) indexByCode[code] = 0;
    const codes: number[] = (this.codes = []);
    let characters = 0;
    for (let index = from; index < to; index += 1) {
      const code = column.code(rowAt(rows, index));
      if (code === 0 || (indexByCode[code] as number) > 0 || code === codes[0]) continue;
      indexByCode[code] = codes.length;
      codes.push(code);
      characters += column.entries.bytesOf(code).length;
      if (codes.length > mostTexts || characters > mostBytes) return undefined;
    }
    return codes.length === 0 || codes.length > (to - from) / 2 ? undefined : { codes, indexByCode };
  }
}

/** The texts in the format of a dictionary page. */
export function dictionaryPage(column: TextColumn, { codes }: Dictionary): Buffer {
  return Buffer.concat(
    codes.flatMap((code) => {
      const text = column.entries.bytesOf(code);
      const length = Buffer.alloc(4);
      length.writeUInt32LE(text.length);
      return [length, text];
    }),
  );
}
