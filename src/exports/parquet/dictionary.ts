import type { TextColumn } from '../../table/columns/columns';
import { segmentBits, segmentMask } from '../../table/columns/segments';

/** The distinct texts of a column within one row group. */
export interface Dictionary {
  /** Codes of the column, in the dictionary's order. */
  readonly codes: readonly number[];
  /** Place in the dictionary by code of the column. */
  readonly indexOf: Uint32Array;
}

/** Above it a dictionary saves little, and readers hold all of it. */
const mostTexts = 1 << 14;
const mostBytes = 1 << 18;

/** The dictionary of the rows before `to`; none where it would not pay: many distinct texts, or nothing but null. */
export function dictionaryOf(column: TextColumn, from: number, to: number): Dictionary | undefined {
  const codes: number[] = [];
  const placeOf = new Uint32Array(column.entryCount);
  const { segments } = column;
  let characters = 0;
  for (let row = from; row < to; row += 1) {
    const code = segments[row >>> segmentBits]?.[row & segmentMask] ?? 0;
    if (code === 0 || (placeOf[code] as number) > 0 || code === codes[0]) continue;
    placeOf[code] = codes.length;
    codes.push(code);
    characters += column.entryBytes(code).length;
    if (codes.length > mostTexts || characters > mostBytes) return undefined;
  }
  return codes.length === 0 || codes.length > (to - from) / 2 ? undefined : { codes, indexOf };
}

/** The texts as they stand in a dictionary page. */
export function dictionaryPage(column: TextColumn, { codes }: Dictionary): Buffer {
  return Buffer.concat(
    codes.flatMap((code) => {
      const text = column.entryBytes(code);
      const length = Buffer.alloc(4);
      length.writeUInt32LE(text.length);
      return [length, text];
    }),
  );
}
