import { varint } from './thrift';

/** Small whole numbers as bits, lowest first, padded to whole groups of eight numbers. */
export function packBits(values: Uint32Array, count: number, width: number): Buffer {
  const packed = Buffer.alloc(Math.ceil(count / 8) * width);
  let at = 0;
  let bits = 0;
  let held = 0;
  for (let i = 0; i < count; i += 1) {
    bits |= (values[i] as number) << held;
    held += width;
    while (held >= 8) {
      packed[at++] = bits & 255;
      bits >>>= 8;
      held -= 8;
    }
  }
  if (held > 0) packed[at] = bits & 255;
  return packed;
}

/**
 * Parquet's hybrid of run lengths and packed bits: one run if all numbers are the same, otherwise
 * one packed group. `width` is at most 24 bits.
 */
export function hybrid(values: Uint32Array, count: number, width: number): Buffer {
  const first = values[0] ?? 0;
  let same = 1;
  while (same < count && values[same] === first) same += 1;
  if (same >= count) {
    const value = [first & 255, (first >>> 8) & 255, (first >>> 16) & 255];
    return Buffer.from([...varint(count * 2), ...value.slice(0, Math.ceil(width / 8))]);
  }
  const groups = Math.ceil(count / 8);
  return Buffer.concat([Buffer.from(varint(groups * 2 + 1)), packBits(values, count, width)]);
}
