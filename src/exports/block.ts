import type { ByteSink } from './exportSource';

/** The largest piece that is handed to a sink at once, in bytes. */
export const blockBytes = 1 << 20;

/** From here on a block counts as full: what a row may take does not make it grow as a rule. */
export const fullBytes = blockBytes - (1 << 16);

/** Up to so many bytes are written faster here than by a call of the platform. */
const shortText = 40;

/** Hands any number of bytes to the sink in pieces it accepts. */
export async function writePieces(out: ByteSink, bytes: Uint8Array): Promise<void> {
  for (let from = 0; from < bytes.length; from += blockBytes) {
    await out.write(bytes.subarray(from, from + blockBytes));
  }
}

/** Texts in UTF-8, one after the other, to be put into a block again and again. */
export interface Stamps {
  /** Reaches at least three bytes after the last text. */
  readonly view: DataView;
  /** Where each text ends; the next one begins there. */
  readonly ends: Int32Array;
}

/** The texts as `Stamps`, in their order. */
export function stamps(texts: readonly string[]): Stamps {
  // One by one: halves of a surrogate pair in two texts are no pair.
  const parts = texts.map((text) => Buffer.from(text));
  const bytes = Buffer.concat([...parts, Buffer.alloc(3)]);
  let end = 0;
  return {
    view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length),
    ends: Int32Array.from(parts, ({ length }) => (end += length)),
  };
}

/**
 * Memory that writers fill from the front. One block serves a whole export; it outgrows its size
 * for the sake of a single text only, and shrinks back.
 */
export class Block {
  bytes: Buffer = Buffer.allocUnsafeSlow(blockBytes);
  /** Of the same memory. */
  view: DataView = new DataView(this.bytes.buffer);

  /** Makes sure that `more` bytes fit after the first `used`, which are kept. */
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

  /** Puts one of the texts after the first `at` bytes; returns where it ends. */
  stamp(at: number, { view, ends }: Stamps, place = 0): number {
    const start = place === 0 ? 0 : (ends[place - 1] as number);
    const count = (ends[place] as number) - start;
    this.reserve(at, count + 3);
    // Four bytes at a time, the last of them beyond the text: several times as fast as one by one,
    // and, for the few bytes of a cell, as a call of the platform.
    for (let i = 0; i < count; i += 4) this.view.setInt32(at + i, view.getInt32(start + i));
    return at + count;
  }

  /** Writes the text in UTF-8; returns where it ends. */
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

  /** Copies the source's bytes `from` to `to` (exclusive); returns where they end. */
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
    if (this.bytes.length > blockBytes) {
      this.use(Buffer.allocUnsafeSlow(blockBytes));
    }
  }
}
