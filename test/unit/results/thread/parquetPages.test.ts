import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { pageHeader } from '../../../../src/exports/parquet/metadata';
import { checkPages } from '../../../../src/results/thread/range/parquetPages';

const rows = 4;
/** Definition levels: a run of four nulls. */
const levels = [rows << 1, 0];
const encodings = { plain: 0, dictionary: 8 };

/** A page of the second version without values, which declares that there is nothing after its levels. */
function emptyPage(stored: Uint8Array, encoding: number): Uint8Array {
  const zigzag = (value: number): number[] => {
    const doubled = value * 2;
    return doubled < 128 ? [doubled] : [(doubled & 127) | 128, doubled >> 7];
  };
  /** A field of Thrift's compact protocol that follows the previous one, as a 32-bit integer. */
  const integers = (...values: number[]) => values.flatMap((value) => [0x15, ...zigzag(value)]);
  const secondVersion = 3;
  return Uint8Array.from([
    ...integers(secondVersion, levels.length, levels.length + stored.length),
    0x5c, // field 8: the header of the second version
    ...integers(rows, rows, rows, encoding, levels.length, 0),
    0,
    0,
    ...levels,
    ...stored,
  ]);
}

const of = {
  rows,
  isOptional: true,
  isBoolean: false,
  decompress: (bytes: Uint8Array) => brotliDecompressSync(bytes, { maxOutputLength: 1 }),
};

describe('pages that declare no bytes', () => {
  it('may be stored without any, which no compression can read', () => {
    expect(() => checkPages(emptyPage(new Uint8Array(), encodings.plain), of)).not.toThrow();
  });

  it('are checked as they are stored, because the reader does not decompress them', () => {
    // Compressed, it ends with its first byte. As it is stored, that byte is a width, and a run of 2^30 values
    // follows.
    const page = Uint8Array.from([6, 0x80, 0x80, 0x80, 0x80, 0x08, 1]);
    expect(of.decompress(page)).toHaveLength(0);
    expect(() => checkPages(emptyPage(page, encodings.dictionary), of)).toThrow('run');
  });
});

describe('pages that declare more bytes than they can have', () => {
  /** A plain page of the first version that declares this size after decompression. */
  const declaring = (size: number, pageRows = rows) => {
    const page = { bytes: Buffer.alloc(size), rows: pageRows, encoding: encodings.plain };
    const stored = Uint8Array.of(0);
    return [pageHeader({ ...page, isDictionary: false }, stored), stored];
  };
  const refused = (pages: Uint8Array[]) => {
    const decompress = vi.fn(() => new Uint8Array(64));
    expect(() => checkPages(Buffer.concat(pages), { ...of, decompress })).toThrow('size');
    expect(decompress).not.toHaveBeenCalled();
  };

  it('are not decompressed', () => {
    refused(declaring(65 * 1024 ** 2));
  });

  it('are not decompressed if they do so together, not even the first', () => {
    refused(Array.from({ length: rows }, () => declaring(20 * 1024 ** 2, 1)).flat());
  });
});
