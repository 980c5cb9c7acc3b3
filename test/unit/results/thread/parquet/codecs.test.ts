import { randomBytes } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageBytes } from '#src/results/thread/parquet/codecs';
import { propertyRuns } from '#test/unit/propertyRuns';

describe('a compressed page', () => {
  const bytes = randomBytes(500);

  it.each([
    ['GZIP', gzipSync(bytes)],
    ['BROTLI', brotliCompressSync(bytes)],
    ['UNCOMPRESSED', bytes],
  ] as const)('has exactly the bytes that it declares: %s', (codec, compressed) => {
    expect(pageBytes(compressed, bytes.length, codec)).toEqual(bytes);
    expect(() => pageBytes(compressed, bytes.length - 1, codec)).toThrow();
    expect(() => pageBytes(compressed, bytes.length + 1, codec)).toThrow();
  });

  it('ends, even if a length in Snappy leads back to where it began', () => {
    // Eight bytes; a literal whose length in four bytes would be negative as a signed number.
    const page = Buffer.from([8, 0xfc, 0xfa, 0xff, 0xff, 0xff, 0, 0, 0, 0]);
    expect(() => pageBytes(page, 8, 'SNAPPY')).toThrow('snappy');
  });

  it('of any bytes ends, and gives as many as declared or an error', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), fc.nat(200), (page, size) => {
        try {
          expect(pageBytes(Buffer.from(page), size, 'SNAPPY')).toHaveLength(size);
        } catch (error) {
          expect(String(error)).toMatch('snappy');
        }
      }),
      { numRuns: propertyRuns(2000, 100_000) },
    );
  });
});
