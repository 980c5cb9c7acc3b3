import { Malformed } from './compactReader';

/** Shorter pieces are copied byte by byte, which takes less time than a call. */
const shortCopy = 16;

/** Decompresses a page to exactly `size` bytes. Throws `Malformed` if the data doesn't give as many. */
export function snappyBytes(data: Uint8Array, size: number): Buffer {
  const out = Buffer.allocUnsafe(size);
  let from = 0;
  // The size that the data declares, which the header of the page declares as well.
  while ((data[from++] ?? 0) >= 128);
  let to = 0;
  while (from < data.length) {
    const tag = data[from++] as number;
    let length = (tag >>> 2) + 1;
    let back = 0;
    if ((tag & 3) === 0) {
      const more = length - 60;
      if (more > 0) {
        length = number(data, from, more) + 1;
        from += more;
      }
      if (length > data.length - from) throw new Malformed('snappy');
    } else if ((tag & 3) === 1) {
      length = ((tag >>> 2) & 7) + 4;
      back = ((tag >>> 5) << 8) | number(data, from, 1);
      from += 1;
    } else {
      const bytes = (tag & 3) === 2 ? 2 : 4;
      back = number(data, from, bytes);
      from += bytes;
    }
    if (length > size - to || back > to) throw new Malformed('snappy');
    if ((tag & 3) === 0) {
      copy(out, to, data, from, length);
      from += length;
    } else if (back === 0) throw new Malformed('snappy');
    // Bytes that are written may be read again within the same copy.
    else if (back < length) for (let at = to; at < to + length; at += 1) out[at] = out[at - back] as number;
    else copy(out, to, out, to - back, length);
    to += length;
  }
  if (to !== size) throw new Malformed('snappy');
  return out;
}

function copy(out: Buffer, to: number, source: Uint8Array, from: number, length: number): void {
  if (length > shortCopy) {
    out.set(source.subarray(from, from + length), to);
    return;
  }
  for (let at = 0; at < length; at += 1) out[to + at] = source[from + at] as number;
}

/** A little-endian number of up to four bytes. */
function number(data: Uint8Array, from: number, bytes: number): number {
  if (bytes > data.length - from) throw new Malformed('snappy');
  let value = 0;
  for (let at = bytes - 1; at >= 0; at -= 1) value = value * 256 + (data[from + at] as number);
  return value;
}
