import { Malformed } from './compactReader';

/** Together with the rest of a byte, wider numbers don't fit in 32 bits. No row group has as many rows. */
const mostBits = 24;

/**
 * Parquet's hybrid of run lengths and packed bits: reads `count` numbers of `width` bits into `out`. Bytes after
 * them are ignored. Throws `Malformed` if there are fewer, or if they're too wide.
 */
export function readRuns(
  bytes: Uint8Array,
  from: number,
  end: number,
  { width, count }: { readonly width: number; readonly count: number },
  out: Uint32Array,
): void {
  if (width > mostBits || count > out.length) throw new Malformed('width');
  let at = from;
  let filled = 0;
  while (filled < count) {
    let head = 0;
    for (let place = 1; ; place *= 128) {
      if (at >= end || place > 2 ** 28) throw new Malformed('run');
      const byte = bytes[at++] as number;
      head += (byte & 127) * place;
      if (byte < 128) break;
    }
    const length = Math.floor(head / 2);
    if (head % 2 === 0) {
      const valueBytes = Math.ceil(width / 8);
      if (length === 0 || length > count - filled || valueBytes > end - at) throw new Malformed('run');
      let value = 0;
      for (let byte = valueBytes - 1; byte >= 0; byte -= 1)
        value = value * 256 + (bytes[at + byte] as number);
      at += valueBytes;
      out.fill(value, filled, filled + length);
      filled += length;
      continue;
    }
    // Writers pad the last group of eight numbers.
    const packed = length * width;
    if (length === 0 || packed > end - at) throw new Malformed('packed');
    const some = Math.min(count - filled, length * 8);
    unpack(bytes, at, width, out, filled, some);
    at += packed;
    filled += some;
  }
}

/** Reads packed numbers, whose bits begin with the lowest. The bytes must be there. */
function unpack(
  bytes: Uint8Array,
  from: number,
  width: number,
  out: Uint32Array,
  first: number,
  count: number,
): void {
  if (width === 8) {
    for (let index = 0; index < count; index += 1) out[first + index] = bytes[from + index] as number;
    return;
  }
  const mask = (1 << width) - 1;
  let at = from;
  let [held, bits] = [0, 0];
  for (let index = 0; index < count; index += 1) {
    while (bits < width) {
      held |= (bytes[at++] as number) << bits;
      bits += 8;
    }
    out[first + index] = held & mask;
    held >>>= width;
    bits -= width;
  }
}
