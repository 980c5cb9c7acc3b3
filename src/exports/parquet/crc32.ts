import * as zlib from 'node:zlib';

/** Node has this since version 20.15. */
const native: unknown = Reflect.get(zlib, 'crc32');
type Crc32 = (bytes: Uint8Array, before?: number) => number;
const isCrc32 = (value: unknown): value is Crc32 => typeof value === 'function';

const remainders = Int32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit += 1) rest = (rest & 1) === 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  return rest;
});

/** The same in JavaScript, for older versions of Node. */
export const crc32InScript: Crc32 = (bytes, before = 0) => {
  let rest = ~before;
  for (const byte of bytes) rest = (rest >>> 8) ^ (remainders[(rest ^ byte) & 255] as number);
  return ~rest >>> 0;
};

/** The checksum that Parquet uses. `before` is that of the bytes before these. */
export const crc32: Crc32 = isCrc32(native) ? native : crc32InScript;
