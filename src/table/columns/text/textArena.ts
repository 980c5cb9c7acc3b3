import { withView, type Bytes } from '../pendingBytes';
import { bytesOf, roomAfter, segmentBits, segmentMask, segmentOf, uint32s } from '../segments';
import { hashOf } from './textHash';
import type { ByteSearch } from './textMatch';
import { compareUtf8 } from './utf8Order';

const chunkBits = 20;
const chunkBytes = 1 << chunkBits;
const offsetMask = chunkBytes - 1;
const firstChunkBytes = 1024;

/** Bytes of the longest text: each is preceded by its length in two bytes. */
export const maxEntryBytes = 0xffff;

/** UTF-8 of numbered texts, one after the other in chunks. Only numbers passed to `append` have a text. */
export class TextArena {
  private readonly chunks: Bytes[] = [withView(Buffer.allocUnsafeSlow(firstChunkBytes))];
  /** Next free byte of the last chunk. */
  private free = 0;
  /**
   * Where each text starts (at its two bytes of length): chunk index, then `chunkBits` bits of offset in the
   * chunk.
   */
  private readonly starts: (Uint32Array | undefined)[] = [];

  /** Appends the text in the bytes `from` to `to` (exclusive). */
  append(number: number, { buffer, view }: Bytes, from: number, to: number): void {
    const length = to - from;
    let chunk = this.chunks[this.chunks.length - 1] as Bytes;
    if (this.free + 2 + length > chunk.buffer.length) chunk = this.room(2 + length);
    const first = this.free + 2;
    chunk.view.setUint16(first - 2, length, true);
    let byte = 0;
    for (; byte + 4 <= length; byte += 4) {
      chunk.view.setInt32(first + byte, view.getInt32(from + byte));
    }
    for (; byte < length; byte += 1) {
      chunk.buffer[first + byte] = buffer[from + byte] as number;
    }
    this.setStart(number, ((this.chunks.length - 1) << chunkBits) | (first - 2));
    this.free = first + length;
  }

  /** Gives the text a smaller number; its bytes are not moved. */
  renumber(number: number, smaller: number): void {
    this.setStart(smaller, this.startOf(number));
  }

  /** Removes the text that was appended last. */
  dropLast(number: number): void {
    const start = this.startOf(number);
    this.chunks.length = (start >>> chunkBits) + 1;
    this.free = start & offsetMask;
  }

  /** The chunk that contains the text, which starts at `offsetOf`. */
  chunkOf(number: number): Bytes {
    return this.chunks[this.startOf(number) >>> chunkBits] as Bytes;
  }

  offsetOf(number: number): number {
    return (this.startOf(number) & offsetMask) + 2;
  }

  /** Whether the text equals the `length` bytes that start at `from`. */
  equals(number: number, { buffer, view }: Bytes, from: number, length: number): boolean {
    const start = this.startOf(number);
    const chunk = this.chunks[start >>> chunkBits] as Bytes;
    const first = (start & offsetMask) + 2;
    if (chunk.view.getUint16(first - 2, true) !== length) return false;
    let byte = 0;
    for (; byte + 4 <= length; byte += 4) {
      if (chunk.view.getInt32(first + byte) !== view.getInt32(from + byte)) return false;
    }
    for (; byte < length; byte += 1) {
      if (chunk.buffer[first + byte] !== buffer[from + byte]) return false;
    }
    return true;
  }

  /** Negative, 0, or positive: the order of `<` between the texts. */
  compare(number: number, other: number): number {
    const { buffer } = this.chunkOf(number);
    const { buffer: others } = this.chunkOf(other);
    const from = this.offsetOf(number);
    const start = this.offsetOf(other);
    const end = start + others.readUInt16LE(start - 2);
    return compareUtf8(buffer, from, from + buffer.readUInt16LE(from - 2), others, start, end);
  }

  hashOf(number: number): number {
    const chunk = this.chunkOf(number);
    const from = this.offsetOf(number);
    return hashOf(chunk, from, from + chunk.buffer.readUInt16LE(from - 2));
  }

  /**
   * Marks with 1 the texts that match the search, from number `first` to the last one in the same chunk
   * or before `count`. Returns the number after the last text searched.
   */
  mark(first: number, count: number, search: ByteSearch, marks: Uint8Array): number {
    const chunk = this.startOf(first) >>> chunkBits;
    const { buffer } = this.chunks[chunk] as Bytes;
    const end = chunk === this.chunks.length - 1 ? this.free : buffer.length;
    let next = first + 1;
    const beginsBy = (offset: number) =>
      next < count && this.startOf(next) >>> chunkBits === chunk && this.offsetOf(next) <= offset;
    let hit = search.first(buffer, this.offsetOf(first), end);
    while (hit >= 0) {
      while (beginsBy(hit)) next += 1;
      const from = this.offsetOf(next - 1);
      const to = from + buffer.readUInt16LE(from - 2);
      // A hit that extends beyond the end of a text doesn't count.
      const isWithin = hit + search.length <= to;
      if (isWithin) marks[next - 1] = 1;
      hit = search.first(buffer, isWithin ? to : hit + 1, end);
    }
    while (beginsBy(buffer.length)) next += 1;
    return next;
  }

  /** Memory use, in bytes. */
  bytes(): number {
    return this.chunks.reduce((sum, { buffer }) => sum + buffer.length, 0) + bytesOf(this.starts);
  }

  arrays(): (ArrayBufferView | undefined)[] {
    return [...this.chunks.map(({ buffer }) => buffer), ...this.starts];
  }

  private setStart(number: number, start: number): void {
    segmentOf(this.starts, number, uint32s)[number & segmentMask] = start;
  }

  private startOf(number: number): number {
    return (this.starts[number >>> segmentBits] as Uint32Array)[number & segmentMask] as number;
  }

  /** A chunk with enough room: the first one is doubled until it has full size, then more are added. */
  private room(length: number): Bytes {
    const { buffer } = this.chunks[this.chunks.length - 1] as Bytes;
    let size = buffer.length;
    while (size < this.free + length) size *= 2;
    if (size <= chunkBytes) {
      const larger = withView(Buffer.allocUnsafeSlow(size));
      larger.buffer.set(buffer.subarray(0, this.free));
      return (this.chunks[this.chunks.length - 1] = larger);
    }
    const [memory, offset] = roomAfter(buffer, this.chunks.length, chunkBytes);
    const next = withView(Buffer.from(memory, offset, chunkBytes));
    this.chunks.push(next);
    this.free = 0;
    return next;
  }
}
