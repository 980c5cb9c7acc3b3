/**
 * Texts of a column as UTF-8, written directly into a block: most of them don't have to become strings or be
 * escaped.
 */
import type { TextColumn } from '../table/columns/columns';
import type { EntryReader } from '../table/columns/text/textMatch';
import { stamps, type Block, type Stamps } from './block';

/** The characters that need no escaping in a format. */
export interface PlainCharacters {
  /**
   * 1 for each ASCII character that needs no escaping in any text; for a text's first character,
   * `plainFirst` applies as well.
   */
  readonly plain: Uint8Array;
  readonly plainFirst: Uint8Array;
}

/** 1 for each ASCII character that matches none of the patterns. */
export const charactersBut = (...patterns: readonly RegExp[]): Uint8Array =>
  Uint8Array.from({ length: 128 }, (_, code) =>
    patterns.some((pattern) => pattern.test(String.fromCharCode(code))) ? 0 : 1,
  );

/** Above these limits, a column's texts are encoded again for each row. */
const mostTexts = 1 << 16;
const mostCharacters = 1 << 21;

/** Encoded cells of a column by code, with null at 0; `undefined` if there are too many. */
export function encodedTexts(
  column: TextColumn,
  encode: (text: string, code: number) => string,
): Stamps | undefined {
  // If codes aren't distinct, a chart may renumber them while the export waits for its file.
  if (!column.entries.distinct || column.entries.count > mostTexts) return undefined;
  const cells: string[] = [];
  let characters = 0;
  for (let code = 0; code < column.entries.count; code += 1) {
    const cell = encode(column.entries.text(code), code);
    characters += cell.length;
    if (characters > mostCharacters) return undefined;
    cells.push(cell);
  }
  return stamps(cells);
}

/** Copies texts that need no escaping to `at`. Returns the end of each, or -1 if a text needs escaping. */
export function plainCopy(
  { plain, plainFirst }: PlainCharacters,
  block: Block,
): { at: number; read: EntryReader<number> } {
  const copy = {
    at: 0,
    read: (source: Buffer, from: number, to: number) => {
      if (from === to || plainFirst[source[from] as number] !== 1) return -1;
      block.reserve(copy.at, to - from);
      const target = block.bytes;
      const shift = copy.at - from;
      for (let i = from; i < to; i += 1) {
        const byte = source[i] as number;
        if (plain[byte] !== 1) return -1;
        target[i + shift] = byte;
      }
      return to + shift;
    },
  };
  return copy;
}
