import type { ByteSink } from './exportSource';

/** The most bytes passed to a sink at once. */
export const blockBytes = 1 << 20;

/** The size at which a block counts as full, with room for a typical row. */
export const fullBytes = blockBytes - (1 << 16);

/** Up to this many bytes, a loop here is faster than a call of the platform. */
const shortText = 40;

/** Passes any number of bytes to the sink in parts of an accepted size. */
export async function writePieces(out: ByteSink, bytes: Uint8Array, most = blockBytes): Promise<void> {
  for (let from = 0; from < bytes.length; from += most) {
    await out.write(bytes.subarray(from, from + most));
  }
}

/** UTF-8 texts, one after the other, that are copied into a block again and again. */
export interface Stamps {
  /** Extends at least three bytes beyond the last text. */
  readonly view: DataView;
  /** The end of each text, which is the start of the next. */
  readonly ends: Int32Array;
}

/** The texts as `Stamps`, in their order. */
export function stamps(texts: readonly string[]): Stamps {
  // Encoded one by one: surrogate halves in two texts are not a pair.
  const parts = texts.map((text) => Buffer.from(text));
  const bytes = Buffer.concat([...parts, Buffer.alloc(3)]);
  let end = 0;
  return {
    view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length),
    ends: Int32Array.from(parts, ({ length }) => (end += length)),
  };
}

/**
 * Memory that writers fill from the start. One block serves a whole export. It grows beyond `blockBytes` only
 * for a single large text, and shrinks back.
 */
export class Block {
  bytes: Buffer;
  /** A view of the same memory. */
  view: DataView;

  /** With at least this many bytes. */
  constructor(size = blockBytes) {
    this.bytes = Buffer.allocUnsafeSlow(size);
    this.view = new DataView(this.bytes.buffer);
  }

  /** Ensures that `more` bytes fit after the first `used`, which are kept. */
  reserve(used: number, more: number): void {
    if (used + more <= this.bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(used + more, this.bytes.length * 2));
    this.bytes.copy(larger, 0, 0, used);
    this.use(larger);
  }

  private use(bytes: Buffer): void {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer);
  }

  /** Writes one of the texts after the first `at` bytes; returns its end. */
  stamp(at: number, { view, ends }: Stamps, index = 0): number {
    const start = index === 0 ? 0 : (ends[index - 1] as number);
    const count = (ends[index] as number) - start;
    this.reserve(at, count + 3);
    // Four bytes at a time, of which the last may be beyond the text. This is several times as fast as one by
    // one and, for the few bytes of a cell, also faster than a call of the platform.
    for (let i = 0; i < count; i += 4) this.view.setInt32(at + i, view.getInt32(start + i));
    return at + count;
  }

  /** Writes the text in UTF-8; returns its end. */
  text(at: number, text: string): number {
    const { length } = text;
    this.reserve(at, length * 3); // no UTF-16 unit takes more than 3 bytes
    if (length > shortText) return at + this.bytes.write(text, at);
    for (let i = 0; i < length; i += 1) {
      const character = text.charCodeAt(i);
      if (character > 127) return at + this.bytes.write(text, at);
      this.view.setUint8(at + i, character);
    }
    return at + length;
  }

  /** Copies the source's bytes `from` to `to` (exclusive); returns their end. */
  copy(at: number, source: Buffer, from: number, to: number): number {
    const length = to - from;
    this.reserve(at, length);
    if (length > shortText) source.copy(this.bytes, at, from, to);
    else for (let i = 0; i < length; i += 1) this.bytes[at + i] = source[from + i] as number;
    return at + length;
  }

  /** Writes the first `used` bytes. */
  async flush(out: ByteSink, used: number): Promise<void> {
    await writePieces(out, this.bytes.subarray(0, used));
    this.shrink();
  }

  /** A copy of the first `used` bytes, for readers that need them longer. */
  copied(used: number): Buffer {
    const bytes = Buffer.from(this.bytes.subarray(0, used));
    this.shrink();
    return bytes;
  }

  private shrink(): void {
    if (this.bytes.length > blockBytes) this.use(Buffer.allocUnsafeSlow(blockBytes));
  }
}
