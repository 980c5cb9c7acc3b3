import { describe, expect, it } from 'vitest';
import { encodings, pageHeader } from '#src/exports/parquet/metadata';
import { TextColumn } from '#src/table/columns/columns';
import { decompressed } from '#src/results/thread/parquet/decompress';
import { fillColumn } from '#src/results/thread/parquet/fillColumn';
import { areReadable } from '#src/results/thread/parquet/parquetLimits';
import { pagesOf } from '#src/results/thread/parquet/readPages';
import { PageMemory } from '#src/results/thread/parquet/pageValues';

const rows = 4;
/** Definition levels: a run of four nulls. */
const nulls = [rows << 1, 0];
/** Definition levels: a run of four values. */
const values = [rows << 1, 1];

/** A page of the second version, which declares that there is nothing after its levels. */
function emptyPage(levels: readonly number[], stored: Uint8Array, encoding: number): Buffer {
  const zigzag = (value: number): number[] => {
    const doubled = value * 2;
    return doubled < 128 ? [doubled] : [(doubled & 127) | 128, doubled >> 7];
  };
  /** A field of Thrift's compact protocol that follows the previous one, as a 32-bit integer. */
  const integers = (...fields: number[]) => fields.flatMap((value) => [0x15, ...zigzag(value)]);
  const secondVersion = 3;
  return Buffer.from([
    ...integers(secondVersion, levels.length, levels.length + stored.length),
    0x5c, // field 8: the header of the second version
    ...integers(rows, rows, rows, encoding, levels.length, 0),
    0,
    0,
    ...levels,
    ...stored,
  ]);
}

/** Reads the pages of a column of texts with four rows. */
async function textsIn(bytes: Buffer): Promise<(string | null)[]> {
  const chunk = { codec: 'BROTLI', start: 0, stored: bytes.length, size: 1e9, hasDictionary: false } as const;
  const pages = pagesOf(bytes, chunk, rows, false);
  const bodies = await decompressed(pages.map((page) => ({ page, codec: chunk.codec })));
  const column = new TextColumn('id', 'id');
  const source = { key: 'id', type: 'BYTE_ARRAY (STRING)', kind: 'text', isOptional: true } as const;
  fillColumn(column, 0, source, pages, bodies, new PageMemory());
  return Array.from({ length: rows }, (_, row) => column.text(row));
}

describe('pages that declare no bytes', () => {
  it('may be stored without any, which no compression can read', async () => {
    const page = emptyPage(nulls, new Uint8Array(), encodings.plain);
    expect(await textsIn(page)).toEqual([null, null, null, null]);
  });

  it('are rejected if they have bytes, whatever these bytes would decompress to', async () => {
    // Compressed, it ends with its first byte. As it is stored, that byte is a width, and a run of 2^30 values
    // follows.
    const page = Uint8Array.from([6, 0x80, 0x80, 0x80, 0x80, 0x08, 1]);
    await expect(textsIn(emptyPage(values, page, encodings.rleDictionary))).rejects.toThrow('page length');
  });
});

describe('pages that declare more bytes than they can have', () => {
  /** A plain page of the first version that declares this size after decompression. */
  const declaring = (size: number, pageRows = rows) => {
    const page = { bytes: Buffer.alloc(size), rows: pageRows, encoding: encodings.plain };
    const stored = Uint8Array.of(0);
    return [pageHeader({ ...page, isDictionary: false }, stored), stored];
  };

  it.each([
    ['one', declaring(65 * 1024 ** 2)],
    ['together', Array.from({ length: rows }, () => declaring(20 * 1024 ** 2, 1)).flat()],
  ])("aren't decompressed: %s", (_, pages) => {
    const bytes = Buffer.concat(pages);
    const chunk = { codec: 'GZIP', start: 0, stored: bytes.length, size: 1e9, hasDictionary: false } as const;
    expect(() => pagesOf(bytes, chunk, rows, false)).toThrow('size');
  });

  it("aren't read at all if the columns of a file together have them", () => {
    const chunk = { stored: 1e5, size: 6e7 };
    expect(areReadable([chunk], 1e5)).toBe(true);
    // A few bytes at the end of a file can place many columns where the same bytes are.
    expect(areReadable([chunk, { stored: 1, size: 6e7 }], 1e5)).toBe(false);
    expect(areReadable([chunk, { stored: 1, size: 1 }], 1e5)).toBe(false);
  });
});
