import { withView, type Bytes } from '../pendingBytes';
import { bytesOf, roomAfter, segmentBits, segmentMask, segmentOf, uint32s } from '../segments';
import { hashOf } from './textHash';
import type { ByteSearch, EntryReader } from './textMatch';
import { compareUtf8 } from './utf8Order';

const chunkBits = 20;
const chunkBytes = 1 << chunkBits;
const offsetMask = chunkBytes - 1;
const firstChunkBytes = 1024;

/** Each text is preceded by its length. */
const lengthBytes = 4;

/** UTF-8 of numbered texts, one after the other in chunks. Only numbers passed to `append` have a text. */
export class TextArena {
  private readonly chunks: Bytes[] = [withView(Buffer.allocUnsafeSlow(firstChunkBytes))];
  /** Next free byte of the last chunk. */
  private free = 0;
  /**
   * Where each text starts (at its length): chunk index, then `chunkBits` bits of offset in the chunk.
   */
  private readonly starts: (Uint32Array | undefined)[] = [];

  /** Appends the text in the bytes `from` to `to` (exclusive). */
  append(number: number, { buffer, view }: Bytes, from: number, to: number): void {
    const length = to - from;
    let chunk = this.chunks[this.chunks.length - 1] as Bytes;
    if (this.free + lengthBytes + length > chunk.buffer.length) chunk = this.room(lengthBytes + length);
    const first = this.free + lengthBytes;
    chunk.view.setUint32(first - lengthBytes, length);
    let byte = 0;
    for (; byte + 4 <= length; byte += 4) {
      chunk.view.setInt32(first + byte, view.getInt32(from + byte));
    }
    for (; byte < length; byte += 1) {
      chunk.buffer[first + byte] = buffer[from + byte] as number;
    }
    this.setStart(number, ((this.chunks.length - 1) << chunkBits) | this.free);
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
    if (this.free > 0 || this.chunks.length === 1) return;
    this.chunks.pop(); // it may be too large for the offsets of further texts
    this.free = this.chunks.at(-1)?.buffer.length ?? 0;
  }

  read<T>(number: number, reader: EntryReader<T>): T {
    const start = this.startOf(number);
    const { buffer, view } = this.chunks[start >>> chunkBits] as Bytes;
    const from = (start & offsetMask) + lengthBytes;
    return reader(buffer, from, from + view.getUint32(from - lengthBytes));
  }

  /** The chunk that contains the text, from `offsetOf` to `endOf` (exclusive). */
  chunkOf(number: number): Bytes {
    return this.chunks[this.startOf(number) >>> chunkBits] as Bytes;
  }

  offsetOf(number: number): number {
    return (this.startOf(number) & offsetMask) + lengthBytes;
  }

  endOf(number: number): number {
    const from = this.offsetOf(number);
    return from + this.chunkOf(number).view.getUint32(from - lengthBytes);
  }

  /** Whether the text equals the `length` bytes that start at `from`. */
  equals(number: number, { buffer, view }: Bytes, from: number, length: number): boolean {
    const start = this.startOf(number);
    const chunk = this.chunks[start >>> chunkBits] as Bytes;
    const first = (start & offsetMask) + lengthBytes;
    if (chunk.view.getUint32(first - lengthBytes) !== length) return false;
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
    const [from, start] = [this.offsetOf(number), this.offsetOf(other)];
    return compareUtf8(buffer, from, this.endOf(number), others, start, this.endOf(other));
  }

  hashOf(number: number): number {
    return hashOf(this.chunkOf(number), this.offsetOf(number), this.endOf(number));
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
      const to = this.endOf(next - 1);
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
    const bytes = Math.max(chunkBytes, length);
    const [memory, offset] = roomAfter(buffer, this.chunks.length, bytes);
    const next = withView(Buffer.from(memory, offset, bytes));
    this.chunks.push(next);
    this.free = 0;
    return next;
  }
}
